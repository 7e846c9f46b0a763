"""No output shows a secret: every `bad` example of every rule that declares `secrets`, in several
disguises, through every command, format, profile and selection; and with --show-secrets it is there.

What is searched for are the runs of a secret between delimiters. A run of less than four characters
proves nothing by itself, so it is searched together with its neighbours in the URI. Outputs are
searched as printed and with percent, JSON, HTML and log escapes and colours undone, in any order.
"""
import html
import itertools
import json
import re
import tomllib
import urllib.parse

import harness
from harness import Case

SHORT = 4
DELIMITERS = re.compile(r"[:/?#\[\]@\\&;=]+")
UNRELATED = "http://192.0.2.9:25/"  # port-cross-protocol reports it
NEIGHBOUR = "https://n%d:N3ighb0urPw@a.example.com/"
NEIGHBOUR_SECRET = "N3ighb0urPw"
PROFILES = ("repo", "mail", "proxy", "review")


HOLE = re.compile(r"\{[\w.:-]*\}")  # what profile repo takes for template syntax in text


class Example:
    def __init__(self, name, uri, secrets, is_text=False):
        self.name = name
        self.uri = uri
        self.secrets = secrets
        self.is_text = is_text  # running text, not a URI by itself
        self.is_hole = any(HOLE.fullmatch(s) or f"{{{s}}}" in uri for s in secrets)
        self.masked = uri
        for secret in sorted(secrets, key=len, reverse=True):
            self.masked = self.masked.replace(secret, "***")
        self.needles = set()
        for secret in secrets:
            self.needles |= needles_of(uri, secret)
        self.ambiguous = {n for n in self.needles if n in self.masked}
        self.needles -= self.ambiguous


def needles_of(uri, secret):
    needles = set()
    plain = urllib.parse.unquote(secret)
    if plain != secret and len(plain) >= SHORT:
        needles.add(plain)
    for run in DELIMITERS.split(secret):
        if len(run) >= SHORT:
            needles.add(run)
        elif run:
            needles |= with_neighbours(uri, secret, run)
    return needles


def with_neighbours(uri, secret, run):
    needles = set()
    begin = uri.find(secret)
    while begin != -1:
        at = begin + secret.find(run)
        end = at + len(run)
        missing = SHORT + 1 - len(run)
        for needle in (uri[max(0, at - missing):end], uri[at:end + missing]):
            if len(needle) > SHORT:
                needles.add(needle)
        begin = uri.find(secret, begin + 1)
    return needles


def rule_files():
    for path in sorted((harness.source_dir / "rules").glob("*/*.toml")):
        yield path.stem, tomllib.loads(path.read_text(encoding="utf-8"))


def read_examples():
    for rule, content in rule_files():
        for i, bad in enumerate(content.get("bad", [])):
            if not bad.get("secrets"):
                continue
            uri = bad.get("uri") or bad.get("text") or bytes.fromhex(bad["hex"]).decode("latin-1")
            if all(secret in bad.get("shown", "") for secret in bad["secrets"]):
                uri = bad["shown"]  # the text of a link
            yield Example(f"{rule}, bad example {i + 1}", uri, bad["secrets"], "text" in bad)


def prose():
    """Everything that the program itself says."""
    words = []
    for rule, content in rule_files():
        words.append(rule)
        for key in ("summary", "why", "instead", "message", "references"):
            words.append(str(content.get(key, "")))
        words += [v.get("message", "") for v in content.get("variants", [])]
    return " ".join(" ".join(words).split())


def batches(examples):
    """Groups in which no secret of one stands in the clear in another."""
    groups = []
    for example in examples:
        for group in groups:
            if all(not any(n in other.masked for n in example.needles) and
                   not any(n in example.masked for n in other.needles) for other in group):
                group.append(example)
                break
        else:
            groups.append([example])
    return groups


# --- disguises --------------------------------------------------------------------------------

def as_lines(uri, _):
    return uri


