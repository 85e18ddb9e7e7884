import { MockLanguageModelV3 } from "ai/test";

/** Answer of one step: a text, or calls of tools. */
export type ScriptedStep =
  | string
  | readonly { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }[];

/**
 * A model that answers with these steps, one after the other; its calls are in `doGenerateCalls`.
 */
export function scriptedModel(steps: readonly ScriptedStep[]): MockLanguageModelV3 {
  let place = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const step = steps[place] ?? "That is all.";
      place += 1;
      const isText = typeof step === "string";
      return {
        content: isText
          ? [{ type: "text", text: step }]
          : step.map(({ tool, input }, index) => ({
              type: "tool-call" as const,
              toolCallId: `call-${place}-${index}`,
              toolName: tool,
              input: JSON.stringify(input),
            })),
        finishReason: { unified: isText ? "stop" : "tool-calls", raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
}

/** Returns the tool results in the last prompt. */
export function toolOutputs(model: MockLanguageModelV3): readonly unknown[] {
  const { prompt = [] } = model.doGenerateCalls.at(-1) ?? {};
  return prompt.flatMap((message) =>
    message.role === "tool"
      ? message.content.flatMap((part) => (part.type === "tool-result" ? [part.output] : []))
      : [],
  );
}
