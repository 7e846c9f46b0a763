"""The project checks itself: `check` at the root of the checkout finds nothing that its own
.urilint.toml does not give a reason for, and still finds the samples where README.md names them.
"""
import json
import shutil
import tomllib

import harness
from harness import Case


class Self(Case):
    def check_root(self, *arguments):
        return harness.run("check", *arguments, cwd=harness.source_dir)

    def test_the_root_is_clean(self):
        result = self.check_root()
        self.status(result, 0)
        for word in ("unused-suppression", "suppresses nothing", "stale", "note:"):
            self.lacks(result.text, word)

    def test_every_override_has_a_reason_and_is_of_use(self):
        path = harness.source_dir / ".urilint.toml"
        overrides = tomllib.loads(path.read_text(encoding="utf-8"))["override"]
        result = self.check_root("--no-config", "--format", "jsonl")
        found = [json.loads(line) for line in result.out.splitlines()]
        places = [(f["location"]["path"], f["rule"]) for f in found if f["type"] == "finding"]
        shown = json.loads(harness.run("rules", "list", "--format", "json").out)
        yields = {rule["id"]: set(rule["yields_to"]) for rule in shown}
        for override in overrides:
            self.check(len(override.get("reason", "")) > 15, override)
            for pattern in override["paths"]:
                held = {rule for name, rule in places if name.startswith(pattern.rstrip("/"))}
                for rule in override["ignore"]:
                    # A rule that is silent for the sake of another one would speak in its stead.
                    used = rule in held or (rule == "*" and held) or yields[rule] & held
                    self.check(used, (pattern, rule))

    def test_samples_are_found_where_they_are_named(self):
        self.status(self.check_root("data/samples"), 1)
        self.status(self.check_root("data/samples/app.yaml"), 1)
        self.status(self.check_root("--force-exclude", "data/samples"), 0)

    def test_what_is_new_is_found(self):
        tree = self.dir / "tree"
        tree.mkdir()
        (tree / ".git").mkdir()
        shutil.copy(harness.source_dir / ".urilint.toml", tree)
        for name in ("docs/a.md", "src/a.cpp", "README.md", "tools/a"):
            (tree / name).parent.mkdir(exist_ok=True)
            (tree / name).write_text("http://0x7f.1/\n", encoding="utf-8")
        result = harness.run("check", "--format", "jsonl", cwd=tree)
        paths = {json.loads(line).get("location", {}).get("path") for line in result.out.splitlines()}
        self.equal(paths - {None}, {"docs/a.md", "src/a.cpp", "README.md", "tools/a"})


if __name__ == "__main__":
    harness.main()
