import { seededRandom } from "@kioku/testing/support";
import { stemmer } from "stemmer";
import { expect, test } from "vitest";

import { normalizeForDuplicates } from "../../src/text/normalize.js";
import { comparableShare } from "../../src/text/scripts.js";
import { STOP_WORDS } from "../../src/text/stop-words.js";
import { documentTerms, queryTerms } from "../../src/toolkit/index.js";
import { mixedText } from "../support/mixed-text.js";

const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]`;
const WORD = String.raw`[[\p{L}\p{N}\p{M}_]--${UNSPACED}]`;
const TOKENS = new RegExp(
  String.raw`(?<run>${UNSPACED}+)|(?<word>${WORD}+(?:[.@:+\-\/]${WORD}+)*)|\p{Extended_Pictographic}`,
  "gv",
);

function toTerm(word: string): string {
  return (/^[a-z]+$/u.test(word) ? stemmer(word) : word).slice(0, 64);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, one) => all + one, 0);
}

/** Returns the terms by their definition, one match after the other and without anything kept. */
function termsByDefinition(text: string, isLeftOut = (_word: string): boolean => false): string[] {
  const lower = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/n['’]t\b|['’](?:s|d|ll|m|re|ve)\b/gu, "");
  const folded = lower.replaceAll(
    /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/gu,
    (letter) => letter.normalize("NFD").replaceAll(/\p{M}/gu, ""),
  );
  return [...folded.matchAll(TOKENS)].flatMap(({ 0: token, groups }) => {
    if (groups?.["run"] !== undefined) {
      const characters = Array.from(token);
      return characters
        .flatMap((one, index) => (index === 0 ? [one] : [one, `${characters[index - 1]}${one}`]))
        .filter((word) => !isLeftOut(word));
    }
    const parts = token.split(/[.@:+\-/]/u);
    return [token, ...(parts.length > 1 ? parts : [])]
      .filter((word) => !isLeftOut(word))
      .map((word) => toTerm(word));
  });
}

test("terms are what their definition says, for any mixture of scripts, signs and broken Unicode", () => {
  const random = seededRandom(11);
  for (let round = 0; round < 5_000; round += 1) {
    const text = mixedText(random);
    expect([text, ...documentTerms(text)]).toEqual([text, ...termsByDefinition(text)]);
  }
});

test("a long text has the terms of its definition, wherever it is cut to be read in parts", () => {
  const random = seededRandom(13);
  for (const joint of ["", "\n", "绿茶"]) {
    const texts = Array.from({ length: 3_000 }, () => mixedText(random));
    const text = texts.join(joint);
    expect(text.length).toBeGreaterThan(2 * 16_384);
    expect(documentTerms(text)).toEqual(termsByDefinition(text));
    const telling = new Set(termsByDefinition(text, (word) => STOP_WORDS.has(word)));
    expect(queryTerms(text)).toEqual([...telling].slice(0, 256));
  }
});

test("a long query of stop words alone asks for them, and one with a telling word at its end for that", () => {
  const stops = "the of and ".repeat(5_000);
  expect(queryTerms(stops)).toEqual(["the", "of", "and"]);
  expect(queryTerms(`${stops} tea`)).toEqual(["tea"]);
});

test("a word has one stem, also after more words than are kept", () => {
  const random = seededRandom(12);
  const letter = (): string => String.fromCodePoint(97 + Math.floor(random() * 26));
  const endings = ["", "s", "ing", "ational", "fulness", "ed"];
  const words = Array.from({ length: 20_000 }, (_, index) => {
    const stem = Array.from({ length: 3 + (index % 9) }, letter).join("");
    return stem + (endings[index % endings.length] ?? "");
  });
  const expected = words.map((word) => stemmer(word));
  expect(words.flatMap((word) => documentTerms(word))).toEqual(expected);
  expect(words.toReversed().flatMap((word) => documentTerms(word))).toEqual(expected.toReversed());
});

test("what makes duplicates is composed text with single blanks, however it was spaced", () => {
  const random = seededRandom(13);
  for (let round = 0; round < 5_000; round += 1) {
    const text = mixedText(random);
    const plain = text.normalize("NFC").trim().replaceAll(/\s+/gu, " ");
    expect([text, normalizeForDuplicates(text)]).toEqual([text, plain]);
  }
});

test("the comparable share is that of the query's words whose script a text has", () => {
  const random = seededRandom(14);
  for (let round = 0; round < 2_000; round += 1) {
    const query = Array.from({ length: 9 }, () => Math.floor(random() * 4));
    const scripts = Math.floor(random() * 512);
    const shared = query.filter((_, script) => (scripts & (1 << script)) !== 0);
    const share = scripts === 0 || sum(query) === 0 ? 1 : sum(shared) / sum(query);
    expect(comparableShare(query, scripts)).toBe(share);
  }
});
