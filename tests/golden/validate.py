#!/usr/bin/env python3
"""Validates JSON outputs: validate.py SCHEMA PATH... (files, or directories of them).

The kind of a file is known by its name: `check*`, `inspect*`, `extract*` with `.json`, `.jsonl` or
`.sarif`. json and jsonl are validated against the definitions of the schema, and spans against the
printed URI; SARIF against the rules of SARIF 2.1.0 that urilint's output touches, as its
specification states them. Without the jsonschema module it exits with 77 (skipped).
"""
import json
import pathlib
import re
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: the python3 module jsonschema is missing")
    sys.exit(77)

DEFINITIONS = {
    ("check", ".json"): "check",
    ("check", ".jsonl"): "checkLine",
    ("inspect", ".json"): None,  # An object or an array.
    ("inspect", ".jsonl"): "inspect",
    ("extract", ".json"): "extract",
    ("extract", ".jsonl"): "extractLine",
}
# Code points that no JSON file may hold unescaped.
HOSTILE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
URI_CHARACTERS = re.compile(r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})+")


class Failure(Exception):
    pass


def need(condition, what):
    if not condition:
        raise Failure(what)


def no_duplicates(pairs):
    names = [name for name, _ in pairs]
    need(len(names) == len(set(names)), f"a member occurs twice: {names}")
    return dict(pairs)


def load(text):
    return json.loads(text, object_pairs_hook=no_duplicates)


def check_span(span, text, what):
    data = text.encode("utf-8")
    need(span["start"] <= span["end"] <= len(data), f"{what} leaves its text")
    for offset in (span["start"], span["end"]):
        data[:offset].decode("utf-8")  # Raises where a character is cut.


def check_finding(finding):
    check_span(finding["span"], finding["uri"], "span")
    for outer in finding["within"]:
        check_span(outer["span"], outer["uri"], "span of within")


def check_inspect(record):
    for name, part in record["components"].items():
        if part is None:
            continue
        check_span(part["span"], record["uri"], name)
        data = record["uri"].encode("utf-8")[part["span"]["start"]:part["span"]["end"]]
        need(data.decode("utf-8") == part["text"], f"{name} is not what its span says")
    for violation in record["violations"]:
        check_span(violation["span"], record["uri"], "violation")
    for hole in record["holes"]:
        check_span(hole["span"], record["uri"], "hole")
    need(record["violations_total"] >= len(record["violations"]), "violations_total is too small")
    for finding in record["findings"]:
        check_finding(finding)


def check_values(kind, value):
    if kind == "inspect":
        for record in value if isinstance(value, list) else [value]:
            check_inspect(record)
    for finding in value.get("findings", []) if kind == "check" else []:
        check_finding(finding)
    if kind == "check" and value.get("type") == "finding":
        check_finding(value)


