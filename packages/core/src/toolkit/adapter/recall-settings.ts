import type { PromptOptions } from "../../api/prompt-context.js";
import type { RecallQuery } from "../../api/recall-query.js";
import { checkRecallOptions } from "../../engine/read/check-recall-query.js";
import { checkObject } from "../../internal/check/check.js";
import { checkPromptOptions } from "../../prompt/check-prompt-options.js";

/** How to recall, and how what is found is written down. */
export interface RecallSettings {
  /** What `recall` takes beside the query. */
  readonly settings: Omit<RecallQuery, "query">;
  /** What `context` takes beside it. */
  readonly prompt: PromptOptions;
}

/**
 * Settings of a recall and of the prompt, told apart and checked. `others` are named where an
 * option is unknown.
 * @throws `invalid-input` naming the option, what is allowed and what came.
 */
export function recallSettings(
  given: Omit<RecallQuery, "query"> & PromptOptions,
  name: string,
  others: readonly string[] = [],
): RecallSettings {
  checkObject(given, name);
  const { budget, countTokens, render, order, cite, preamble, ...settings } = given;
  const prompt = { budget, countTokens, render, order, cite, preamble };
  checkRecallOptions(settings, name, [...others, ...Object.keys(prompt)]);
  checkPromptOptions(prompt, name);
  return { settings, prompt };
}
