import type { Memory } from "@kioku/core";

import type { PromptReport } from "./report.ts";

const BUDGET = 400;

/** Makes the prompt with which a model would get this question. */
export async function makePrompt(
  memory: Memory,
  question: string,
  signal: AbortSignal,
): Promise<PromptReport> {
  const reach = memory.scopePath.length === 0 ? "below" : "here";
  const context = await memory.context({ query: question, reach }, { budget: BUDGET, signal });
  const omitted = (reason: "budget" | "duplicate"): number =>
    context.omitted.filter((one) => one.reason === reason).length;
  return {
    question,
    scope: memory.scopePath,
    text: context.text,
    tokens: context.tokens,
    budget: BUDGET,
    included: context.included.length,
    omitted: { budget: omitted("budget"), duplicate: omitted("duplicate") },
  };
}
