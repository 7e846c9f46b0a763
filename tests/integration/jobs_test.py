"""The number of jobs changes nothing: lists and long texts are cut into stretches that threads share,
and the report is the same byte for byte, from a file and from standard input."""
import random
import subprocess
import threading

import harness
from harness import Case, MEBI

LIMIT = 16 * MEBI  # the longest line of a list


def odd_line(random_, number):
    """A line of a list, most of them harmless; many come again, so that fingerprints must count."""
    kind = random_.randrange(12)
    if kind < 5:
        return b"https://example.com/%d" % (number % 50)
    if kind < 7:
        return b"https://user:S3cr3tPw%d@example.com/%%zz" % (number % 9)
    if kind == 7:
        return random_.randbytes(random_.randrange(60)).replace(b"\n", b"?")
    if kind == 8:
        return b""
    if kind == 9:
        return b"http://0x7f.1/\xff\xfe\xc3(" + b"a" * random_.randrange(3000)
    if kind == 10:
        return "https://exämple.com/\u202e".encode() + b"\r" * random_.randrange(3)
    return b"http://example.com/?next=http%3A%2F%2F192.0.2.1%2F%00"


def odd_list(seed, size, end):
    random_ = random.Random(seed)
    lines = []
    while size > 0:
        lines.append(odd_line(random_, len(lines)))
        if random_.randrange(2000) == 0:
            lines[-1] += b"/" + b"x" * random_.randrange(700_000)  # longer than a stretch
        lines[-1] += random_.choice((b"\n", b"\n", b"\r\n"))
        size -= len(lines[-1])
    return b"".join(lines) + end


class Jobs(Case):
    def out_of(self, *arguments, stdin=b""):
        result = self.run_here(*arguments, stdin=stdin, address_space=0)
        self.check(result.status in (0, 1), result.err)
        return result

    def same(self, name, text, *options, least=1):
        """All ways to read `text` give what one job gives; which is returned."""
        self.file(name, text)
        for command in ("check", "extract"):
            first = self.out_of(command, "--format=jsonl", *options, "-j1", name)
            if command == "check":
                checked = first
                self.check(len(first.lines()) > least, "findings to compare")
            for jobs in ("-j2", "-j8"):
                again = self.out_of(command, "--format=jsonl", *options, jobs, name)
                self.check(again.out == first.out, f"{command} {jobs} {name}")
                self.equal(again.status, first.status, jobs)
            piped = self.out_of(command, "--format=jsonl", *options, "-j3", "--stdin-filename", name,
                                "-", stdin=text)
            self.check(piped.out == first.out, f"{command} of standard input {name}")
        return checked

    def test_random_lists(self):
        for seed, end in enumerate((b"", b"https://example.com/%zz", b"http://[::1/\r", b"\xef\xbb")):
            self.same(f"list{seed}", odd_list(seed, 2_500_000, end), "--as=list",
                      least=1000)

    def test_lines_and_offsets_go_on_behind_a_stretch(self):
        good = b"https://example.com/page\r\n"
        bad = b"https://example.com/%zz"
        count = 40_000
        text = (good * count + bad + b"\n") * 2
        found = [f for f in self.same("list", text, "--as=list").lines() if f["type"] == "finding"]
        self.equal([f["location"]["line"] for f in found], [count + 1, 2 * count + 2])
        self.equal([f["location"]["byte_offset"] - text.index(b"%zz") for f in found],
                   [0, len(text) // 2])
        self.check(found[0]["fingerprint"] != found[1]["fingerprint"], "the second of its kind")

    def test_fingerprints_start_anew_with_each_input(self):
        self.file("a", b"https://example.com/%zz\n")
        self.file("b", b"https://example.com/%zz\n" * 2)
        alone = [f["fingerprint"] for f in self.out_of("check", "--as=list", "--format=jsonl", "b").lines()
                 if f["type"] == "finding"]
        both = self.out_of("check", "--as=list", "--format=jsonl", "-j4", "a", "b").lines()
        self.equal([f["fingerprint"] for f in both if f["type"] == "finding"][1:], alone)

    def test_lines_that_are_too_long_are_told_in_their_place(self):
        line = b"https://example.com/%zz\n"
        text = line * 20_000 + b"x" * (LIMIT + 300_000) + b"\n" + line * 20_000
        lines = self.same("list", text, "--as=list", least=40_000).lines()
        places = [i for i, one in enumerate(lines) if one["type"] == "note"]
        self.equal(places, [20_000])
        self.equal(lines[20_001]["location"]["line"], 20_002)

    def test_utf_16(self):
        text = odd_list(7, 600_000, b"").decode("latin-1")
        for codec in ("utf-16-le", "utf-16-be"):
            self.same(codec, ("\ufeff" + text).encode(codec), "--as=list")

    def test_a_list_among_other_files(self):
        for i in range(40):
            self.file(f"files/{i:02}", b"https://example.com/%zz\n" * (1 + i % 3))
        for name in ("files/05big", "files/20big", "files/zbig"):
            self.file(name, odd_list(len(name), 1_500_000, b""))
        first = self.out_of("check", "--as=list", "--format=jsonl", "-j1", "files")
        for jobs in ("-j2", "-j8"):
            again = self.out_of("check", "--as=list", "--format=jsonl", jobs, "files")
            self.check(again.out == first.out, jobs)

    def test_windows_of_a_long_text(self):
        harmless = b"words and words, https://example.com/page and more words\n" * 2000
        odd = b"see https://user:S3cr3tPw@example.com/ and http://0x7f.1/ there\n"
        text = (harmless + odd) * (70 * MEBI // (len(harmless) + len(odd)))
        self.same("long", text, least=100)

    def test_a_slow_pipe_beside_files_ends(self):
        for i in range(600):
            self.file(f"files/{i:03}", b"https://example.com/%zz\n")
        half = b"https://example.com/%zz\n" * 30_000
        with subprocess.Popen([harness.program, "check", "--as=list", "--format=jsonl", "-j2", "-",
                               "files", "--stdin-filename=a"], cwd=self.dir, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as process:
            def feed():
                process.stdin.write(half)
                process.stdin.flush()
                process.stdin.write(half)
                process.stdin.close()
            feeder = threading.Thread(target=feed)
            feeder.start()
            out = process.stdout.read()
            feeder.join()
            process.wait(timeout=harness.TIMEOUT)
        self.equal(out.count(b'"type":"finding"'), 60_000 + 600)


if __name__ == "__main__":
    harness.main()
