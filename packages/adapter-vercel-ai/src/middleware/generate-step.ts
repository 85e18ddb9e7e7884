import { partsOf } from "../turn/told-trust.js";
import type { ModelCall, TurnMemory } from "./turn-memory.js";

/** What is used of the result of a model. */
export interface GenerateResult {
  readonly content: readonly unknown[];
  readonly finishReason: unknown;
  readonly warnings: readonly unknown[];
}

/** Calls a model with its memory, for an answer that comes at once. */
export async function generateStep<Call extends ModelCall, Result extends GenerateResult>(
  turns: TurnMemory,
  call: Call,
  generate: (call: Call) => PromiseLike<Result>,
): Promise<Result> {
  const step = turns.stepOf(call);
  if (!step) return generate(call);
  const prompt = await step.show(call.prompt);
  let result: Result;
  try {
    result = await generate({ ...call, prompt });
  } catch (error) {
    step.fail();
    throw error;
  }
  const { content, finishReason, warnings } = result;
  const parts = partsOf(content).map((part) => step.add(part));
  step.add({ type: "finish", finishReason });
  const sources = step.sources();
  await step.end();
  return {
    ...result,
    content: [...sources, ...parts],
    warnings: [...warnings, ...step.warnings],
  };
}
