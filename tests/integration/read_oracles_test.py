"""Readers against the parsers of Python: both must read the same URIs out of generated documents."""
import configparser
import csv
import io
import random
import shlex
import unittest

import harness

try:
    import tomllib
except ModuleNotFoundError:
    tomllib = None

ROUNDS = 200


def uris(rng, count=ROUNDS):
    """URIs that no prose around them could change."""
    letters = "abcXYZ019-._~/?=&+,;@"
    return [f"https://example.com/{i}/" + "".join(rng.choice(letters) for _ in range(12)) + "z"
            for i in range(count)]


def found(form, document):
    result = harness.run("extract", "--as", form, "--format", "jsonl", "-",
                         stdin=document.encode("utf-8"))
    return [line["uri"] for line in result.lines() if line["type"] == "uri"]


class ReadOracles(harness.Case):
    def compare(self, form, document, wanted):
        self.equal(found(form, document), wanted)

    def test_csv(self):
        rng = random.Random(5)
        for separator in ",;\t|":
            wanted = uris(rng)
            out = io.StringIO()
            writer = csv.writer(out, delimiter=separator, quoting=csv.QUOTE_ALL)
            writer.writerow(["name", "site"])
            for uri in wanted:
                writer.writerow([rng.choice(['a "b"', "c" + separator, "d\ne", '"', ""]), uri])
            rows = list(csv.reader(io.StringIO(out.getvalue()), delimiter=separator))
            self.compare("csv", out.getvalue(), [row[1] for row in rows[1:]])

    def test_shell(self):
        rng = random.Random(6)
        lines = []
        for uri in uris(rng):
            word = ""
            while uri:
                size = rng.randrange(1, 6)
                piece, uri = uri[:size], uri[size:]
                word += rng.choice([f"'{piece}'", f'"{piece}"', "".join("\\" + c for c in piece)])
            lines.append("get " + word)
        document = "\n".join(lines) + "\n"
        self.compare("shell", document, [shlex.split(line)[1] for line in lines])

    @unittest.skipIf(tomllib is None, "this Python has no tomllib")
    def test_toml(self):
        rng = random.Random(7)
        lines = []
        for number, uri in enumerate(uris(rng)):
            text = "".join(rng.choice([c, c, f"\\u{ord(c):04x}", f"\\U{ord(c):08X}"]) for c in uri)
            lines.append(f'a.{number} = ["""\\\n  {text}""", \'x\'] # y')
        document = "\n".join(lines) + "\n"
        values = tomllib.loads(document)["a"].values()
        self.compare("toml", document, [value[0] for value in values])

    def test_ini(self):
        rng = random.Random(8)
        lines = ["[s]"]
        for number, uri in enumerate(uris(rng)):
            lines += ["; comment", f"key{number}{rng.choice([' = ', ': ', '='])}{uri.replace(';', '')}"]
        document = "\n".join(lines) + "\n"
        parser = configparser.ConfigParser(interpolation=None)
        parser.read_string(document)
        self.compare("ini", document, list(parser["s"].values()))


if __name__ == "__main__":
    harness.main()
