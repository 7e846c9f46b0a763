"""SARIF against the published JSON schema of version 2.1.0, as public packages ship it: the golden
files, and a menagerie of inputs. Skipped, aloud, where no package client gives one."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

import harness
from harness import Case

jsonschema = harness.skip_without("jsonschema")
import output_schema_test as outputs  # noqa: E402  needs jsonschema, too

PATIENCE = 90  # seconds for a package client

# Package, version, the file in it.
NPM = ("@microsoft/jest-sarif", "1.0.0-beta.0", "package/lib/schemas/sarif-2.1.0-rtm.5.json")
CRATE = ("serde-sarif", "0.8.0", "serde-sarif-0.8.0/src/schema.json")


def fetched(command, folder, suffix):
    """The archive that a package client leaves below `folder`, or None."""
    if shutil.which(command[0]) is None:
        return None
    environment = dict(os.environ, CARGO_HOME=folder, npm_config_cache=os.path.join(folder, "npm"))
    try:
        done = subprocess.run(command, cwd=folder, env=environment, timeout=PATIENCE, check=False,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    archives = sorted(pathlib.Path(folder).rglob("*" + suffix))
    return archives[0] if done.returncode == 0 and archives else None


def member(archive, name):
    with tarfile.open(archive) as packed:
        return json.load(packed.extractfile(name))


def from_npm(folder):
    name, version, path = NPM
    archive = fetched(["npm", "pack", "--silent", f"{name}@{version}"], folder, ".tgz")
    return archive and member(archive, path)


def from_cargo(folder):
    name, version, path = CRATE
    archive = fetched(["cargo", "info", f"{name}@{version}"], folder, f"{name}-{version}.crate")
    return archive and member(archive, path)


def published_schemas():
    """(package, schema) of every client that is there and gives one."""
    found = []
    for package, fetch in ((NPM[0], from_npm), (CRATE[0], from_cargo)):
        with tempfile.TemporaryDirectory(prefix="urilint-schema-") as folder:
            schema = fetch(folder)
        if schema:
            found.append((package, schema))
    return found


class PublishedSchema(Case):
    @classmethod
    def setUpClass(cls):
        cls.validators = []
        for package, schema in SCHEMAS:
            kind = jsonschema.validators.validator_for(schema)
            kind.check_schema(schema)
            cls.validators.append((package, kind(schema)))

    def valid(self, log, name):
        for package, validator in self.validators:
            faults = [f"{list(e.absolute_path)}: {e.message[:200]}"
                      for e in validator.iter_errors(log)]
            self.equal(faults[:5], [], f"{name}, by {package}")

    def test_golden_files(self):
        files = sorted((harness.source_dir / "tests/golden/expected").glob("*.sarif"))
        self.check(len(files) > 1, "golden files")
        for path in files:
            self.valid(json.loads(path.read_text(encoding="utf-8")), path.name)

    def test_menagerie(self):
        outputs.Schema.write_menagerie(self)
        for profile in ("repo", "review"):
            for arguments in ([], ["--as=list"], ["missing"]):
                result = self.run_here("check", "--profile", profile, "--format=sarif",
                                       "--min-confidence=low", "--min-severity=note", ".",
                                       *arguments)
                self.check(result.json()["runs"][0]["results"], "no results")
                self.valid(result.json(), f"{profile} {arguments}")

    def test_the_schema_refuses_what_is_wrong(self):
        path = harness.source_dir / "tests/golden/expected/check.sarif"
        for key, value in (("level", "fatal"), ("message", {}), ("locations", "here")):
            log = json.loads(path.read_text(encoding="utf-8"))
            log["runs"][0]["results"][0][key] = value
            for package, validator in self.validators:
                self.check(not validator.is_valid(log), f"{package}: {key}")


if __name__ == "__main__":
    SCHEMAS = published_schemas()
    if not SCHEMAS:
        print(f"skipped: neither npm nor cargo gives the schema of SARIF ({NPM[0]}, {CRATE[0]})")
        sys.exit(77)
    print("schemas of", ", ".join(package for package, _ in SCHEMAS))
    harness.main()
