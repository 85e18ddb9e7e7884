/**
 * Checks the files in `assets` against the format that `src/static-table/asset-files.ts` declares,
 * prints what they hold, and exits with 1 if anything is wrong.
 * `npm run verify-assets -w @kioku/embed-local`
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";

import * as files from "../src/static-table/asset-files.ts";
import { foldCharacter } from "../src/static-table/fold-character.ts";
import { simplifiedMap } from "./simplified-map.mjs";

const ROWS = files.VOCABULARY_ROWS + files.HASH_ROWS;
const KINDS = {
  "English words": /^[a-z0-9]+$/u,
  characters: /^\p{Script=Han}$/u,
  bigrams: /^\p{Script=Han}{2}$/u,
};

const failures = [];
const print = (line) => process.stdout.write(`${line}\n`);

function check(isGood, failure) {
  if (!isGood) failures.push(failure);
}

function read({ name, bytes, crc32: checksum }) {
  const content = readFileSync(new URL(`../assets/${name}`, import.meta.url));
  const sha256 = createHash("sha256").update(content).digest("hex");
  check(content.length === bytes, `${name}: ${content.length} bytes, declared ${bytes}`);
  check(crc32(content) === checksum, `${name}: CRC-32 ${crc32(content)}, declared ${checksum}`);
  print(`${name.padEnd(16)}${String(content.length).padStart(10)} bytes  sha256 ${sha256}`);
  return content;
}

function verifyTable(table) {
  check(table.length === (ROWS * files.DIMENSIONS) / 2, `table: not ${ROWS} × ${files.DIMENSIONS}`);
  // 0 would be -8, which the symmetric range -7 to 7 leaves out; so a stretch of zero bytes shows.
  const outside = table.findIndex((pair) => (pair & 15) === 0 || pair >> 4 === 0);
  check(outside === -1, `table: value below -7 at byte ${outside}`);
  const rowBytes = files.DIMENSIONS / 2;
  for (let at = 0; at < table.length; at += rowBytes) {
    const isZero = table.subarray(at, at + rowBytes).every((pair) => pair === 0x88);
    check(!isZero, `table: row ${at / rowBytes} is zero`);
  }
}

function verifyScales(content) {
  check(content.length === ROWS * 4, `scales: not ${ROWS}`);
  let [least, most] = [Infinity, 0];
  for (let row = 0; row < content.length / 4; row += 1) {
    const scale = content.readFloatLE(row * 4);
    check(Number.isFinite(scale) && scale > 0, `scales: ${scale} in row ${row}`);
    [least, most] = [Math.min(least, scale), Math.max(most, scale)];
  }
  print(`rows: ${ROWS} × ${files.DIMENSIONS}, scales ${least.toFixed(4)} to ${most.toFixed(4)}`);
}

function verifyVocabulary(entries, simplified) {
  check(entries.length === files.VOCABULARY_ROWS, `vocabulary: ${entries.length} entries`);
  check(new Set(entries).size === entries.length, "vocabulary: an entry is there twice");
  const counts = Object.entries(KINDS).map(([kind, pattern]) => {
    return [kind, entries.filter((entry) => pattern.test(entry)).length];
  });
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  check(total === entries.length, `vocabulary: ${entries.length - total} entries of no known kind`);
  for (const entry of entries) {
    const folded = [...entry].map((sign) => foldCharacter(sign, simplified)).join("");
    check(folded === entry, `vocabulary: ${entry} is out of reach, texts fold it to ${folded}`);
  }
  print(`vocabulary: ${counts.map(([kind, count]) => `${count} ${kind}`).join(", ")}`);
  print(`hash buckets: rows ${files.VOCABULARY_ROWS} to ${ROWS - 1}`);
}

function verifySimplified(content) {
  const pairs = content.split("\n").map((line) => [...line]);
  check(
    pairs.every((pair) => pair.length === 2),
    "simplified: a line is not two characters",
  );
  const simplified = new Map(pairs);
  check(simplified.size === pairs.length, "simplified: a character is there twice");
  check(
    pairs.every(([, to]) => !simplified.has(to)),
    "simplified: a target is mapped further",
  );
  check(content === simplifiedMap(), "simplified: differs from what simplified-map.mjs makes");
  print(`simplified: ${pairs.length} characters`);
  return simplified;
}

function verifyGeneralWeights(content) {
  const lines = content.split("\n");
  const terms = lines.flatMap((line) => (line === "" ? [] : line.split(" ")));
  check(lines.length === 256, `general weights: ${lines.length} lines`);
  check(new Set(terms).size === terms.length, "general weights: a term is there twice");
  const wrong = terms.find((term) => !KINDS.characters.test(term) && !KINDS.bigrams.test(term));
  check(wrong === undefined, `general weights: ${wrong} is no character or bigram`);
  print(`general weights: ${terms.length} characters and bigrams`);
}

function verifyNearWords(content, entries) {
  const lengths = content.subarray(0, files.VOCABULARY_ROWS);
  const count = lengths.reduce((sum, length) => sum + length, 0);
  check(content.length === files.VOCABULARY_ROWS + count * 3, "near words: wrong length");
  let at = 0;
  const isChinese = (row) => !KINDS["English words"].test(entries[row]);
  for (const [row, length] of lengths.entries()) {
    let last = 255;
    for (const end = at + length; at < end; at += 1) {
      const near = content.readUInt16LE(files.VOCABULARY_ROWS + at * 2);
      const weight = content[files.VOCABULARY_ROWS + count * 2 + at];
      check(isChinese(near) !== isChinese(row), `near words: ${near} is of the language of ${row}`);
      check(weight > 0 && weight <= last, `near words: weight ${weight} in the list of ${row}`);
      last = weight;
    }
  }
  print(`near words: ${count} of ${lengths.filter((length) => length > 0).length} words`);
}

const table = read(files.TABLE);
const scales = read(files.SCALES);
const vocabulary = read(files.VOCABULARY).toString("utf8").split("\n");
const simplified = verifySimplified(read(files.SIMPLIFIED).toString("utf8"));
verifyTable(table);
verifyScales(scales);
verifyVocabulary(vocabulary, simplified);
verifyGeneralWeights(read(files.GENERAL_WEIGHTS).toString("utf8"));
verifyNearWords(read(files.NEAR_WORDS), vocabulary);
for (const failure of failures.slice(0, 20)) print(`WRONG  ${failure}`);
print(failures.length === 0 ? `ok: ${files.EMBEDDER_ID}` : `${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;
