import type { PromptOptions, RecallQuery } from "@kioku/core";
import { checkObject, checkPromptOptions, checkRecallOptions } from "@kioku/core/adapters";

/** How to recall, and how what is found is written down. */
export interface RecallSettings {
  readonly settings: Omit<RecallQuery, "query">;
  readonly prompt: PromptOptions;
}

/**
 * Settings of a recall and of the prompt, told apart and checked. `others` are named where an option is unknown.
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
