/**
 * Makes three asset files from the trained table and from counts of general Chinese:
 * `near-words.bin`, `general-weights.txt`, and `scale4.f32.bin` weighted by the same counts.
 * `npm run make-languages -w @kioku/embed-local -- FOLDER COUNTS`: a folder with `vocab.txt`,
 * `table.int4.bin` and the unweighted `scale4.f32.bin`; a file with the number of sentences and,
 * line by line, a term, a tab and the number of sentences that have it. Takes some minutes.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { compareText, documentTerms, queryTerms } from "@kioku/core/toolkit";

/** Numbers that `measure recall` on development sets decided; see decision 0065. */
/** Fewer of Chinese: most questions in English have no answer in Chinese, and each is looked up. */
const MOST_NEAR = { english: 6, chinese: 4 };
const LEAST_COSINE = 0.4;
const WEIGHT_PER_COSINE = 1.2;
const TERM_EXPONENT = 1.75;
const ROW_EXPONENT = 0.5;

const DIMENSIONS = 256;
const HAN = /^\p{Script=Han}+$/u;
const [folder, countsFile] = process.argv.slice(2);
if (countsFile === undefined)
  throw new Error("name the folder of the table and the file of counts");
const assets = new URL("../assets/", import.meta.url);
const vocabulary = readFileSync(join(folder, "vocab.txt"), "utf8").split("\n");
const table = readFileSync(join(folder, "table.int4.bin"));

function write(name, content) {
  writeFileSync(new URL(name, assets), content);
  process.stdout.write(`${name} ${content.length} bytes\n`);
}

/** Reads the number of sentences, and how many have each term. */
function readCounts() {
  const [head, ...lines] = readFileSync(countsFile, "utf8").trim().split("\n");
  const counts = new Map(
    lines.map((line) => line.split("\t")).map(([term, n]) => [term, Number(n)]),
  );
  return { sentences: Number(head.split("\t")[1]), counts };
}

const { sentences, counts } = readCounts();
const idf = (n) => Math.log(1 + (sentences - n + 0.5) / (n + 0.5));
/** Returns the share of the idf of the rarest, 0 to 1. What is not listed is there once. */
const rarity = (term) => idf(counts.get(term) ?? 1) / idf(1);

function makeGeneralWeights() {
  const steps = Array.from({ length: 256 }, () => []);
  for (const term of counts.keys()) {
    if (!HAN.test(term)) continue;
    const step = Math.min(Math.max(Math.round(rarity(term) ** TERM_EXPONENT * 256), 1), 256);
    steps[step - 1].push(term);
  }
  return Buffer.from(steps.map((terms) => terms.toSorted(compareText).join(" ")).join("\n"));
}

function makeScales() {
  const scales = Buffer.from(readFileSync(join(folder, "scale4.f32.bin")));
  for (const [row, word] of vocabulary.entries()) {
    if (!HAN.test(word)) continue;
    scales.writeFloatLE(scales.readFloatLE(row * 4) * rarity(word) ** ROW_EXPONENT, row * 4);
  }
  return scales;
}

/** Returns the rows of a language as vectors of length 1, in one array. */
function unitRows(rows) {
  const units = new Float32Array(rows.length * DIMENSIONS);
  for (const [index, row] of rows.entries()) {
    const own = units.subarray(index * DIMENSIONS, (index + 1) * DIMENSIONS);
    for (let at = 0; at < DIMENSIONS / 2; at += 1) {
      const pair = table[(row * DIMENSIONS) / 2 + at];
      own[2 * at] = (pair & 15) - 8;
      own[2 * at + 1] = (pair >> 4) - 8;
    }
    const length = Math.hypot(...own);
    for (let at = 0; at < DIMENSIONS; at += 1) own[at] /= length;
  }
  return units;
}

/** Returns the cosine of a vector and one of an array of them. */
function cosine(one, others, index) {
  const from = index * DIMENSIONS;
  let [even, odd] = [0, 0];
  for (let at = 0; at < DIMENSIONS; at += 2) {
    even += one[at] * others[from + at];
    odd += one[at + 1] * others[from + at + 1];
  }
  return even + odd;
}

const termOf = (word) => (HAN.test(word) ? word : documentTerms(word)[0]);
/** Queries leave stop words out if they have others. */
const isStopWord = (word) => !queryTerms(`beside ${word}`).includes(termOf(word));

/** Keeps the nearest of a list, one for each term. */
function nearest(list) {
  const most = HAN.test(vocabulary[list[0]?.[0]]) ? MOST_NEAR.chinese : MOST_NEAR.english;
  const terms = new Map();
  for (const [row, value] of list.toSorted((a, b) => b[1] - a[1])) {
    const term = termOf(vocabulary[row]);
    if (!terms.has(term)) terms.set(term, [row, value]);
    if (terms.size === most) break;
  }
  return [...terms.values()];
}

function makeNearWords() {
  const rows = [...vocabulary.keys()].filter((row) => !isStopWord(vocabulary[row]));
  const english = rows.filter((row) => !HAN.test(vocabulary[row]));
  const chinese = rows.filter((row) => HAN.test(vocabulary[row]));
  const [a, b] = [unitRows(english), unitRows(chinese)];
  const lists = new Map(rows.map((row) => [row, []]));
  for (let i = 0; i < english.length; i += 1) {
    const one = a.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS);
    for (let j = 0; j < chinese.length; j += 1) {
      const value = cosine(one, b, j);
      if (value < LEAST_COSINE) continue;
      lists.get(english[i]).push([chinese[j], value]);
      lists.get(chinese[j]).push([english[i], value]);
    }
  }
  const kept = [...vocabulary.keys()].map((row) => nearest(lists.get(row) ?? []));
  const all = kept.flat();
  const near = Buffer.alloc(all.length * 2);
  for (const [at, [row]] of all.entries()) near.writeUInt16LE(row, at * 2);
  const weights = all.map(([, value]) => Math.round(Math.min(WEIGHT_PER_COSINE * value, 1) * 255));
  return Buffer.concat([Buffer.from(kept.map((list) => list.length)), near, Buffer.from(weights)]);
}

write("general-weights.txt", makeGeneralWeights());
write("scale4.f32.bin", makeScales());
write("near-words.bin", makeNearWords());
