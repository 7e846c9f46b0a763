"""Every JSON that the program writes about a menagerie of inputs, against the checked-in schema;
SARIF essentials; and shapes that made other tools' reports be refused."""
import base64
import json
import os
import pathlib
import sys

import harness
from harness import Case

jsonschema = harness.skip_without("jsonschema")

PASSWORD = "http://u:s3cr3t@example.com/"

MENAGERIE = [
    b"http://example.com/", b"", b"a:b", b"//host/path", b"?q#f", b"http://", b"http://@:/",
    b"https://svc:S3cr3tPw9@db.example.com:5432/app?api_key=9f8e7d6c5b4a3928#x",
    b"http://0x7f.1/", b"http://0300.0250.1/", b"http://4294967296/", b"http://[::ffff:192.0.2.1]/",
    b"http://[fe80::1%25eth0]/", b"http://[v1.x]/", b"http://[::1", b"http://::1]/", b"http://[]/",
    b"ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
    b"http://example.com\\@example.org/", b"http://a@b@example.com/", b"http://exa%2fmple.com/",
    b"http://example.com:99999/", b"http://example.com:0/", b"http://example.com:8a/",
    "https://ex\u00e4mple.com/\u00e9?\u202e#\u2028\ufeff".encode(), b"http://\xff\xfe.example/\x80",
    b"http://example.com/%", b"http://example.com/%zz%0", b"http://example.com/%00%0d%0aX:%20y",
    b"http://example.com/a b\tc", b"\x1b]0;title\x07http://example.com/\x1b[31m", b"::error::x",
    b"http://example.com/##[command]x::y", b"##vso[task.setvariable]x", b"javascript:alert(1)",
    b"https://r.example.com/?u=https%3A%2F%2Fv%3As3cr3tPw8%40example.org%2F",
    b"https://r.example.com/?u=https%253A%252F%252Fv%253As3cr3tPw8%2540example.org",
    b"http://" + b"[" * 3000, b"%" * 700, b"a" * 5000, b"http://" + b"x." * 200 + b"com/",
    b"http://example.com/${VAR}/{id}?x=%s", b"jdbc:mysql://h.example.com/d?user=a&password=hunter2x",
    b"mongodb://app:pa#ss9@db.example.com:27017", b"git+ssh://git@example.com/a.git",
    b"http://169.254.169.254/latest/meta-data/", b"http://192.0.2.9:25/", b'"quoted"', b"back\\slash",
]
FORMS = (b"%s", b"see <%s>, or %s.", b'{"k": "%s"}')