def in_text(uri, i):
    return f"see {NEIGHBOUR % i} and {UNRELATED} or {uri} but {NEIGHBOUR % i}x, {UNRELATED} end"


def in_json(uri, i):
    value = json.dumps({"a": UNRELATED, "u": uri, "n": NEIGHBOUR % i}).replace("/", "\\/")
    return value


def in_json_unicode(uri, i):
    text = "".join(f"\\u{ord(c):04x}" if c in "&<>'" else c for c in json.dumps(uri))
    return f'{{"a": "{UNRELATED}", "u": {text}, "n": "{NEIGHBOUR % i}"}}'


def in_query(uri, i):
    return (f"{UNRELATED} https://outer.example.com/r?to={urllib.parse.quote(uri, safe='')}"
            f"&v={i} {NEIGHBOUR % i}")


def in_query_lower(uri, i):
    return re.sub("%[0-9A-F]{2}", lambda m: m.group().lower(), in_query(uri, i))


def in_html(uri, i):
    return f'<p>{UNRELATED} <a href="{html.escape(uri)}">{i}</a> {NEIGHBOUR % i}</p>'


DISGUISES = (("list", as_lines), ("text", in_text), ("text", in_json), ("text", in_json_unicode),
             ("text", in_query), ("text", in_query_lower), ("list", in_query), ("text", in_html))


# --- searching --------------------------------------------------------------------------------

def undo_percent(text):
    return urllib.parse.unquote(text, errors="replace") if "%" in text else text


def undo_json(text):
    text = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda m: chr(int(m.group(1), 16)), text)
    return text.replace("\\/", "/").replace('\\"', '"').replace("\\\\", "\\")


def undo_html(text):
    return html.unescape(text) if "&" in text else text


def undo_log(text):
    return re.sub(r"\\u\{([0-9A-Fa-f]{1,6})\}", lambda m: chr(int(m.group(1), 16)), text)


def undo_color(text):
    return re.sub("\x1b\\[[0-9;]*m", "", text)


def forms_of(data):
    """The output as printed and with escapes undone, up to three layers of them."""
    text = data.decode("utf-8")
    forms = {text}
    layer = {undo_color(text)}
    for _ in range(3):
        forms |= layer
        layer = {undo(form) for undo in (undo_percent, undo_json, undo_html, undo_log)
                 for form in layer} - forms
    return forms | layer


def selections():
    families = sorted({p.parent.name for p in (harness.source_dir / "rules").glob("*/*.toml")})
    with_secrets = sorted({rule for rule, content in rule_files()
                           if any(bad.get("secrets") for bad in content.get("bad", []))})
    return ([], ["--select", "port-cross-protocol"], ["--select", ",".join(families)],
            ["--ignore", ",".join(with_secrets)])


def all_commands(form, path):
    for profile, selection in itertools.product(PROFILES, selections()):
        base = ["--profile", profile, *selection, "--min-severity=note"]
        outputs = [["--format=text", "--color=never"], ["--format=json"]]
        if not selection:
            outputs += [["--format=text", "--color=always"], ["--format=jsonl"], ["--format=sarif"],
                        ["--format=github"], ["--format=junit"], ["--format=csv"]]
        for output in outputs:
            yield ["check", "--as", form, *base, "--min-confidence=low", *output, path]
    for profile in PROFILES:
        for output in ("text", "json", "jsonl"):
            yield ["extract", "--as", form, "--profile", profile, "--format", output, path]


