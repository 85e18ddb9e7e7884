import { simulateReadableStream } from "ai";
import type { ModelMessage } from "ai";
import { MockLanguageModelV3 } from "ai/test";

type Generate = MockLanguageModelV3["doGenerate"];
type GenerateResult = Awaited<ReturnType<Generate>>;
type StreamPart = StreamParts<Awaited<ReturnType<MockLanguageModelV3["doStream"]>>>;
type StreamParts<Result> = Result extends { stream: ReadableStream<infer Part> } ? Part : never;
/** Prompts of a model. */
export type CallPrompt = Parameters<Generate>[0]["prompt"];

/** A call of a tool. */
export interface MadeCall {
  readonly name: string;
  readonly input: unknown;
}

/**
 * The calls that a model makes at a step, given what it was sent; none ends the turn with its
 * words.
 */
type Step = readonly MadeCall[] | ((prompt: CallPrompt) => readonly MadeCall[]);

const NO_TOKENS = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 };
const USAGE = { inputTokens: NO_TOKENS, outputTokens: { total: 0, text: 0, reasoning: 0 } };

/** A model that calls these tools, step by step, and then says this; it generates and streams. */
export function callingModel(steps: readonly Step[], words = "Done."): MockLanguageModelV3 {
  let count = 0;
  const next = (prompt: CallPrompt): Pick<GenerateResult, "content" | "finishReason"> => {
    const index = count;
    count += 1;
    const step = steps[index] ?? [];
    const calls = typeof step === "function" ? step(prompt) : step;
    if (calls.length === 0) {
      return {
        content: [{ type: "text", text: words }],
        finishReason: { unified: "stop", raw: "stop" },
      };
    }
    const content = calls.map(({ name, input }, place) => ({
      type: "tool-call" as const,
      toolCallId: `call-${index}-${place}`,
      toolName: name,
      input: JSON.stringify(input),
    }));
    return { content, finishReason: { unified: "tool-calls", raw: "tool_use" } };
  };
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => ({ ...next(prompt), usage: USAGE, warnings: [] }),
    doStream: async ({ prompt }) => {
      const { content, finishReason } = next(prompt);
      const chunks: StreamPart[] = [
        { type: "stream-start", warnings: [] },
        ...content.flatMap(toChunks),
        { type: "finish", usage: USAGE, finishReason },
      ];
      return {
        stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }),
      };
    },
  });
}

function toChunks(part: GenerateResult["content"][number]): StreamPart[] {
  if (part.type === "tool-call") return [part];
  if (part.type !== "text") return [];
  return [
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: part.text },
    { type: "text-end", id: "1" },
  ];
}

/** An output of a tool, as a model is sent it. */
export interface ToldOutput {
  readonly toolName: string;
  readonly output: unknown;
}

/** Returns the tool results in a prompt, in order. */
export function toldBy(prompt: CallPrompt): readonly ToldOutput[] {
  return prompt.flatMap(({ role, content }) =>
    role === "tool"
      ? content.flatMap((part) =>
          part.type === "tool-result" ? [{ toolName: part.toolName, output: part.output }] : [],
        )
      : [],
  );
}

/** Returns the messages of all steps of a result. AI SDK 7 has those of the last in `response`. */
export function allMessages(result: {
  readonly response: { readonly messages: readonly ModelMessage[] };
}): readonly ModelMessage[] {
  const { responseMessages } = result as { readonly responseMessages?: readonly ModelMessage[] };
  return responseMessages ?? result.response.messages;
}
