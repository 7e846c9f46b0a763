"""The script of integrations/gitlab-ci.yml, run with a program that shows what it was called with.

Usage: gitlab_test.py FILE (needs PyYAML, or check-jsonschema's ruamel.yaml)
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from ruamel.yaml import YAML

EVENT = "merge_request_event"


def run(script, **variables):
    """Status and arguments of a run, as GitLab runs it: `sh -e`, the lines one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "urilint")
        program.write_text("#!/bin/sh\nprintf '<%s>' \"$@\"\n", encoding="ascii")
        program.chmod(0o755)
        done = subprocess.run(["sh", "-e", "-c", "\n".join(script)], capture_output=True, text=True,
                              env={"PATH": f"{folder}:{os.environ['PATH']}", **variables},
                              timeout=60, check=False)
        return done.returncode, done.stdout


def main():
    job = YAML(typ="safe").load(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))["urilint"]
    plain = "<check><--report><gitlab=gl-code-quality.json>"
    assert run(job["script"], CI_PIPELINE_SOURCE="push") == (0, plain)
    status, said = run(job["script"], CI_PIPELINE_SOURCE=EVENT, CI_MERGE_REQUEST_DIFF_BASE_SHA="abc")
    assert (status, said) == (0, plain + "<--config-from><abc>"), (status, said)
    for nothing in ({}, {"CI_MERGE_REQUEST_DIFF_BASE_SHA": ""}):
        status, said = run(job["script"], CI_PIPELINE_SOURCE=EVENT, **nothing)
        assert status != 0 and said == "", (status, said)
    conditions = [rule["if"] for rule in job["rules"]]
    assert any(EVENT in condition for condition in conditions), conditions
    assert job["image"] == "python:3", "python:3-slim has no git"
    print("the job of GitLab is good")


if __name__ == "__main__":
    main()