class Secrets(Case):
    @classmethod
    def setUpClass(cls):
        cls.examples = list(read_examples())
        said = prose()
        cls.common = {n for e in cls.examples for n in e.needles if n in said}
        for example in cls.examples:
            example.needles -= cls.common
        cls.groups = batches(cls.examples)

    def search(self, group, arguments, result, what):
        self.check(result.status in (0, 1), f"{what}: {arguments}: {result.err!r}")
        forms = forms_of(result.out + result.err)
        for form in forms:
            self.lacks(form, NEIGHBOUR_SECRET, f"{what}: {arguments}")
        # Many examples have the same secret: each is looked for once.
        needles = {needle for example in group for needle in example.needles}
        printed = {needle for needle in needles if any(needle in form for form in forms)}
        with_holes = "text" in arguments[:3] and "repo" in arguments[:6]
        for example in group:
            if example.is_hole and with_holes:
                continue  # docs/cli.md, template holes
            for needle in example.needles & printed:
                self.explain(example, needle, arguments, forms, what)
        self.check(True)

    def explain(self, example, needle, arguments, forms, what):
        form = next(form for form in forms if needle in form)
        at = form.find(needle)
        self.fail(f"{example.name} ({example.uri}): {needle!r} is printed by {arguments} ({what}):\n"
                  f"…{form[max(0, at - 300):at + 200]}…")

    def test_every_example_has_something_to_search_for(self):
        self.check(len(self.examples) >= 20, "rules about credentials are missing")
        rules = {example.name.split(",")[0] for example in self.examples}
        for rule in ("userinfo-password", "userinfo-password-malformed", "userinfo-token",
                     "query-secret-name"):
            self.contains(rules, rule)
        blind = [example.name for example in self.examples if not example.needles]
        ambiguous = sum(len(example.ambiguous) for example in self.examples)
        print(f"{len(self.examples)} examples in {len(self.groups)} groups; "
              f"{len(blind)} without a searchable secret, {ambiguous} secrets stand in the clear "
              f"in their own example, {len(self.common)} are words of the program", flush=True)
        self.check(len(blind) * 10 <= len(self.examples), blind)

    def test_the_search_sees_through_escapes(self):
        for escaped in ("hunter%32Example", "hunter\\u0032Example", "hunter&#50;Example",
                        "hunter\\u{32}Example", "hun\x1b[1mter2\x1b[0mExample",
                        "hunter%2532Example", "hunter\\u002532Example", "hunter&#x25;32Example"):
            self.check(any("hunter2Example" in f for f in forms_of(escaped.encode())), escaped)

    def suited(self, form, disguise):
        """The groups without what is no URI, where a URI is asked for."""
        for group in self.groups:
            if form == "text" and disguise is in_text:
                yield group
            else:
                yield [example for example in group if not example.is_text]

    def test_check_and_extract(self):
        for form, disguise in DISGUISES:
            for number, group in enumerate(self.suited(form, disguise)):
                with self.subTest(disguise=disguise.__name__, form=form, group=number):
                    lines = [disguise(e.uri, i) for i, e in enumerate(group)]
                    self.file("input", "\n".join(lines) + "\n")
                    for arguments in all_commands(form, "input"):
                        self.search(group, arguments, self.run_here(*arguments),
                                    f"{disguise.__name__} as {form}")

    def test_check_and_extract_show_them_when_asked(self):
        for form, disguise in DISGUISES:
            for group in self.suited(form, disguise):
                lines = [disguise(e.uri, i) for i, e in enumerate(group)]
                self.file("input", "\n".join(lines) + "\n")
                shown = set()
                for command in (["extract"], ["check", "--profile=review", "--min-confidence=low"]):
                    result = self.run_here(*command, "--as", form, "--show-secrets", "input")
                    shown |= forms_of(result.out)
                for example in group:
                    for needle in example.needles:
                        self.check(any(needle in form for form in shown),
                                   f"{example.name}: {needle} ({disguise.__name__} as {form})")

    def test_inspect(self):
        for group in self.suited("list", as_lines):
            uris = [e.uri for e in group] + [in_query(e.uri, 1).split()[1] for e in group]
            for profile, selection in itertools.product(PROFILES, selections()):
                for output in (["text", "--color=never"], ["text", "--color=always"], ["json"],
                               ["jsonl"]):
                    arguments = ["inspect", "--profile", profile, *selection, "--format", *output]
                    self.search(group, arguments, self.run_here(*arguments, "--", *uris),
                                "inspect")
            for output in ("text", "json", "jsonl"):
                forms = forms_of(self.run_here("inspect", "--show-secrets", "--format", output,
                                               "--", *uris).out)
                for example in group:
                    for needle in example.needles:
                        self.check(any(needle in form for form in forms), f"{example.name}: {needle}")

    def test_neighbours_on_one_line(self):
        """All examples of a group on one line; a finding prints the line of all of them."""
        for group in self.groups:
            self.file("input", UNRELATED + " " + " ".join(e.uri for e in group) + "\n")
            self.file("quoted", ",".join(f'"{e.uri}"' for e in group if not e.is_text) +
                      f',"{UNRELATED}"\n')
            for name in ("input", "quoted"):
                for arguments in all_commands("text", name):
                    if "--format=sarif" not in arguments:
                        self.search(group, arguments, self.run_here(*arguments), name)


