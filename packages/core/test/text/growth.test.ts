import { expect, test } from "vitest";

import { filterField } from "../../src/internal/check/parse-filter.js";
import { resolveCitations } from "../../src/prompt/citations.js";
import { escapeAttribute, escapeText, fence } from "../../src/prompt/escape.js";
import { datesInQuery, datesInText, mayHoldDate } from "../../src/text/dates/dates-in-text.js";
import { duplicateKeys } from "../../src/text/duplicate-keys.js";
import { estimateTokens } from "../../src/text/estimate-tokens.js";
import { hashText } from "../../src/text/hash.js";
import { normalizeForDuplicates, toStorableText } from "../../src/text/normalize.js";
import { textScripts } from "../../src/text/scripts.js";
import { documentTerms, queryTerms } from "../../src/text/terms.js";

const SHORT = 25_000;
const LONG = 4 * SHORT;
/** Four times the time for four times the text is linear; sixteen would be quadratic. */
const MOST_GROWTH = 8;
/**
 * Less than this says more about the machine than about the code; quadratic time for 100,000
 * characters is far more.
 */
const NOISE_MS = 20;
/**
 * Attempts before growth counts: the fastest of so many is not slow because the machine was busy.
 */
const ATTEMPTS = 20;

const AT = new Date("2026-03-01T12:00:00Z");

/** Every function of core that reads texts of users. */
const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  documentTerms,
  queryTerms,
  normalizeForDuplicates,
  duplicateKeys: (text) => duplicateKeys([text, text]),
  toStorableText,
  estimateTokens,
  textScripts,
  mayHoldDate,
  datesInText: (text) => datesInText(text, AT),
  datesInQuery: (text) => datesInQuery(text, AT),
  escapeText,
  escapeAttribute,
  fence,
  resolveCitations: (text) => resolveCitations(text, []),
  hashText,
  filterField: (text) => {
    try {
      return filterField(text);
    } catch {
      return undefined;
    }
  },
};

/**
 * Repeated, these make expressions with nested or overlapping repetition go back over what they
 * have read.
 */
const UNITS: readonly string[] = [
  "a",
  "A",
  "1",
  " ",
  "\n",
  "\t \n",
  ".",
  "-",
  "_",
  "/",
  "'",
  '"',
  "&",
  "<",
  "[",
  "(",
  "😀",
  "字",
  "か",
  "ก",
  "a.",
  "1.",
  "a@",
  "a-1:",
  "n't",
  "’s ",
  "a'",
  "1,",
  "1 ",
  "\u0301",
  "e\u0301",
  "\u200D",
  "\uD800",
  "\0",
  "[m",
  "[m1",
  "[m1, ",
  "</",
  "</memories",
  "&#",
  "1/",
  "2026-",
  "2026-01-",
  "in ",
  "the ",
  "last last ",
  "may ",
  "of may ",
  "1st of ",
  "two weeks ",
  "yesterday ",
  "二〇",
  "二十",
  "昨天",
  "年月",
  "1年",
  "from ",
];

/** The last character is another one, so that what matched up to here fails in the end. */
function adversarial(unit: string, length: number): string {
  return `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 1)}!`;
}

/** The processor time that this process took, without what others made it wait. */
async function workedMs(run: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

/**
 * Compares the fastest runs on both lengths, and goes on until the growth is small enough or does
 * not become smaller.
 */
async function growthOf(
  work: (text: string) => unknown,
  unit: string,
  lengths: readonly number[] = [SHORT, LONG],
): Promise<number> {
  const [short = "", long = ""] = lengths.map((length) => adversarial(unit, length));
  let [shortMs, longMs, growth] = [Infinity, Infinity, Infinity];
  for (let attempt = 0; attempt < ATTEMPTS && growth >= MOST_GROWTH; attempt += 1) {
    longMs = Math.min(longMs, await workedMs(() => work(long)));
    if (longMs < NOISE_MS) return 1;
    shortMs = Math.min(shortMs, await workedMs(() => work(short)));
    growth = longMs / Math.max(shortMs, 1);
  }
  return growth;
}

test.each(Object.entries(FUNCTIONS))(
  "%s takes time in proportion to the text",
  async (_name, work) => {
    const growing: string[] = [];
    for (const unit of UNITS) {
      const growth = await growthOf(work, unit);
      if (growth >= MOST_GROWTH) growing.push(`${JSON.stringify(unit)}: ${growth.toFixed(1)}`);
    }
    expect(growing).toEqual([]);
  },
  300_000,
);

function quadratic(text: string): number {
  return text.search(/a+b/u);
}

test("a function that takes quadratic time is noticed", async () => {
  const growth = await growthOf(quadratic, "a", [3_000, 12_000]);
  expect(growth).toBeGreaterThan(MOST_GROWTH);
});
