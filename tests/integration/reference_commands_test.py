"""resolve, normalize and compare: operands, standard input, bytes as computed, exit status."""
import harness


class ReferenceCommands(harness.Case):
    def out(self, *arguments, **options):
        result = self.run_here(*arguments, **options)
        self.status(result, 0)
        return result.out

    def test_resolve_prints_one_target_a_line(self):
        base = "http://example.com/a/b?q"
        self.equal(self.out("resolve", base, "c", "../d", "?x", "", "//example.net"),
                   b"http://example.com/a/c\nhttp://example.com/d\nhttp://example.com/a/b?x\n"
                   b"http://example.com/a/b?q\nhttp://example.net\n")
        self.equal(self.out("resolve", base, "c", "-", "d", stdin=b"e\r\n\n#f"),
                   b"http://example.com/a/c\nhttp://example.com/a/e\nhttp://example.com/a/b?q\n"
                   b"http://example.com/a/b?q#f\nhttp://example.com/a/d\n")

    def test_resolve_knows_the_old_way(self):
        self.equal(self.out("resolve", "http://example.com/a", "http:b"), b"http:b\n")
        self.equal(self.out("resolve", "--backward-compatible", "http://example.com/a", "http:b"),
                   b"http://example.com/b\n")

    def test_resolve_needs_a_base_with_a_scheme(self):
        for arguments in (("//example.com/", "a"), ("", "a"), ("http://example.com/",), ()):
            result = self.run_here("resolve", *arguments)
            self.status(result, 2, arguments)
            self.equal(result.out, b"")
        # A message is not what was asked for, so it holds no secret.
        result = self.run_here("resolve", "//u:Hunter2S3cr3t@example.com/", "a")
        self.lacks(result.err, b"Hunter2S3cr3t")

    def test_normalize(self):
        self.equal(self.out("normalize", "HTTP://Example.com:80/%7ea/../b", "x/..", ""),
                   b"http://example.com:80/b\n./\n\n")
        self.equal(self.out("normalize", "--scheme-based", "HTTP://Example.com:80"),
                   b"http://example.com/\n")
        self.equal(self.out("normalize", "-", stdin=b"A:b\n\n%\xff\n"), b"a:b\n\n%\xff\n")
        self.status(self.run_here("normalize"), 2)

    def test_nothing_is_masked(self):
        secret = b"https://u:Hunter2S3cr3t@example.com/\n"
        self.equal(self.out("normalize", "HTTPS://u:Hunter2S3cr3t@example.com/"), secret)
        self.equal(self.out("resolve", "https://u:Hunter2S3cr3t@example.com/a", "."), secret)

    def test_operands_keep_their_brackets_and_dashes(self):
        self.equal(self.out("normalize", "[::1]", "--", "--A", "-"), b"[::1]\n--A\n")
        self.equal(self.out("resolve", "x://h/", "--", "-a"), b"x://h/-a\n")
        self.status(self.run_here("normalize", "-a"), 2)

    def test_compare(self):
        for a, b, rung in (("http://example.com/", "http://example.com/", "identical"),
                           ("HTTP://example.com/%7e", "http://example.com/~", "syntax"),
                           ("http://example.com:80", "http://example.com/", "scheme"),
                           ("http://example.com/", "http://example.org/", "none")):
            result = self.run_here("compare", a, b)
            self.equal((result.text, result.status), (rung + "\n", 1 if rung == "none" else 0))

    def test_compare_at_a_rung(self):
        pair = ("HTTP://example.com/", "http://example.com/")
        for rung, status in (("identical", 1), ("syntax", 0), ("scheme", 0)):
            result = self.run_here("compare", "--at", rung, *pair)
            self.equal((result.text, result.status), ("syntax\n", status))
        for arguments in (("--at", "none", *pair), ("--at=", *pair), pair[:1], (*pair, "c")):
            self.status(self.run_here("compare", *arguments), 2, arguments)

    def test_hostile_text_is_computed(self):
        self.equal(self.out("normalize", "-", stdin=b"\x00\x1b[31m%\xc3\n"), b"\x00\x1b[31m%\xc3\n")
        deep = b"/" + b"a/" * 200_000 + b"../" * 200_000
        self.equal(self.out("normalize", "-", stdin=deep + b"\n"), b"/\n")
        self.equal(self.out("resolve", "x:/y", "-", stdin=b"../" * 300_000), b"x:/\n")


if __name__ == "__main__":
    harness.main()
