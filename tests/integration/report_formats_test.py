"""Reports read back by parsers of their own kind: each says what json says, of hostile names, too."""
import csv
import io
import json
import re
import xml.etree.ElementTree as ET

import harness
from harness import Case

SEVERITY = {
    "github": {"error": "error", "warning": "warning", "note": "notice"},
    "gitlab": {"error": "critical", "warning": "major", "note": "info"},
    "checkstyle": {"error": "error", "warning": "warning", "note": "info"},
    "rdjson": {"error": "ERROR", "warning": "WARNING", "note": "INFO"},
}
HOSTILE = "a, b%::c\n::error::d <&\"'>.txt"
TEXT = ("caf\u00e9 https://svc:S3cr3tPw9@db.example.com/\u00e4 end\r\n"
        "\u4e2d https://example.com/%zz\n")
COMMAND = re.compile(r"^::(error|warning|notice) ((?:[^:,]|,)*)::(.*)$")


def decoded(text, prop=False):
    """A property or the data of a workflow command, as the runner decodes them."""
    pairs = [("%0D", "\r"), ("%0A", "\n")] + ([("%3A", ":"), ("%2C", ",")] if prop else [])
    for code, char in pairs + [("%25", "%")]:
        text = text.replace(code, char)
    return text


class Formats(Case):
    def setUp(self):
        super().setUp()
        self.file("plain.txt", TEXT.encode())
        self.file(HOSTILE, b"http://user:pw12345@192.0.2.1/\n=1+2 http://example.com/%0d%0a\n")
        self.expected = self.check_as("json").json()["findings"]
        self.check(len(self.expected) >= 4, len(self.expected))

    def check_as(self, name, *more):
        result = self.run_here("check", ".", "--format", name, "--min-severity", "note", *more)
        self.status(result, 1)
        for secret in ("S3cr3tPw9", "pw12345"):
            self.lacks(result.text, secret)
        return result

    def test_github(self):
        lines = self.check_as("github").text.splitlines()
        self.equal(len(lines), len(self.expected))
        for line, finding in zip(lines, self.expected):
            match = COMMAND.match(line)
            self.check(match, line)
            command, properties, data = match.groups()
            self.equal(command, SEVERITY["github"][finding["severity"]])
            values = dict(part.split("=", 1) for part in properties.split(","))
            place = finding["location"]
            self.equal(decoded(values["file"], True), place["path"])
            self.equal([int(values[k]) for k in ("line", "col", "endLine", "endColumn")],
                       [place[k] for k in ("line", "column", "end_line", "end_column")])
            self.check(decoded(data).startswith(finding["message"][:20]), data)
            self.lacks(data, "::")

    def test_gitlab(self):
        issues = self.check_as("gitlab").json()
        self.equal([(i["check_name"], i["fingerprint"], i["location"]["path"],
                     i["location"]["lines"]["begin"], i["severity"], i["description"])
                    for i in issues],
                   [(f["rule"], f["fingerprint"], f["location"]["path"], f["location"]["line"],
                     SEVERITY["gitlab"][f["severity"]], f["message"]) for f in self.expected])
        self.equal(len({i["fingerprint"] for i in issues}), len(issues))

    def test_checkstyle(self):
        root = ET.fromstring(self.check_as("checkstyle").out)
        self.equal(root.tag, "checkstyle")
        found = [(e.get("source"), int(e.get("line")), int(e.get("column")), e.get("severity"))
                 for f in root.iter("file") for e in f.iter("error")]
        self.equal(found, [("urilint." + f["rule"], f["location"]["line"], f["location"]["column"],
                            SEVERITY["checkstyle"][f["severity"]]) for f in self.expected])
        names = [f.get("name") for f in root.iter("file")]
        self.equal(len(names), 2, "one element a file")
        self.check("plain.txt" in names, names)

    def test_junit(self):
        root = ET.fromstring(self.check_as("junit").out)
        suite = root.find("testsuite")
        cases = suite.findall("testcase")
        self.equal(len(cases), len(self.expected))
        self.equal(int(suite.get("tests")), len(cases))
        failures = suite.findall("testcase/failure")
        self.equal(int(suite.get("failures")), len(failures))
        self.equal([f.get("type") for f in failures],
                   [f["severity"] for f in self.expected if f["severity"] != "note"])
        self.file("empty/a.txt", b"nothing\n")
        empty = ET.fromstring(self.run_here("check", "empty", "--format", "junit").out)
        self.equal([len(empty.findall(".//testcase")), len(empty.findall(".//failure"))], [1, 0])

    def test_rdjson(self):
        document = self.check_as("rdjson").json()
        self.equal(document["source"]["name"], "urilint")
        self.equal(len(document["diagnostics"]), len(self.expected))
        for found, finding in zip(document["diagnostics"], self.expected):
            self.equal(found["severity"], SEVERITY["rdjson"][finding["severity"]])
            self.equal(found["code"]["value"], finding["rule"])
            place = finding["location"]
            self.equal(found["location"]["path"], place["path"])
            begin = found["location"]["range"]["start"]
            self.equal(begin["line"], place["line"])
            if place["path"] == "plain.txt":  # columns count bytes
                line = TEXT.encode().split(b"\n")[place["line"] - 1]
                before = line[:begin["column"] - 1].decode()
                self.equal(len(before) + 1, place["column"])

    def test_csv(self):
        text = self.check_as("csv").out.decode("utf-8")
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        self.equal([(r["rule"], r["line"], r["column"], r["severity"], r["uri"].lstrip("'"))
                    for r in rows],
                   [(f["rule"], str(f["location"]["line"]), str(f["location"]["column"]),
                     f["severity"], f["uri"]) for f in self.expected])
        for row in rows:
            for cell in row.values():
                self.check(cell[:1] not in ("=", "+", "-", "@", "\t", "\r"), cell)
        self.file("=cmd|x/a.txt", b"http://u:pw12345@example.com/\n")
        text = self.run_here("check", "=cmd|x", "--format", "csv").text
        self.contains(text, "\"'=cmd|x/a.txt\"")

    def test_several_reports_of_one_run(self):
        result = self.run_here("check", ".", "--min-severity", "note", "--report", "json=one.json",
                               "--report", "sarif=two.sarif", "--report=csv=three.csv")
        self.status(result, 1)
        self.contains(result.text, "plain.txt:1:")
        one = json.loads((self.dir / "one.json").read_text())
        self.equal([f["fingerprint"] for f in one["findings"]],
                   [f["fingerprint"] for f in self.expected])
        two = json.loads((self.dir / "two.sarif").read_text())
        self.equal(len(two["runs"][0]["results"]), len(self.expected))
        self.check((self.dir / "three.csv").read_bytes().endswith(b"\r\n"))
        again = self.run_here("check", ".", "--min-severity", "note", "--format=json",
                              "--report=json=one.json", "--report=sarif=two.sarif",
                              "--report=csv=three.csv")
        self.equal(len(again.json()["findings"]), len(self.expected), "reports are not read")

    def test_wrong_reports(self):
        for wrong in ("json", "json=", "=x", "pdf=x", "text=-"):
            result = self.run_here("check", "plain.txt", "--report", wrong)
            self.status(result, 2, wrong)
            self.contains(result.errors, "--report")
        self.status(self.run_here("check", "plain.txt", "--report=json=a", "--report=csv=a"), 2)
        self.status(self.run_here("check", "plain.txt", "--report", "json=no/such/folder/x"), 2)
        self.check(not (self.dir / "a").exists())


if __name__ == "__main__":
    harness.main()