def check_json(path, text, schema):
    kind = path.name.split("-")[0].split(".")[0]
    values = [load(line) for line in text.splitlines()] if path.suffix == ".jsonl" else [load(text)]
    definition = DEFINITIONS[(kind, path.suffix)]
    if definition is None:
        definition = "inspectMany" if isinstance(values[0], list) else "inspect"
    part = {"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]}
    validator = jsonschema.Draft202012Validator(part)
    for value in values:
        validator.validate(value)
        check_values(kind, value)
    if path.suffix == ".jsonl" and kind != "inspect":
        need(values and values[-1].get("type") == "summary", "the last line is no summary")
        need(sum(value.get("type") == "summary" for value in values) == 1, "more than one summary")


# --- SARIF 2.1.0 -----------------------------------------------------------------------------------

RUN_MEMBERS = {"tool", "invocations", "results", "columnKind", "properties"}
RESULT_MEMBERS = {"ruleId", "ruleIndex", "level", "message", "locations", "relatedLocations",
                  "partialFingerprints", "fixes", "suppressions", "properties"}
RULE_MEMBERS = {"id", "name", "shortDescription", "fullDescription", "help", "helpUri",
                "defaultConfiguration", "properties"}
REGION_MEMBERS = {"startLine", "startColumn", "endLine", "endColumn", "byteOffset", "byteLength"}
LEVELS = {"note", "warning", "error"}


def check_members(value, required, allowed, what):
    need(isinstance(value, dict), f"{what} is no object")
    need(required <= set(value), f"{what} lacks {sorted(required - set(value))}")
    need(set(value) <= allowed, f"{what} has unknown {sorted(set(value) - allowed)}")


def check_message(message):
    check_members(message, {"text"}, {"text"}, "message")
    need(message["text"] != "", "a message is empty")
    need("](" not in message["text"], "a message holds a link")


def check_artifact(artifact):
    check_members(artifact, {"uri"}, {"uri"}, "artifactLocation")
    uri = artifact["uri"]
    need(URI_CHARACTERS.fullmatch(uri), f"{uri!r} is no URI reference")
    first = uri.split("/")[0]
    need(":" not in first or uri.startswith("file:///"), f"{uri!r} begins with a scheme")
    need(not uri.startswith("/"), f"{uri!r} is no relative path")


def check_region(region):
    check_members(region, set(), REGION_MEMBERS, "region")
    if "startLine" in region:
        need(region["startLine"] >= 1 and region.get("startColumn", 1) >= 1, "region before line 1")
        need((region["endLine"], region["endColumn"]) >= (region["startLine"], region["startColumn"]),
             "region ends before it starts")
    need(region.get("byteOffset", 0) >= 0 and region.get("byteLength", 0) >= 0, "negative bytes")


def check_location(location, related=False):
    allowed = {"physicalLocation"} | ({"id", "message"} if related else set())
    check_members(location, allowed, allowed, "location")
    physical = location["physicalLocation"]
    check_members(physical, {"artifactLocation"}, {"artifactLocation", "region"}, "physicalLocation")
    check_artifact(physical["artifactLocation"])
    if "region" in physical:
        check_region(physical["region"])
    if related:
        check_message(location["message"])


def check_rule(rule):
    check_members(rule, {"id", "shortDescription", "fullDescription", "help",
                         "defaultConfiguration", "properties"}, RULE_MEMBERS, "rule")
    need(rule["defaultConfiguration"]["level"] in LEVELS, "bad level of a rule")
    for name in ("shortDescription", "fullDescription", "help"):
        need(rule[name]["text"] != "", f"{name} is empty")
    properties = rule["properties"]
    need(len(properties["tags"]) == len(set(properties["tags"])), "a tag occurs twice")
    need(properties["precision"] in {"low", "medium", "high", "very-high"}, "bad precision")
    need(re.fullmatch(r"\d{1,2}\.\d", properties["security-severity"]), "bad security-severity")


def check_fix(fix):
    check_members(fix, {"artifactChanges"}, {"description", "artifactChanges"}, "fix")
    check_message(fix["description"])
    need(fix["artifactChanges"], "a fix changes nothing")
    for change in fix["artifactChanges"]:
        check_members(change, {"artifactLocation", "replacements"},
                      {"artifactLocation", "replacements"}, "artifactChange")
        check_artifact(change["artifactLocation"])
        need(change["replacements"], "a change replaces nothing")
        for replacement in change["replacements"]:
            check_members(replacement, {"deletedRegion"}, {"deletedRegion", "insertedContent"},
                          "replacement")
            check_region(replacement["deletedRegion"])


def check_result(result, rules):
    check_members(result, {"ruleId", "level", "message", "locations"}, RESULT_MEMBERS, "result")
    need(result["level"] in LEVELS, "bad level")
    if "ruleIndex" in result:
        need(rules[result["ruleIndex"]]["id"] == result["ruleId"], "ruleIndex names another rule")
    else:
        need(result["ruleId"] not in {rule["id"] for rule in rules}, "ruleIndex is missing")
    check_message(result["message"])
    for location in result["locations"]:
        check_location(location)
    related = result.get("relatedLocations", [])
    for location in related:
        check_location(location, related=True)
    ids = [location["id"] for location in related]
    need(len(ids) == len(set(ids)), "an id of related locations occurs twice")
    for name, value in result["partialFingerprints"].items():
        need(re.fullmatch(r"[^/]+/v\d+", name) and isinstance(value, str) and value,
             "bad fingerprint")
    for fix in result.get("fixes", []):
        check_fix(fix)
    for suppression in result.get("suppressions", []):
        check_members(suppression, {"kind"}, {"kind", "justification"}, "suppression")
        need(suppression["kind"] in {"inSource", "external"}, "bad kind of a suppression")


def check_notification(notification):
    check_members(notification, {"message", "level"},
                  {"descriptor", "level", "message", "locations"}, "notification")
    need(notification["level"] in LEVELS, "bad level of a notification")
    check_message(notification["message"])
    for location in notification["locations"]:
        check_location(location)


def check_sarif(text):
    log = load(text)
    check_members(log, {"version", "runs"}, {"$schema", "version", "runs"}, "log")
    need(log["version"] == "2.1.0", "bad version")
    for run in log["runs"]:
        check_members(run, {"tool", "results", "columnKind", "invocations"}, RUN_MEMBERS, "run")
        need(run["columnKind"] in {"utf16CodeUnits", "unicodeCodePoints"}, "bad columnKind")
        driver = run["tool"]["driver"]
        check_members(driver, {"name", "version", "rules"},
                      {"name", "version", "informationUri", "rules"}, "driver")
        for rule in driver["rules"]:
            check_rule(rule)
        ids = [rule["id"] for rule in driver["rules"]]
        need(len(ids) == len(set(ids)), "a rule occurs twice")
        need(len(run["results"]) <= 25000, "too many results")
        for result in run["results"]:
            check_result(result, driver["rules"])
        for invocation in run["invocations"]:
            need(isinstance(invocation["executionSuccessful"], bool), "bad executionSuccessful")
            for notification in invocation.get("toolExecutionNotifications", []):
                check_notification(notification)


def files_of(paths):
    for path in map(pathlib.Path, paths):
        found = sorted(path.iterdir()) if path.is_dir() else [path]
        yield from (file for file in found if file.suffix in {".json", ".jsonl", ".sarif"})


def main():
    schema = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    checked = failed = 0
    for path in files_of(sys.argv[2:]):
        checked += 1
        try:
            text = path.read_bytes().decode("utf-8")
            need(not HOSTILE.search(text), "a character that must be escaped")
            if path.suffix == ".sarif":
                check_sarif(text)
            else:
                check_json(path, text, schema)
                jsonschema.Draft202012Validator(schema).validate(load(text.splitlines()[0]))
        except (Failure, ValueError, KeyError, jsonschema.ValidationError) as error:
            failed += 1
            print(f"{path.name}: {str(error).splitlines()[0]}")
    print(f"{checked} files checked, {failed} failed")
    return 0 if checked and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
