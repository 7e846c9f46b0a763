// Reads `base NUL input NUL …` from standard input and writes a line for each record: what
// whatwg-url, or with `--node` the URL class of Node itself, reads. See compare.py for the form.
"use strict";
const fs = require("fs");
const path = require("path");

const [where, mode] = process.argv.slice(2);
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function records(bytes) {
  const out = [];
  for (let begin = 0; begin < bytes.length;) {
    const end = bytes.indexOf(0, begin);
    out.push(decoder.decode(bytes.subarray(begin, end)));
    begin = end + 1;
  }
  return out;
}

function line(url, errors) {
  const fields = [url.href, url.protocol.slice(0, -1), url.hostname, url.port, url.pathname];
  return ["+", ...fields, errors].join("\t");
}

function make_reader() {
  if (mode === "--node") return (input, base) => line(base === "" ? new URL(input) : new URL(input, base), "");
  const oracle = require(path.join(where, "node_modules", "whatwg-url"));
  return (input, base) => {
    const baseURL = base === "" ? null : oracle.parseURL(base);
    const { url, validationErrors } = oracle.parseURLWithValidationErrors(input, { baseURL });
    const errors = validationErrors.sort().join(",");
    if (url === null) return ["-", "", "", "", "", "", errors].join("\t");
    return line(base === "" ? new oracle.URL(input) : new oracle.URL(input, base), errors);
  };
}

const read = make_reader();
const all = records(fs.readFileSync(0));
const lines = [];
for (let i = 0; i + 1 < all.length; i += 2) {
  let shown = "-\t\t\t\t\t\t";
  try {
    shown = read(all[i + 1], all[i]);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  lines.push(shown);
}
process.stdout.write(lines.join("\n") + "\n");
