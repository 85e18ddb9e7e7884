import type { Found } from "./rule.js";

/** Digits with at most invisible characters between them. */
export interface DigitGroup extends Found {
  /** The first 20 digits; no card number has more. */
  readonly digits: string;
}

/** Spaces and dashes of any width, and dots. */
const BETWEEN = new Set(
  " \u00A0\u202F\u3000.\u30FB\uFF0E-\u2212\uFF0D\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2010\u2011\u2012\u2013\u2014\u2015",
);
const INVISIBLE = new Set(
  "\u00AD\u180E\u200B\u200C\u200D\u200E\u200F\u2060\u2061\u2062\u2063\u2064\uFEFF",
);
/** Most separators between two digits of one number. */
const MOST_BETWEEN = 3;
const MOST_INVISIBLE = 8;

const LEAST_DIGITS = 13;
const MOST_DIGITS = 20;

/**
 * Returns the numbers of at least 13 digits (the last one may have fewer), each as groups with one
 * to three spaces, dashes or dots between them. Reads every character at most twice.
 */
export function digitRuns(text: string): readonly (readonly DigitGroup[])[] {
  const runs: OpenGroup[][] = [];
  let open: OpenGroup = { start: 0, end: 0, digits: "" };
  let between = Infinity;
  let invisible = 0;
  for (let index = nextDigit(text, 0); index < text.length; index += 1) {
    const unit = text.charAt(index);
    const digit = digitOf(text.charCodeAt(index));
    if (digit !== undefined) {
      const run = between <= MOST_BETWEEN && invisible <= MOST_INVISIBLE ? runs.at(-1) : undefined;
      if (!run || between > 0) {
        open = { start: index, end: index, digits: "" };
        if (run) run.push(open);
        else startRun(runs, open);
      }
      open.end = index + 1;
      if (open.digits.length < MOST_DIGITS) open.digits += digit;
      between = 0;
      invisible = 0;
    } else if (BETWEEN.has(unit)) between += 1;
    else if (INVISIBLE.has(unit)) invisible += 1;
    else {
      between = Infinity;
      index = nextDigit(text, index) - 1;
    }
  }
  return runs;
}

/** Starts a run, and drops the last one if it is too short. */
function startRun(runs: OpenGroup[][], group: OpenGroup): void {
  const digits = runs.at(-1)?.reduce((sum, one) => sum + one.digits.length, 0) ?? LEAST_DIGITS;
  if (digits < LEAST_DIGITS) runs.pop();
  runs.push([group]);
}

interface OpenGroup {
  readonly start: number;
  end: number;
  digits: string;
}

function nextDigit(text: string, from: number): number {
  let index = from;
  while (index < text.length && digitOf(text.charCodeAt(index)) === undefined) index += 1;
  return index;
}

function digitOf(code: number): string | undefined {
  if (code >= 0x30 && code <= 0x39) return String.fromCharCode(code);
  return code >= 0xff10 && code <= 0xff19 ? String.fromCharCode(code - 0xfee0) : undefined;
}
