import { MemoryError } from "@kioku/core";
import { ownTexts } from "@kioku/core/toolkit";

import type { Limits } from "../options/settings.js";

/** A text in the form that is sent. */
export interface Input {
  /** Index of the text in the caller's list. */
  readonly index: number;
  /** The text with its prefix. */
  readonly text: string;
  /** As the limits count them. */
  readonly tokens: number;
  /** Number of times that it was cut because the server found it too long. */
  readonly cuts: number;
}

/** No vocabulary in use has longer tokens, counted in characters without blanks. */
const LONGEST_TOKEN = 128;
/** Tokens of several Chinese characters exist, but no text consists of them alone. */
const CHARACTERS_PER_DENSE_TOKEN = 4;

/**
 * Makes the inputs of a call.
 * @throws `invalid-input` naming the text that is not a string, is empty, or is certainly too long.
 */
export function toInputs(
  texts: readonly string[],
  prefix: string,
  limits: Limits,
): readonly Input[] {
  return ownTexts(texts).map((text, index) => {
    // A lone surrogate has no form in UTF-8.
    const whole = `${prefix}${text}`.toWellFormed();
    if (whole === "") {
      const message = `texts[${index}] is empty`;
      throw new MemoryError("invalid-input", message, { details: { textIndex: index } });
    }
    return toInput(whole, index, limits);
  });
}

function toInput(text: string, index: number, limits: Limits): Input {
  const { maxInputTokens = Infinity, truncate, count, isExact } = limits;
  const tokens = count(text);
  const certain = tokens <= maxInputTokens || isExact ? tokens : leastTokens(text);
  // The server decides about a text that is too long by estimate only.
  if (certain <= maxInputTokens) return { index, text, tokens, cuts: 0 };
  if (!truncate) throw tooLong(index, `it has at least ${certain} of ${maxInputTokens}`);
  const cut = cutText(text, maxInputTokens, count);
  return { index, text: cut, tokens: count(cut), cuts: 0 };
}

/**
 * Returns the number of tokens that a text has at least, in any vocabulary that can read it: no
 * token spans a blank. A word of more than 100 characters, which BERT takes for one unknown token,
 * counts by its length. Meant to refuse only what is certainly too long.
 */
function leastTokens(text: string): number {
  let sum = 0;
  for (const [word] of text.matchAll(/\S+/gu)) sum += Math.ceil(word.length / LONGEST_TOKEN);
  const dense = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return Math.max(sum, Math.floor(dense / CHARACTERS_PER_DENSE_TOKEN));
}

/** Returns the longest beginning of a text with at most this many tokens, in whole characters. */
export function cutText(text: string, maxTokens: number, count: (text: string) => number): string {
  if (count(text) <= maxTokens) return text;
  let fits = 0;
  let excessive = text.length;
  while (excessive - fits > 1) {
    const middle = (fits + excessive) >> 1;
    if (count(text.slice(0, middle)) <= maxTokens) fits = middle;
    else excessive = middle;
  }
  return sliceWhole(text, fits);
}

/** Returns the first UTF-16 units of a text, without half a character at the end. */
export function sliceWhole(text: string, length: number): string {
  return text.slice(0, length).replace(/[\u{d800}-\u{dbff}]$/u, "");
}

/** Makes the error for a text that the model cannot take whole. */
export function tooLong(index: number, detail: string): MemoryError {
  const advice = "split it, or set truncate";
  return new MemoryError(
    "invalid-input",
    `texts[${index}] has too many tokens for the model (${detail}); ${advice}`,
    { details: { textIndex: index } },
  );
}
