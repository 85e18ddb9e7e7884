import { MemoryError } from "@kioku/core";
import { invalidInput, ownTexts } from "@kioku/core/toolkit";

import type { Limits } from "../options/settings.js";
import { cutText } from "./cut-text.js";
import type { Input } from "./input.js";
import { leastTokens } from "./least-tokens.js";

/**
 * The texts as they are sent, with their prefix.
 * @throws `invalid-input` naming the text that is none, is empty, or is certainly too long.
 */
export function toInputs(
  texts: readonly string[],
  prefix: string,
  limits: Limits,
): readonly Input[] {
  return ownTexts(texts).map((text, index) => {
    // Half of a character has no form in UTF-8.
    const whole = `${prefix}${text}`.toWellFormed();
    if (whole === "") {
      throw aboutText(invalidInput(`texts[${index}]`, "a text that is not empty"), index);
    }
    return toInput(whole, index, limits);
  });
}

function toInput(text: string, index: number, limits: Limits): Input {
  const { maxInputTokens, truncate, count, isExact } = limits;
  const tokens = count(text);
  if (maxInputTokens === undefined || tokens <= maxInputTokens)
    return { index, text, tokens, cuts: 0 };
  const least = isExact ? tokens : leastTokens(text);
  // An estimate is no reason to cut or to refuse what may fit: the server knows.
  if (least <= maxInputTokens) return { index, text, tokens, cuts: 0 };
  if (!truncate) throw tooLong(index, `it has at least ${least} of ${maxInputTokens}`);
  const cut = cutText(text, maxInputTokens, count);
  return { index, text: cut, tokens: count(cut), cuts: 0 };
}

/** The error for a text that the model cannot take whole. */
export function tooLong(index: number, detail: string): MemoryError {
  const advice = "split it, or set truncate";
  const error = new MemoryError(
    "invalid-input",
    `texts[${index}] has too many tokens for the model (${detail}); ${advice}`,
  );
  return aboutText(error, index);
}

/** Says by `textIndex` which text it is, so that the others can be asked for without it. */
function aboutText(error: MemoryError, index: number): MemoryError {
  return Object.assign(error, { textIndex: index });
}