# What is no URI, or one that its own password cuts: each stands in the line of another finding.
SECRET_LINES = (
    ("postgres://svc:Hunt3r Zk9q@db.example.com/x", ("Hunt3r", "Zk9q")),
    ('postgres://svc:Hunt3r"Zk9q@db.example.com/x', ("Hunt3r", "Zk9q")),
    ("postgres://svc:Hunt3r<Zk9q@db.example.com/x", ("Hunt3r", "Zk9q")),
    ("postgres://svc:Hunt3r)Zk9q@db.example.com/x", ("Hunt3r", "Zk9q")),
    ('"postgres://svc:Hunt3r\\"Zk9q@db.example.com/x"', ("Hunt3r", "Zk9q")),
    ("postgres://svc:Hunt3r/Zk9q Vw7x@db.example.com/x", ("Hunt3r", "Zk9q", "Vw7x")),
    ("postgres://svc:Hunt3r@5 Zk9q@db.example.com/x", ("Hunt3r", "Zk9q")),
    ("https://svc:{Hunt3rZk9q}@example.com/", ("Hunt3rZk9q",)),
    ("https://svc:{password}@example.com/?token={Hunt3rZk9q}", ("{password}", "Hunt3rZk9q")),
    ("http://svc:Hunt3rZk9q\uff20example.com/", ("Hunt3rZk9q",)),
    ("http://svc\uff1aHunt3rZk9q\uff20example.com/", ("Hunt3rZk9q",)),
    ("http://svc%3AHunt3rZk9q%40example.com/", ("Hunt3rZk9q",)),
    ("https://example.com/?to=Log%20in:%20https://example.org/"
     "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.k9w2Ex", ("eyJzdWIiOiJleGFtcGxlIn0",)),
    ("https://example.com/?to=Log+in:+https%3A%2F%2Fexample.org%2F"
     "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.k9w2Ex", ("eyJzdWIiOiJleGFtcGxlIn0",)),
    ("svc:Hunt3rZk9q@tcp(db.example.com:3306)/x", ("Hunt3rZk9q",)),
    ("svc:Hunt3rZk9q@git.example.com:path", ("Hunt3rZk9q",)),
    ("//svc:Hunt3rZk9q@db.example.com/x", ("Hunt3rZk9q",)),
    ("host=db.example.com password=Hunt3rZk9q dbname=x", ("Hunt3rZk9q",)),
    ("host=db.example.com password='Hunt3r Zk9q' dbname=x", ("Hunt3r", "Zk9q")),
    ("Server=db.example.com;User Id=svc;Password=Hunt3rZk9q;", ("Hunt3rZk9q",)),
    ("Server=db.example.com;Uid=svc;Pwd={Hunt3r;Zk9q};x=1", ("Hunt3r", "Zk9q")),
    ('Server=db.example.com;Password="Hunt3r;Zk9q";x=1', ("Hunt3r", "Zk9q")),
    ("?Password%3DHunt3rZk9q", ("Hunt3rZk9q",)),
    ("https://acct.blob.example.net/c/b&sv=2024-01-01&sr=b&sig=Hunt3rZk9q%3D", ("Hunt3rZk9q",)),
    ("https://maps.example.com/api/js?key=AIzaHunt3rZk9qHunt3rZk9qHunt3rZk9qHunt", ("Hunt3rZk9q",)),
)


