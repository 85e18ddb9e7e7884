/**
 * `node scripts/list-long-tests.mjs REPORT [ROOT]`: writes the tests that take longest to
 * `long-tests.json`, which a quick run leaves out. REPORT is of a whole run with
 * `--reporter=json --outputFile=REPORT`, in a checkout at ROOT (default: this one).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";

const LONG_MS = 100;
/** The first test of a file often waits for what all of them share. */
const LONG_FIRST_MS = 1_000;
/** Promises that every run is to see kept. */
const ALWAYS = /isolation|tenant|acknowledged|secret|hostile|cross nowhere/iu;

const [, , report, root = "."] = process.argv;
const long = {};
for (const { name, assertionResults } of JSON.parse(readFileSync(report, "utf8")).testResults) {
  const names = assertionResults
    .filter(({ status }) => status === "passed")
    .filter(({ duration }, place) => duration >= (place === 0 ? LONG_FIRST_MS : LONG_MS))
    .filter(({ fullName }) => !ALWAYS.test(fullName))
    .map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(" > "));
  const file = relative(root, name);
  if (names.length > 0) long[file] = [...new Set([...(long[file] ?? []), ...names])];
}
const files = Object.fromEntries(Object.entries(long).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const json = `${JSON.stringify(files, undefined, 2)}\n`;
writeFileSync(new URL("long-tests.json", import.meta.url), json);
