import { checkObject } from "../check/check.js";
import { checkRecallOptions } from "../memory/read/check-recall-query.js";
import type { RecallQuery } from "../memory/recall-query.js";
import { checkPromptOptions } from "./check-prompt-options.js";
import type { PromptOptions } from "./prompt-context.js";

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