class CutPasswords(Case):
    """What a byte that ends URIs cut off: the beginning stands where the port belongs."""

    def ports(self, text):
        self.file("input.txt", text)
        result = self.run_here("check", "--profile=review", "--select=port-invalid",
                               "--format=json", "input.txt")
        return [finding["uri"] for finding in result.json()["findings"]]

    def test_the_beginning_of_a_password_is_masked(self):
        for password in ("hunter", "Hunter", "hunt", "hu", "support", "!hunter", "9hunter", "h9nter",
                         "hun.ter", "hunter-port-al"):
            for end in ('"', "`~", "<!", "", " x"):
                found = self.ports(f"see https://svc:{password}{end}\n")
                self.check(len(found) == 1 and "hun" not in found[0].lower(), (password, end, found))
                self.check("***" in found[0], found)

    def test_what_is_a_port_or_stands_for_one_shows(self):
        for port in ("PORT", "port", "portnumber", "port_number", "http_port", "serverPort",
                     "nnnn", "80a", "0x50", "99999", "1433;databaseName=app"):
            self.equal(self.ports(f"see http://web:{port} x\n"), [f"http://web:{port}"])
        for uri in ("http://web:80a/", "http://web:abc/", "docker://alpine:latest",
                    "http://localhost:abc", "http://192.0.2.7:abc", "http://[2001:db8::1]:abc"):
            self.equal(self.ports(f"see {uri} x\n"), [uri])


class SecretLines(Case):
    @staticmethod
    def lines(braces):
        """Braces in a userinfo or query are a template in the files of a repository, only there."""
        return [(line, secrets) for line, secrets in SECRET_LINES
                if line.startswith("https://svc:{") == braces]

    def test_a_line_around_a_finding_shows_no_secret(self):
        for braces in (False, True):
            lines = self.lines(braces)
            self.file("input", "".join(f"{UNRELATED} {line}\n" for line, _ in lines))
            for arguments in all_commands("text", "input"):
                if not braces or "repo" not in arguments:
                    self.search(lines, arguments)

    def test_a_list_shows_no_secret(self):
        lines = self.lines(False) + self.lines(True)
        self.file("input", "".join(f"{line}\n" for line, _ in lines))
        for arguments in all_commands("list", "input"):
            self.search(lines, arguments)

    def search(self, lines, arguments):
        result = self.run_here(*arguments)
        self.check(result.status in (0, 1), f"{arguments}: {result.err!r}")
        for form in forms_of(result.out + result.err):
            for line, secrets in lines:
                for secret in secrets:
                    at = form.find(secret)
                    self.check(at < 0, f"{line}: {arguments}: …{form[max(0, at - 80):at + 40]}…")


# Passwords that would end a URI in text, as values whose reader knows their extent.
VALUE_PASSWORDS = ("Hunt3r`~Zk9q", 'Hunt3r!"Zk9q', "Hunt3r) Zk9q", "Hunt3r<!Zk9q", "Hunt3r)'Zk9q",
                   "Hunt3r}'Zk9q", "Hunt3r*a<;.'Zk9q", "Hunt3r\tZk9q", "Hunt3r\nZk9q",
                   "Hunt3r' \" - Zk9q", "hunter`~zkqw", '"Hunt3rZk9q"', 'Hunt3r@a.example"Zk9q')
VALUE_SECRETS = ("Hunt3r", "Zk9q", "hunter", "zkqw")


def line_only(write):
    return lambda uri: None if re.search("[\t\n]", uri) else write(uri)


def without_quote(write):
    return lambda uri: None if "'" in uri else write(uri)


def as_json(uri):
    return json.dumps(uri, ensure_ascii=False)


