"""Links whose text shows something else than their target, in HTML and Markdown: what is said, where, and
in which order; what is not printed; what stays silent."""
import html
import urllib.parse

import harness
from harness import Case

SECRET = "S3cr3tPw9"


class LinkText(Case):
    def findings(self, name, text, *options):
        self.file(name, text)
        result = self.run_here("check", "--min-severity=note", "--format=jsonl", *options, name)
        return [f for f in result.lines() if f["type"] == "finding"]

    def links(self, name, text, *options):
        return self.findings(name, text, "--select=link-text-*", *options)

    def test_a_link_with_both_places(self):
        cases = {
            "a.html": '<p>\n<a href="https://example.net/a?b&amp;c">go to <b>https://exam</b>ple.com/</a>',
            "a.md": "text\n[go to https://example.com/](https://example.net/a?b&c)\n",
        }
        for name, text in cases.items():
            found = self.links(name, text)
            self.equal([f["rule"] for f in found], ["link-text-mismatch"], name)
            one = found[0]
            self.equal(one["severity"], "warning")
            self.equal(one["component"], "link-text")
            self.equal(one["uri"], "https://example.net/a?b&c")
            self.equal(one["message"], "the link goes to example.net, but its text shows example.com")
            self.equal(one["location"]["byte_offset"], text.index("example.net"))
            self.equal(one["location"]["byte_length"], len("example.net"))
            related = one["related"]
            self.equal([(r["role"], r["component"]) for r in related], [("link-text", "link-text")])
            self.equal(related[0]["location"]["byte_offset"], text.index("exam", text.index("go to")))
            shown = text[related[0]["location"]["byte_offset"]:][:related[0]["location"]["byte_length"]]
            self.equal(shown.replace("</b>", ""), "example.com")

    def test_each_rule_and_each_profile(self):
        text = ('<a href="http://example.com/">https://example.com/</a>\n'
                '<a href="https://192.0.2.7/">https://example.com/</a>\n'
                '<area href="https://example.net/" alt="www.example.com">\n')
        rules = ["link-text-scheme-downgrade", "link-text-name-to-ip", "link-text-mismatch"]
        severities = {
            "repo": ["note", "warning", "warning"],
            "mail": ["warning", "error", "error"],
            "proxy": ["warning", "error", "error"],
            "review": ["note", "error", "note"],
        }
        for profile, expected in severities.items():
            found = self.links("a.html", text, f"--profile={profile}")
            self.equal([f["rule"] for f in found], rules, profile)
            self.equal([f["severity"] for f in found], expected, profile)

    def test_nothing_is_said_twice_and_places_ascend(self):
        text = ('<a href="https://example.net:0/" title="http://example.org:0/">'
                'https://example.com:0/ <img src="https://example.org:0/x"> or'
                ' <i title="https://example.edu:0/">y</i></a> <a href="https://example.net:0/">z</a>\n')
        for options in ((), ("--format=text", "--quiet"), ("--format=json",)):
            self.file("a.html", text)
            if options:
                out = self.run_here("check", "--select=port-invalid,link-text-*", *options, "a.html")
                self.equal(out.out.count(b"link-text-mismatch"), 1, options)
                continue
            found = self.findings("a.html", text, "--select=port-invalid,link-text-*")
            places = [f["location"]["byte_offset"] for f in found]
            self.equal(places, sorted(places))
            self.equal([f["rule"] for f in found],
                       ["link-text-mismatch"] + ["port-invalid"] * 6)

    def test_a_far_end(self):
        between = '<img src="https://example.org:0/x">' * 2000
        text = f'<a href="https://example.net/">https://example.com/{between}</a>'
        found = self.findings("a.html", text, "--select=port-invalid,link-text-*")
        self.equal([f["rule"] for f in found].count("link-text-mismatch"), 1)
        self.equal(len(found), 2001)

    def test_secrets_of_text_and_target(self):
        cases = {
            "a.html": f'<a href="https://u:{SECRET}@example.net/">https://v:{SECRET}x@example.com/ and'
                      f' //w:{SECRET}@example.org/ and example.com/?password={SECRET}</a>',
            "a.md": f"[https://v:{SECRET}x@example.com/](https://u:{SECRET}@example.net/)\n",
            "b.html": f'<a href="https://example.net/">https://v:1{"<b></b>" * 3}{SECRET}@example.com/'
                      + '<i title="https://example.org/a">x</i>' * 90 + "</a>",
        }
        for name, text in cases.items():
            self.file(name, text)
            for form in ("text", "json", "jsonl", "sarif", "github", "checkstyle", "junit", "csv"):
                out = self.run_here("check", "--profile=mail", "--min-severity=note", f"--format={form}",
                                    name)
                self.check(SECRET.encode() not in out.out + out.err, f"{name} {form}")
                self.check(b"link-text-mismatch" in out.out, f"{name} {form}")

    def test_what_is_printed_is_escaped(self):
        text = '<a href="https://example.net/">https://exam&#x202e;ple.com/&#27;[2J</a>'
        self.file("a.html", text)
        out = self.run_here("check", "--select=link-text-*", "a.html").out
        self.check("\u202e".encode() not in out and b"\x1b" not in out, out)

    def test_silence(self):
        silent = {
            "relative": '<a href="a/b.html">https://example.com/</a>',
            "fragment": '<a href="#x">https://example.com/</a>',
            "script": '<a href="javascript:void(0)">https://example.com/</a>',
            "mail": '<a href="mailto:a@example.net">www.example.com</a>',
            "same": '<a href="  https://www.example.com/a  ">https://example.com/</a>',
            "template": '<a href="https://{{ host }}/">https://example.com/</a>',
            "template, text": '<a href="https://example.net/">https://{{ host }}.example.com/</a>',
            "words": '<a href="https://example.net/">README.md of Node.js 1.2.3</a>',
            "no target": "<a name=x>https://example.com/</a>",
            "punycode": '<a href="https://xn--bcher-kva.example/">https://b&uuml;cher.example/</a>',
        }
        for what, text in silent.items():
            self.equal(self.links("a.html", text), [], what)
        for text in ("<https://example.com/>\n", "https://example.com/\n",
                     "[https://example.com/](a.md)\n", "[`setup.py`](https://example.com/)\n",
                     "[example.com]\n\n[example.com]: https://www.example.com/\n"):
            self.equal(self.links("a.md", text), [], text)

    def test_html_forms(self):
        cases = {
            "<a href=https://example.net>https://example.com</a>": "error",
            "<A HREF='https://example.net/a.net'>https://pay.example.com/a?id=1</A>": "error",
            '<a href="https://r.example.net/tr/cl/abc">https://www.example.com/?p=1</a>': "error",
            '<a href="https://example.net/">https://p\u0585rt\u0430l.example/lp</a>': "error",
            '<a href="https://example.net/">&quot;example.com&quot;</a>': "warning",
            '<a href="https://example.net/">shops such as Example.com.</a>': "note",
        }
        for text, severity in cases.items():
            found = self.links("a.html", text, "--profile=mail")
            self.equal([(f["rule"], f["severity"]) for f in found],
                       [("link-text-mismatch", severity)], text)

    def test_markdown_forms(self):
        for text in ("[example.com][x]\n\n[x]: https://example.net/\n",
                     "[**https://example.com**](https://example.net/ 'title')\n",
                     "> * [https://example.com](<https://example.net/>)\n",
                     '<a href="https://example.net/">www.example.com</a>\n'):
            found = self.links("a.md", text)
            self.equal([f["rule"] for f in found], ["link-text-mismatch"], text)
            self.equal(found[0]["location"]["byte_offset"], text.index("example.net"), text)

    SAFE = "https://nam00.safelinks.protection.outlook.com/?url={}&data=x"

    def wrapped(self, url, layers):
        """The URL behind a redirector, a gateway, or one inside the other."""
        for layer in layers:
            url = layer.format(urllib.parse.quote(url, safe=""))
        return url

    def test_wrapped_links_agree_in_target_and_text(self):
        url = "https://www.example.com/a?b=c"
        layers = {"google": "https://www.google.com/url?sa=D&q={}", "facebook": "https://l.facebook.com/l.php?u={}",
                  "safe": self.SAFE, "mail": "https://deref-mail.com/mail/client/a1/dereferrer/?redirectUrl={}"}
        chains = [[], *([one] for one in layers.values()), [layers["google"], self.SAFE],
                  [layers["facebook"], layers["google"], self.SAFE]]
        for target in chains:
            for shown in chains:
                text = '<a href="{}">{}</a>'.format(*(html.escape(self.wrapped(url, c)) for c in (target, shown)))
                self.equal(self.links("a.html", text, "--profile=mail"), [], text)

    def test_wrapped_links_to_another_site(self):
        for layers in (["https://www.google.com/url?sa=D&q={}"], [self.SAFE],
                       ["https://www.youtube.com/redirect?event=x&q={}", self.SAFE]):
            target = self.wrapped("https://login.example.net/", layers)
            text = f'<a href="{html.escape(target)}">https://www.example.com/</a>'
            found = self.links("a.html", text, "--profile=mail")
            self.equal([(f["severity"], f["message"]) for f in found],
                       [("error", "the link goes to login.example.net, but its text shows www.example.com")], text)
            where = found[0]["location"]["byte_offset"]
            self.equal(text[where:where + found[0]["location"]["byte_length"]], "login.example.net")

    def test_who_counts_clicks_or_hides_the_target_is_a_note(self):
        for target in ("https://u1.ct.sendgrid.net/ls/click?upn=u001.x", "https://acme.list-manage.com/track/click?u=a",
                       "https://protect-eu.mimecast.com/s/AbCdEfGh?domain=example.com",
                       "https://mandrillapp.com/track/click/1/www.example.com?p=x",
                       "https://d1.hs-sales-engage.com/Ctc/a", self.wrapped("https://t.rs6.net/tn.jsp?f=x", [self.SAFE])):
            text = f'<a href="{html.escape(target)}">https://www.example.com/</a>'
            found = self.links("a.html", text, "--profile=mail")
            self.equal([f["severity"] for f in found], ["note"], text)


if __name__ == "__main__":
    harness.main()
