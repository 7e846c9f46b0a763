"""What `inspect` promises of single URIs, the one of RFC 3986 section 7.6 first."""
import harness
from harness import Case

SEMANTIC = "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm"


class Inspect(Case):
    def inspect(self, uri, *arguments):
        result = self.run_here("inspect", "--format", "json", *arguments, "--", uri)
        self.status(result, 0)
        return result.json()

    def test_semantic_attack(self):
        record = self.inspect(SEMANTIC)
        self.equal(record["kind"], "uri")
        self.equal(record["violations"], [])
        self.equal(record["components"], {
            "scheme": {"text": "ftp", "span": {"start": 0, "end": 3}},
            "userinfo": {"text": "cnn.example.com&story=breaking_news",
                         "span": {"start": 6, "end": 41}},
            "host": {"text": "10.0.0.1", "span": {"start": 42, "end": 50}},
            "port": None,
            "path": {"text": "/top_story.htm", "span": {"start": 50, "end": 64}},
            "query": None, "fragment": None})
        self.equal(record["host_info"], {
            "kind": "ipv4", "ascii": None, "unicode": None, "registrable_domain": None,
            "address": "10.0.0.1", "address_class": "private-use"})
        findings = [f for f in record["findings"] if f["rule"] == "userinfo-looks-like-host"]
        self.equal(len(findings), 1, "the rule about misleading userinfo is missing")
        self.equal((findings[0]["component"], findings[0]["span"]),
                   ("userinfo", {"start": 6, "end": 41}))
        self.contains(findings[0]["message"], "10.0.0.1")

    def test_semantic_attack_in_text(self):
        result = self.run_here("inspect", SEMANTIC)
        self.status(result, 0)
        for part in (SEMANTIC, "10.0.0.1", "private-use", "userinfo-looks-like-host", "HOST"):
            self.contains(result.text, part)

    def test_semantic_attack_fails_a_check(self):
        self.file("a.txt", f"see {SEMANTIC} now\n")
        result = self.run_here("check", "--format=json", "--select=userinfo-looks-like-host",
                               "a.txt")
        self.status(result, 1)
        location = result.json()["findings"][0]["location"]
        self.equal((location["column"], location["end_column"]), (5 + 6, 5 + 41))

    def test_components_of_what_is_invalid(self):
        record = self.inspect("ht tp://u s:p@[::g]:8x/a b?c d#e f#g")
        self.equal(record["kind"], "invalid")
        texts = {k: v and v["text"] for k, v in record["components"].items()}
        self.equal(texts["scheme"], "ht tp")
        self.equal(texts["host"], "[::g]")
        self.equal(texts["port"], "8x")
        self.equal(texts["path"], "/a b")
        self.equal(texts["query"], "c d")
        self.equal(texts["fragment"], "e f#g")
        self.equal(record["host_info"]["kind"], "malformed")
        self.check(record["violations_total"] >= 6, record["violations_total"])
        components = {v["component"] for v in record["violations"]}
        self.check({"scheme", "host", "port", "path", "query", "fragment"} <= components,
                   components)

    def test_absent_is_not_empty(self):
        record = self.inspect("http://@:/?#")
        self.equal({k: v and v["text"] for k, v in record["components"].items()},
                   {"scheme": "http", "userinfo": "", "host": "", "port": "", "path": "/",
                    "query": "", "fragment": ""})
        record = self.inspect("")
        self.equal({k: v and v["text"] for k, v in record["components"].items()},
                   {"scheme": None, "userinfo": None, "host": None, "port": None, "path": "",
                    "query": None, "fragment": None})
        self.equal(record["host_info"], None)
        self.equal(self.inspect("a:b")["host_info"], None)
        self.equal(self.inspect("file:///x")["host_info"]["kind"], "empty")

    def test_at_most_256_violations_and_the_total(self):
        record = self.inspect("http://example.com/" + "%.a" * 1000)
        self.equal(len(record["violations"]), 256)
        self.equal(record["violations_total"], 1000)
        first = record["violations"][0]
        self.equal((first["component"], first["production"], first["section"]),
                   ("path", "pct-encoded", "2.1"))
        self.check(first["message"] and first["code"])
        self.equal(record["violations"][255]["span"]["start"], 19 + 3 * 255)
        self.contains(self.run_here("inspect", "http://example.com/" + "%.a" * 1000).text, "1000")

    def test_readings_side_by_side(self):
        for uri, rfc, whatwg in (
                ("http://192.0.2.1\\@example.com/", None, "192.0.2.1"),
                ("http:example.com", "", "example.com"),
                ("http://0x7f.1/", "0x7f.1", "127.0.0.1"),
                ("http://ex%61mple.com/", "ex%61mple.com", "example.com")):
            readings = self.inspect(uri)["interpretations"]
            self.equal(readings["rfc3986"]["accepted"], rfc is not None)
            self.equal(readings["rfc3986"]["host"], rfc or None)
            self.equal(readings["whatwg"]["accepted"], True)
            self.equal(readings["whatwg"]["host"], whatwg)
            text = self.run_here("inspect", uri).text
            self.contains(text, "rfc3986")
            self.contains(text, "host " + whatwg)
        self.equal(self.inspect("http://u:s3cr3tPw@example.com/")["interpretations"]["whatwg"]["href"],
                   "http://u:***@example.com/")
        self.equal(self.inspect("http://a b/")["interpretations"]["whatwg"]["accepted"], False)

    def test_names(self):
        for host, ascii, unicode, domain in (
                ("www.example.co.uk", "www.example.co.uk", "www.example.co.uk", "example.co.uk"),
                ("WWW.Ex%61mple.COM.", "www.example.com", "www.example.com", "example.com"),
                ("b\u00fccher.example", "xn--bcher-kva.example", "b\u00fccher.example",
                 "xn--bcher-kva.example"),
                ("XN--BCHER-KVA.example", "xn--bcher-kva.example", "b\u00fccher.example",
                 "xn--bcher-kva.example"),
                ("localhost", "localhost", "localhost", None),
                ("xn--a.example", "xn--a.example", None, "xn--a.example"),
                ("a..b", None, None, None),
                ("a%2fb", None, None, None),
                ("0x7f.1", None, None, None),
                ("256.1.1.1", None, None, None),
                ("127.0.0.1", None, None, None),
                ("[::1]", None, None, None)):
            info = self.inspect(f"https://u:Hunter2S3cr3t@{host}:8/p")["host_info"]
            self.equal((host, info["ascii"], info["unicode"], info["registrable_domain"]),
                       (host, ascii, unicode, domain))

    def test_names_show_no_secret(self):
        # The text before a raw `#` or behind an early `@` stands where the host does.
        hidden = 0
        for uri in ("https://admin:Hunter2S3cr3t#@example.com/", "https://admin:Hunter2S3cr3t",
                    "https://Hunter2S3cr3t:x#y@example.com/", "https://u:p@Hunter2S3cr3t@/",
                    "https://u:Hunter2S3cr3t/x@example.com/"):
            for output in ("json", "text"):
                result = self.run_here("inspect", "--format", output, "--", uri)
                printed = self.inspect(uri)["uri"]
                if "Hunter2S3cr3t" in printed:
                    continue
                hidden += 1
                self.check("hunter2s3cr3t" not in result.text.lower(), result.text)
        self.check(hidden > 0)

    def test_normal_forms_are_redacted_and_keep_their_structure(self):
        for uri, normal in (
            ("HTTP://WWW.Example.com/../%7Ea%c3", "http://www.example.com/~a%C3"),
            ("a/../../b", "../b"),
            ("HTTP://EXA MPLE/%7e", "http://exa mple/~"),
            ("HTTPS://admin:Hunter2%2eS3cr3t@Example.com/%2e", "https://admin:***@example.com/"),
            ("https://Example.com/a?password=Hunter2%7eS3cr3t&b=%7e",
             "https://example.com/a?password=***&b=~"),
        ):
            self.equal(self.inspect(uri)["normalized"], normal)

    def test_addresses_in_any_spelling(self):
        for host, kind, address, name in (
                ("0x7f.1", "reg-name", "127.0.0.1", "loopback"),
                ("2130706433", "reg-name", "127.0.0.1", "loopback"),
                ("0300.0250.0.1", "reg-name", "192.168.0.1", "private-use"),
                ("192.0.2.7", "ipv4", "192.0.2.7", None),
                ("169.254.169.254", "ipv4", "169.254.169.254", "link-local"),
                ("8.8.8.8", "ipv4", "8.8.8.8", "global"),
                ("224.0.0.1", "ipv4", "224.0.0.1", "multicast"),
                ("[2001:DB8:0::1]", "ipv6", "2001:db8::1", None),
                ("[::1]", "ipv6", "::1", "loopback"),
                ("[fec0::1]", "ipv6", "fec0::1", "site-local"),
                ("256.1.1.1", "reg-name", None, None),
                ("4294967296", "reg-name", None, None),
                ("example.com", "reg-name", None, None),
                ("[v1.a]", "ipvfuture", None, None), ("[::1", "malformed", None, None),
                ("", "empty", None, None)):
            info = self.inspect(f"http://{host}/")["host_info"]
            self.equal((info["kind"], info["address"]), (kind, address), host)
            self.equal(info["address_class"] is None, address is None, host)
            if name:
                self.equal(info["address_class"], name, host)

    def test_the_port_and_redaction(self):
        record = self.inspect("https://svc:S3cr3tPw9@db.example.com:5432/app")
        self.equal(record["uri"], "https://svc:***@db.example.com:5432/app")
        self.equal(record["components"]["userinfo"],
                   {"text": "svc:***", "span": {"start": 8, "end": 15}})
        self.equal(record["components"]["port"]["text"], "5432")
        finding = next(f for f in record["findings"] if f["rule"] == "userinfo-password")
        self.equal(finding["span"], {"start": 12, "end": 15})

    def test_operands_that_are_not_utf8(self):
        result = self.run_here("inspect", "--format=json", b"http://example.com/\xff")
        self.status(result, 0)
        self.equal(result.json()["uri"], "http://example.com/\ufffd")


if __name__ == "__main__":
    harness.main()