def literal(mark, escape):
    """A writer of a literal between such marks, with `escape` of what it cannot hold."""
    def write(uri):
        text = re.sub(f"[{mark}\\t\\n\\\\]", lambda m: escape.format(ord(m.group())), uri)
        return f"u = {mark}{text}{mark};\n"
    return write


VALUES = {
    "a.json": lambda uri: f'{{"db": {{"url": {as_json(uri)}}}}}\n',
    "double.yaml": lambda uri: f"db:\n  url: {as_json(uri)}\n",
    "single.yaml": line_only(lambda uri: "url: '{}'\n".format(uri.replace("'", "''"))),
    "variable.yaml": lambda uri: f"env:\n  - {as_json('DATABASE_URL=' + uri)}\n",
    "a.toml": lambda uri: f"url = {as_json(uri)}\n",
    "literal.toml": line_only(without_quote(lambda uri: f"url = '{uri}'\n")),
    "attribute.xml": lambda uri: '<a url="{}"/>\n'.format(
        html.escape(uri).replace("\n", "&#10;").replace("\t", "&#9;")),
    "text.xml": lambda uri: f"<a><b>{html.escape(uri, quote=False)}</b></a>\n",
    "cdata.xml": lambda uri: f"<a><b><![CDATA[\n{uri}\n]]></b></a>\n",
    "a.html": lambda uri: f'<a href="{html.escape(uri)}">x</a>\n',
    "a.properties": lambda uri: "db.url={}\n".format(
        uri.replace("\t", "\\t").replace("\n", "\\n")),
    "a.tf": lambda uri: f'resource "a" "b" {{\n  url = {as_json(uri)}\n}}\n',
    "a.csv": lambda uri: 'a,b\n1,"{}"\n'.format(uri.replace('"', '""')),
    "a.ini": line_only(lambda uri: f"[a]\nurl = {uri}\n"),
    "a.sh": lambda uri: "URL='{}'\n".format(uri.replace("'", "'\\''")),
    ".env": without_quote(lambda uri: f"URL='{uri}'\n"),
    "hex.js": literal("`", "\\x{:02x}"),
    "braces.js": literal("'", "\\u{{{:x}}}"),
    "octal.php": literal('"', "\\{:03o}"),
    "long.py": literal('"', "\\U{:08x}"),
    "a.sql": line_only(lambda uri: "VALUES (1, '{}')\n".format(uri.replace("'", "''"))),
    "a.ps1": line_only(lambda uri: '$u = "{}"\n'.format(re.sub('([`"$])', r"`\1", uri))),
}


class SecretValues(Case):
    def test_a_password_does_not_end_the_url_of_a_value(self):
        files = {}
        cases = itertools.product(enumerate(VALUE_PASSWORDS), ("https", "jdbc:postgresql"),
                                  VALUES.items())
        for (number, password), scheme, (name, write) in cases:
            text = write(f"{scheme}://svc:{password}@db.example.com/x?y=1")
            if text is not None:
                path = f"{number}/{scheme[:4]}/{name}"
                self.file(path, text)
                files[path] = password
        self.check(len(files) > 440)
        checked = self.run_here("check", "--format=json", *files)
        self.check(checked.status == 1, checked.errors)
        found = {f["location"]["path"] for f in checked.json()["findings"]
                 if f["rule"] in ("userinfo-password", "userinfo-password-malformed")}
        self.equal(found, set(files))
        for arguments in (["check", "--color=never", "--profile=review"],
                          ["check", "--format=jsonl"], ["extract"], ["extract", "--format=jsonl"]):
            result = self.run_here(*arguments, *files)
            for line in (result.out + result.err).decode("utf-8").splitlines():
                for secret in VALUE_SECRETS:
                    self.check(secret not in line, f"{secret}: {arguments}: {line[:2000]}")
        for line in self.run_here("extract", "--quiet", *files).text.splitlines():
            self.check(re.sub(r"\*\*\*[@;](?=\*)", "", line)
                       .endswith("://svc:***@db.example.com/x?y=1"), line)


if __name__ == "__main__":
    harness.main()
