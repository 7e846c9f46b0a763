"""docs/schema/urilint-config.schema.json accepts what the program accepts, and nothing else.

Usage: config_schema_test.py PROGRAM SOURCE_DIR [--sanitized]

Configurations are made key by key: with values that are right, of wrong types, out of range, and
with keys that there are not. Names of rules, hosts and files are always right here: only the
program can look those up. Nor can a schema count bytes beside characters, compare the ends of a
range of ports, or tell 443.0 from 443.
"""
import datetime
import json
import random
import re
import tomllib

import harness

jsonschema = harness.skip_without("jsonschema")

TOP, OVERRIDE, POLICY, FIX, VERDICT = "top", "override", "policy", "fix", "verdict"
# The kind of the value of each key, and an entry that is right.
RULES = ("words", "userinfo-password")
KEYS = {
    TOP: {
        "extends": ("words", "../base.toml"), "profile": ("word", "mail"), "select": RULES,
        "extend-select": RULES, "ignore": RULES, "severity": ("levels", "error"), "locked": RULES,
        "include": ("free", "a/*.yaml"), "exclude": ("free", "b*"),
        "min-severity": ("word", "note"), "min-confidence": ("word", "low"),
        "fail-on": ("word", "never"), "baseline": ("text", "../known"),
        "packs": ("words", "../lint"), "protected-names": ("words", "www.example.com"),
        "policy": ("table", POLICY), "fix": ("table", FIX), "override": ("tables", OVERRIDE),
        "verdict": ("table", VERDICT),
    },
    OVERRIDE: {
        "paths": ("some", "docs/"), "keys": ("some", "a.*.b"), "hosts": ("some", "*.example.com"),
        "profile": ("word", "review"), "select": RULES, "extend-select": RULES, "ignore": RULES,
        "severity": ("levels", "off"), "policy": ("table", POLICY),
        "protected-names": ("words", "www.example.com"), "fix": ("table", FIX),
        "reason": ("text", "because"),
    },
    POLICY: {
        "schemes": ("words", "https"), "deny-schemes": ("words", "ftp"),
        "hosts": ("words", "*.example.com"), "deny-hosts": ("words", "192.0.2.0/24"),
        "ports": ("ports", 443), "deny-ports": ("ports", "8000-8999"),
    },
    FIX: {"https-hosts": ("words", "www.example.com")},
    VERDICT: {
        "flag-on": ("word", "note"), "block-on": ("word", "never"), "min-confidence": ("word", "low"),
        "rules": ("verdicts", "flag"), "max-size": ("count", 1 << 20), "max-links": ("count", 100),
        "max-seconds": ("count", 5),
    },
}
LEVELS = ["off", "note", "warning", "error", "never", "low", "medium", "high", "repo", "mail",
          "proxy", "review", "Error", "error ", " note", "fatal", "pass", "flag", "block"]
COUNTS = [0, 1, -1, 86400, 86401, 1 << 30, (1 << 30) + 1, 100000000, 100000001, 1 << 40, 2.5, "5"]
PORTS = [0, 1, 443, 65535, 65536, -1, 1 << 40, 1.5, True, "0", "443", "00443", "65535", "65536",
         "70000", "99999", "100000", "8000-8999", "1-1", "0-65535", "1-65536", "-1", "1-", "-",
         "1-2-3", " 1", "1 ", "a", "", "0x50", [443], {}]
PATHS = ["a", "!a", "a!", "\\!a", "/a", "**", "a/**/b/", "x" * 1024, "x" * 1025, "./a", "./a/b", "././a",
         ".", "./", "..", "../a", "a/..", "a/./b", "a/.", "a//b", "//a", "/", "a/", ".a", "..a", "a..",
         ".github/", "[", "a[b", "[]", "[]a]", "[!]", "[!a]", "[a-z]x", "\\[", "\\\\[", "[\\]", "[\\]]",
         "[^]]", "a\\", "[a]b[", "*", "?"]
HOSTS = ["a.example.com", "*.example.com", "A-b_c.example.com", "http://a.example.com", "a.example.com:80",
         "a.example.com/", "a@b.example.com", "ä.example.com", "[ab].example.com", "[2001:db8::1]", "a b",
         "192.0.2.1"]
GLOBS = ["a", "a.b", "**", "*.a", "**.a", "a[0]", "a[*]", "[0]", "[0][1].a", '"a.b"', 'a."b\\"c".d',
         'a.""', "a.[0]", "ä.ö", "a b", '"\\\\"', "a]b", 'a"b', "?", "a*.b?",
         ".", "a.", ".a", "a..b", "a[", "a[]", '"a', "[1]x", '"a"b', "a[0", "a[x]", "a[-1]", "[**]", '"a\\"', "", "[a]b.c",
         '"a"[0]', ".".join("a" * 64), ".".join("a" * 65), "[0]" * 64, "[0]" * 65]


