import { simulateReadableStream } from "ai";
import { MockLanguageModelV3 } from "ai/test";

/** A call of a tool. */
interface Call {
  readonly name: string;
  readonly args: object;
}

type Streamed = Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"];
type Part = Streamed extends ReadableStream<infer P> ? P : never;

const tokens = {
  total: undefined,
  noCache: undefined,
  cacheRead: undefined,
  cacheWrite: undefined,
  text: undefined,
  reasoning: undefined,
};
const usage = { inputTokens: tokens, outputTokens: tokens };

/** Makes a model that streams these calls, one a step, and then ends. */
export function scriptedModel(calls: readonly Call[]): MockLanguageModelV3 {
  let step = 0;
  return new MockLanguageModelV3({
    doStream: async () => {
      const call = calls[step];
      step += 1;
      const chunks: Part[] = [
        { type: "stream-start", warnings: [] },
        ...(call ? [partOf(call, step)] : []),
        {
          type: "finish",
          usage,
          finishReason: { unified: call ? "tool-calls" : "stop", raw: undefined },
        },
      ];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
}

function partOf({ name, args }: Call, step: number): Part {
  return {
    type: "tool-call",
    toolCallId: `call-${step}`,
    toolName: name,
    input: JSON.stringify(args),
  };
}
