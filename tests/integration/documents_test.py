"""docs/cli.md and the man page name every command, and every option that the program's help names."""
import re

import harness
from harness import Case

COMMAND = re.compile(r"^  ([a-z]+) {2,}\S", re.M)
OPTION = re.compile(r"^  (--?[a-z0-9-]+)(?:,(--[a-z-]+))? ", re.M | re.I)


def help_of(command):
    done = harness.run(*command, "--help")
    if done.status != 0:
        raise AssertionError(f"status {done.status} of: {' '.join(command)} --help")
    return done.text


def commands(prefix=()):
    """Each command as a tuple of words, those of a group below it included."""
    text = help_of(prefix)
    listed = text.partition("\nSubcommands:\n")[2]
    for name in COMMAND.findall(listed):
        yield prefix + (name,)
        yield from commands(prefix + (name,))


def names_word(document, word):
    """True if the document has the word with no letter, digit or hyphen on either side."""
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", document) is not None


class Documents(Case):
    def every_name(self, document):
        found = list(commands())
        self.check(len(found) > 8, found)
        for command in found:
            self.check(names_word(document, command[-1]), command)
            for pair in OPTION.findall(help_of(command)):
                for option in filter(None, pair):
                    self.check(names_word(document, option), f"{' '.join(command)} {option}")

    def test_cli(self):
        self.every_name((harness.source_dir / "docs/cli.md").read_text(encoding="utf-8"))

    def test_man_page(self):
        page = (harness.source_dir / "docs/man/urilint.1").read_text(encoding="utf-8")
        page = re.sub(r"\\f[RBIP]", " ", page).replace("\\-", "-")
        self.every_name(page)


if __name__ == "__main__":
    harness.main()
