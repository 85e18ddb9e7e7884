import { mockId } from "ai/test";
import type { MockLanguageModelV3 } from "ai/test";

/** Answer of a model in one call. */
type Answer = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;

const nextCallId = mockId({ prefix: "call" });
const tokens = {
  total: undefined,
  noCache: undefined,
  cacheRead: undefined,
  cacheWrite: undefined,
  text: undefined,
  reasoning: undefined,
};
const usage = { inputTokens: tokens, outputTokens: tokens };

/** An answer in words. */
export function says(text: string): Answer {
  const finishReason = { unified: "stop", raw: undefined } as const;
  return { content: [{ type: "text", text }], finishReason, usage, warnings: [] };
}

/** An answer that calls one tool. */
export function calls(toolName: string, input: object): Answer {
  const call = {
    type: "tool-call",
    toolCallId: nextCallId(),
    toolName,
    input: JSON.stringify(input),
  } as const;
  const finishReason = { unified: "tool-calls", raw: undefined } as const;
  return { content: [call], finishReason, usage, warnings: [] };
}