class Schema(Case):
    @classmethod
    def setUpClass(cls):
        sys.path.insert(0, str(harness.source_dir / "tests" / "golden"))
        import validate
        cls.validate = validate
        path = harness.source_dir / "docs" / "schema" / "urilint-output.schema.json"
        cls.schema = json.loads(path.read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(cls.schema)

    def valid(self, result, name):
        """Validates an output; `name` tells its kind and format, such as `check.json`."""
        text = result.out.decode("utf-8")
        self.check(not self.validate.HOSTILE.search(text), f"{name}: a raw hostile character")
        try:
            if name.endswith(".sarif"):
                self.validate.check_sarif(text)
            else:
                # Only LF ends a line of jsonl; str.splitlines would also cut at others.
                self.check(text.endswith("\n"), name)
                self.validate.check_json(pathlib.Path(name), text, self.schema)
        except (self.validate.Failure, jsonschema.ValidationError, KeyError, ValueError) as error:
            self.fail(f"{name}: {error}")
        self.check(True)

    def write_menagerie(self):
        for i, form in enumerate(FORMS):
            self.file(f"m{i}.txt", b"\n".join(form.replace(b"%s", one) for one in MENAGERIE))
        self.file("list.txt", b"\n".join(MENAGERIE))
        self.file("utf16.txt", "\ufeff".encode("utf-16le") + f"x {PASSWORD}\n".encode("utf-16le"))
        self.file("binary", b"\0\0http://example.com/")
        self.file("empty", b"")
        self.file(b"name\n\x1b[31m\xff\xe2\x80\xae.txt", PASSWORD)
        self.file("dir\u00e4 #1/100% a:b.txt", PASSWORD)
        os.symlink("/", self.dir / "out")
        os.symlink("missing", self.dir / "dangling")

    def test_check(self):
        self.write_menagerie()
        for profile in ("repo", "mail", "proxy", "review"):
            for form in ("json", "jsonl", "sarif"):
                for arguments in ([], ["--stats"], ["--as=list"], ["--show-secrets"], ["missing"]):
                    result = self.run_here("check", "--profile", profile, "--format", form,
                                           "--min-confidence=low", "--min-severity=note",
                                           ".", *arguments)
                    self.status(result, 2 if "missing" in arguments else 1)
                    self.valid(result, f"check.{form}")
        self.valid(self.run_here("check", "--format=json", "--files-from=empty"), "check.json")
        self.valid(self.run_here("check", "--format=jsonl", "--files-from=empty"), "check.jsonl")
        self.valid(self.run_here("check", "--format=sarif", "--files-from=empty"), "check.sarif")

    def test_extract(self):
        self.write_menagerie()
        for profile in ("repo", "mail", "proxy", "review"):
            for form in ("json", "jsonl"):
                for arguments in ([], ["--as=list"], ["--show-secrets"], ["missing"]):
                    result = self.run_here("extract", "--profile", profile, "--format", form, ".",
                                           *arguments)
                    self.status(result, 2 if "missing" in arguments else 0)
                    self.valid(result, f"extract.{form}")
        self.valid(self.run_here("extract", "--format=json", "empty"), "extract.json")

    def test_inspect(self):
        operands = [one for one in MENAGERIE if one != b"-"]
        for profile in ("repo", "mail", "proxy", "review"):
            for options in ([], ["--show-secrets"]):
                result = self.run_here("inspect", "--format=json", "--profile", profile, *options,
                                       "--", *operands)
                self.status(result, 0)
                self.valid(result, "inspect.json")
                self.equal(len(result.json()), len(operands))
                result = self.run_here("inspect", "--format=jsonl", "--profile", profile, *options,
                                       "--", *operands)
                self.valid(result, "inspect.jsonl")
        for operand in operands:
            self.valid(self.run_here("inspect", "--format=json", "--", operand), "inspect.json")

    def test_the_summary_of_jsonl_is_last(self):
        self.write_menagerie()
        for command in ("check", "extract"):
            lines = self.run_here(command, "--format=jsonl", ".").lines()
            self.equal([line["type"] for line in lines].count("summary"), 1)
            self.equal(lines[-1]["type"], "summary")

    def test_findings_are_the_same_in_json_jsonl_and_sarif(self):
        self.write_menagerie()
        arguments = ["check", "--profile=review", "--min-confidence=low", "."]
        findings = self.run_here(*arguments, "--format=json").json()["findings"]
        lines = self.run_here(*arguments, "--format=jsonl").lines()
        self.equal([line for line in lines if line["type"] == "finding"], findings)
        results = self.run_here(*arguments, "--format=sarif").json()["runs"][0]["results"]
        self.equal([(r["ruleId"], r["level"]) for r in results],
                   [(f["rule"], f["severity"]) for f in findings])
        for result, finding in zip(results, findings):
            region = result["locations"][0]["physicalLocation"]["region"]
            location = finding["location"]
            self.equal((region["startLine"], region["startColumn"], region["endLine"],
                        region["endColumn"], region["byteOffset"], region["byteLength"]),
                       tuple(location[k] for k in ("line", "column", "end_line", "end_column",
                                                   "byte_offset", "byte_length")))
        self.equal(len({f["fingerprint"] for f in findings}), len(findings))

    def test_locations_index_the_file(self):
        self.write_menagerie()
        findings = self.run_here("check", "--profile=review", "--format=json", "--show-secrets",
                                 "m0.txt", "m1.txt").json()["findings"]
        self.check(len(findings) > 10)
        for finding in findings:
            data = (self.dir / finding["location"]["path"]).read_bytes()
            place = finding["location"]
            before = data[:place["byte_offset"]].replace(b"\r\n", b"\n")
            self.equal(place["line"], before.count(b"\n") + before.count(b"\r") + 1, finding)
            marked = data[place["byte_offset"]:][:place["byte_length"]]
            if finding["uri_base64"] is None and not finding["within"]:
                span = finding["span"]
                printed = finding["uri"].encode()[span["start"]:span["end"]]
                self.equal(marked, printed, finding)


class Cases(Case):
    """Shapes that broke other tools' reports."""

    def region(self, result, index=0):
        results = result.json()["runs"][0]["results"]
        return results[index]["locations"][0]["physicalLocation"]["region"]

    def uris(self, result):
        return [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                for r in result.json()["runs"][0]["results"]]

    def test_columns_are_one_based_and_end_is_behind(self):
        self.file("a.txt", PASSWORD + "\n")
        result = self.run_here("check", "--select=userinfo-password", "--format=sarif", "a.txt")
        region = self.region(result)
        # The mark is the password: columns 10 to 16, the end exclusive.
        self.equal((region["startLine"], region["startColumn"], region["endLine"],
                    region["endColumn"]), (1, 10, 1, 16))
        finding = self.run_here("check", "--select=userinfo-password", "--format=json",
                                "a.txt").json()["findings"][0]
        whole = finding["uri_location"]
        self.equal((whole["line"], whole["column"], whole["end_line"], whole["end_column"]),
                   (1, 1, 1, 29))
        self.equal((whole["byte_offset"], whole["byte_length"]), (0, 28))

    def test_a_mark_at_the_beginning_of_a_file_is_in_column_one(self):
        self.file("a.txt", "\u00e9://example.com/")
        result = self.run_here("check", "--as=list", "--select=char-non-ascii", "--format=sarif",
                               "a.txt")
        region = self.region(result)
        self.equal((region["startColumn"], region["endColumn"]), (1, 2))

    def test_file_names_become_uri_references(self):
        self.file("conf dir/\u00e4#1 100%.yml", PASSWORD)
        self.file("a:b.yml", PASSWORD)
        result = self.run_here("check", "--select=userinfo-password", "--format=sarif")
        self.equal(self.uris(result), ["./a:b.yml", "conf%20dir/%C3%A4%231%20100%25.yml"])
        self.lacks(result.text, str(self.dir))

    def test_standard_input_has_a_name(self):
        result = self.run_here("check", "--as=list", "--select=userinfo-password",
                               "--format=sarif", "-", stdin=PASSWORD.encode())
        self.equal(self.uris(result), ["stdin"])

    def test_a_missing_last_line_end_does_not_unmask_the_neighbour(self):
        self.file("a.ini", "some.datasource.url=https://u:password12345@h.example/\n"
                           "other=https://t:1234567890123456@h.example/")
        for form in ("text", "json", "jsonl", "sarif"):
            result = self.run_here("check", "--select=userinfo-password", "--format", form)
            self.status(result, 1)
            self.lacks(result.text, "password12345")
            self.lacks(result.text, "1234567890123456")
        findings = self.run_here("check", "--select=userinfo-password", "--format=json").json()
        self.equal([f["uri"] for f in findings["findings"]],
                   ["https://u:***@h.example/", "https://t:***@h.example/"])

    def test_a_binary_file_is_skipped_with_a_note(self):
        font = base64.b64decode("AAEAAAAOAIAAAwBgT1MvMoAAAAAAAADsAAAAYP/+AGgAdAB0AHAAOgAvAC8=")
        self.file("a.ttf", font + b"://u:s3cr3t@example.com/")
        self.file("b.txt", PASSWORD)
        document = self.run_here("check", "--select=userinfo-password", "--format=json").json()
        self.equal([f["location"]["path"] for f in document["findings"]], ["b.txt"])
        self.equal([(n["code"], n["path"]) for n in document["notes"]], [("binary", "a.ttf")])
        self.status(self.run_here("check", "a.ttf"), 0, "also when it is named")
        self.contains(self.run_here("check", "a.ttf").text, "a.ttf: binary file, skipped")
        self.lacks(self.run_here("check", ".").text, "a.ttf")
        self.contains(self.run_here("check", ".", "--stats").text, "a.ttf")

    def test_utf16_is_decoded(self):
        self.file("a.yml", b"\xff\xfe" + "\u00e4lr: http://u:pw@example.com/\n".encode("utf-16le"))
        finding = self.run_here("check", "--select=userinfo-password",
                                "--format=json").json()["findings"][0]
        self.equal((finding["location"]["line"], finding["location"]["column"]), (1, 15))
        self.equal(finding["uri_location"]["column"], 6)
        self.equal(finding["location"]["byte_offset"], 2 + 14 * 2)
        self.equal(finding["location"]["byte_length"], 4)

    def test_latin_1_does_not_stop_a_list(self):
        self.file("list", b"http://example.com/caf\xe9\nhttp://u:p@example.org/\n")
        document = self.run_here("check", "--as=list", "--profile=review", "--format=json",
                                 "--select=char-non-ascii,userinfo-password", "list").json()
        first, second = document["findings"]
        self.equal((first["rule"], first["location"]["line"], first["uri"]),
                   ("char-non-ascii", 1, "http://example.com/caf\ufffd"))
        self.equal(base64.b64decode(first["uri_base64"]), b"http://example.com/caf\xe9")
        self.equal((second["rule"], second["location"]["line"], second["uri_base64"]),
                   ("userinfo-password", 2, None))

    def test_a_bom_counts_in_offsets_and_not_in_columns(self):
        self.file("a.yml", "\ufeffurl: http://u:s3cr3t@example.com/\ufeffx\n")
        document = self.run_here("check", "--select=userinfo-password", "--format=json").json()
        finding = document["findings"][0]
        self.equal(finding["uri_location"]["column"], 6)
        self.equal(finding["uri_location"]["byte_offset"], 8)
        self.file("a.yml", f"\ufeff{PASSWORD}\n")
        finding = self.run_here("check", "--as=list", "--select=userinfo-password",
                                "--format=json").json()["findings"][0]
        self.equal(finding["uri"], "http://u:***@example.com/")
        self.equal(finding["uri_location"]["column"], 1)

    def test_crlf_ends_a_line(self):
        self.file("list", "http://example.com/\r\nhttp://example.org:80\r\n")
        self.equal([u["uri"] for u in self.run_here("extract", "--as=list", "--format=json",
                                                    "list").json()["uris"]],
                   ["http://example.com/", "http://example.org:80"])
        # port-cross-protocol and every other rule stay silent about these lines.
        document = self.run_here("check", "--as=list", "--format=json", "list").json()
        self.equal(document["findings"], [])
        located = self.run_here("extract", "--format=json", "list").json()["uris"][1]["location"]
        self.equal((located["line"], located["column"], located["end_column"]), (2, 1, 22))


if __name__ == "__main__":
    harness.main()