def written(value):
    """A value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, list):
        return "[" + ", ".join(written(entry) for entry in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {written(v)}" for k, v in value.items()) + "}"
    return repr(value)


def document(table):
    return "".join(f"{json.dumps(k)} = {written(v)}\n" for k, v in table.items())


def right(kind, what):
    """A value that is right."""
    if kind in ("word", "text"):
        return what
    if kind in ("words", "free", "some", "ports"):
        return [what]
    if kind in ("levels", "verdicts"):
        return {"userinfo-password": what}
    if kind == "count":
        return what
    if kind == "table":
        return {key: right(*of) for key, of in KEYS[what].items()}
    return [{"paths": ["a"]}]


def other_values(kind, what):
    """Values of every type, right or not."""
    values = [True, 0, 3, 1.5, -1, datetime.date(2030, 1, 31), "", [], {}, [1], [True], [""],
              [[]], [{}], {"a": 1}, {"": "error"}]
    if isinstance(what, str) and kind not in ("table", "tables"):
        values += [what, [what], [what, 1], [what, ""], [what, [what]], what + "\n",
                   [what + "\nb"], ["\r" + what], [what + "\0"]]
        values += [{what: what}] if kind not in ("levels", "verdicts") else []
    if kind in ("word", "levels", "verdicts"):
        values += LEVELS
    if kind == "count":
        values += COUNTS
    if kind in ("levels", "verdicts"):
        values.remove({"": "error"})
        values += [{"userinfo-password": level} for level in LEVELS]
        values += [{"userinfo-password": value} for value in (True, 0, [], {}, ["error"])]
    if kind == "ports":
        values += [[port] for port in PORTS] + PORTS
    if kind == "text":
        values += ["x" * 1024, "x" * 1025, "!x", "a://b"]
    if kind == "free":
        values += [["x" * 1024], ["x" * 1025], ["!x"], ["x"] * 10001]
    if kind == "table":
        values += [[{}], {"no-such-key": 1}, {**right(kind, what), "no-such-key": []}]
        for key, of in KEYS[what].items():
            values += [{key: value} for value in other_values(*of)]
    return values


def override_values():
    """Overrides, each alone in the list."""
    base = {"paths": ["a"]}
    for key, of in KEYS[OVERRIDE].items():
        yield {key: right(*of)}
        yield {"hosts": ["a.example.com"], key: right(*of)}
        for value in [right(*of)] + other_values(*of):
            yield {**base, key: value}
    for glob in GLOBS:
        yield {"keys": [glob]}
    for path in PATHS:
        yield {"paths": [path]}
    for host in HOSTS:
        yield {"paths": ["a"], "fix": {"https-hosts": [host]}}
    yield {}
    yield {"reason": "x"}
    yield {**base, "no-such-key": 1}
    yield {**base, "override": []}
    yield {"path": ["a"]}


def configurations():
    yield {}
    yield {key: right(*of) for key, of in KEYS[TOP].items()}
    yield {"no-such-key": 1}
    yield {"Profile": "mail"}
    for key, of in KEYS[TOP].items():
        for value in [right(*of)] + other_values(*of):
            yield {key: value}
        yield {key + "s": right(*of)}
    for path in PATHS:
        yield {"exclude": [path]}
        yield {"include": [path]}
    for host in HOSTS:
        yield {"fix": {"https-hosts": [host]}}
    for value in override_values():
        yield {"override": [value]}
        yield {"override": value}
    yield {"override": [{"paths": ["a"]}, 1]}
    yield {"override": [{"paths": ["a"]}, {"paths": []}]}
    yield {"override": [{"paths": ["a"]}] * 1000}
    yield {"override": [{"paths": ["a"]}] * 1001}
    yield {"extends": ["https://example.com/x.toml"]}
    yield from mixed(random.Random(3986))


def mixed(dice, count=400):
    """Several keys, most of them right."""
    overrides = [*override_values()]
    pools = {key: other_values(*of) for key, of in KEYS[TOP].items()}
    for _ in range(count):
        table = {}
        for key in dice.sample(sorted(KEYS[TOP]), dice.randint(2, 6)):
            kind, what = KEYS[TOP][key]
            wrong = dice.random() < 0.12
            table[key] = dice.choice(pools[key]) if wrong else right(kind, what)
        if dice.random() < 0.3:
            table["override"] = [dice.choice(overrides) for _ in range(2)]
        yield table


class Schema(harness.Case):
    def test_both_say_the_same(self):
        path = harness.source_dir / "docs/schema/urilint-config.schema.json"
        schema = json.loads(path.read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        texts = [document(table) for table in configurations()]
        self.file("base.toml", "")
        self.file("lint/pack-rule.toml", harness.PACK)
        for i, text in enumerate(texts):
            self.file(f"c{i}/.urilint.toml", text)
            self.file(f"c{i}/x.txt", "")
        errors = self.run_here("check", "--format", "json").errors
        # Files are not there for every name that is right.
        errors = "".join(line + "\n" for line in errors.splitlines()
                         if not re.search(r": baseline: the (baseline .*|file is not there)", line))
        refused = {int(n) for n in re.findall(r"^urilint: error: c(\d+)/\.urilint\.toml:", errors,
                                              re.MULTILINE)}
        verdicts = set()
        for i, text in enumerate(texts):
            fits = validator.is_valid(tomllib.loads(text))
            verdicts.add(fits)
            said = [line for line in errors.split("\n") if f" c{i}/" in line][:3]
            self.equal(i not in refused, fits, f"{text[:300]}\nThe program: {said}")
        self.equal(verdicts, {True, False})
        self.check(len(texts) > 1000)


if __name__ == "__main__":
    harness.main()
