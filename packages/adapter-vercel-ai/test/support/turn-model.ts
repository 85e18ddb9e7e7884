import { MockLanguageModelV3 } from "ai/test";

type CallOptions = Parameters<MockLanguageModelV3["doGenerate"]>[0];
type GenerateResult = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;
type StreamResult = Awaited<ReturnType<MockLanguageModelV3["doStream"]>>;
/** Part of a stream of a model. */
export type StreamPart = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;
/** A prompt as a model is sent it. */
export type SentPrompt = CallOptions["prompt"];

/** Call of a scripted model. */
interface ScriptedCall {
  readonly name: string;
  readonly id?: string;
  /** Arguments; none by default. */
  readonly input?: object;
}

/** Answer of a scripted model. */
export interface Answer {
  readonly text?: string;
  /** Names of tools to call, or calls. */
  readonly calls?: readonly (string | ScriptedCall)[];
  /** Content before the text. */
  readonly content?: GenerateResult["content"];
  /** Defaults to what fits. */
  readonly finish?: GenerateResult["finishReason"]["unified"];
}

/** Call of a scripted model. */
interface AskedModel {
  /** All texts of all messages, one below the other. */
  readonly text: string;
  readonly prompt: SentPrompt;
  /** Calls before this one. */
  readonly call: number;
  readonly signal: AbortSignal | undefined;
}

/** Answers the calls of a model. */
export type Script = (asked: AskedModel) => Answer | Promise<Answer>;

const USAGE: GenerateResult["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that answers by a script, at once and as a stream. */
export function turnModel(script: Script = () => ({ text: "Noted." })): MockLanguageModelV3 {
  let calls = 0;
  const answer = async ({ prompt, abortSignal }: CallOptions): Promise<GenerateResult> => {
    const call = calls;
    calls += 1;
    const asked = { text: textOf(prompt), prompt, call, signal: abortSignal };
    return toResult(await script(asked), call);
  };
  return new MockLanguageModelV3({
    doGenerate: answer,
    doStream: async (options) => ({ stream: streamOf(streamParts(await answer(options))) }),
  });
}

/** A model that calls these tools first, one step each, and then says this. */
export function callsThenAnswers(
  tools: NonNullable<Answer["calls"]>,
  text: string,
): MockLanguageModelV3 {
  return turnModel(({ call }) => {
    const tool = tools[call];
    return tool === undefined ? { text } : { text: "Let me see.", calls: [tool] };
  });
}

/** A stream that gives these parts as they are asked for. */
export function streamOf<Part>(parts: readonly Part[]): ReadableStream<Part> {
  const left = parts.values();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = left.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** A result as the parts of a stream, its texts in two pieces. */
export function streamParts({
  content,
  finishReason,
  usage,
  warnings,
}: GenerateResult): readonly StreamPart[] {
  return [
    { type: "stream-start", warnings },
    ...content.flatMap((part, index): StreamPart[] => {
      if (part.type !== "text") return part.type === "reasoning" ? [] : [part];
      const id = String(index);
      const half = Math.ceil(part.text.length / 2);
      return [
        { type: "text-start", id },
        { type: "text-delta", id, delta: part.text.slice(0, half) },
        { type: "text-delta", id, delta: part.text.slice(half) },
        { type: "text-end", id },
      ];
    }),
    { type: "finish", finishReason, usage },
  ];
}

/** The prompts that a model was sent, as text. */
export function promptsOf(model: MockLanguageModelV3): readonly string[] {
  return [...model.doGenerateCalls, ...model.doStreamCalls].map(({ prompt }) => textOf(prompt));
}

/** All texts of all messages of a prompt. */
export function textOf(prompt: SentPrompt): string {
  return prompt
    .flatMap(({ content }) =>
      typeof content === "string"
        ? [content]
        : content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)),
    )
    .join("\n");
}

/** Returns an answer; the call number makes ids of tool calls differ. */
export function toResult(
  { text, calls = [], content = [], finish }: Answer,
  call: number,
): GenerateResult {
  const toolCalls = calls.map((one, index) => {
    const given: ScriptedCall = typeof one === "string" ? { name: one } : one;
    const { name, id = `call-${call}-${index}`, input = {} } = given;
    const asked = JSON.stringify(input);
    return { type: "tool-call", toolCallId: id, toolName: name, input: asked } as const;
  });
  const unified = finish ?? (calls.length > 0 ? "tool-calls" : "stop");
  return {
    content: [
      ...content,
      ...(text === undefined ? [] : [{ type: "text" as const, text }]),
      ...toolCalls,
    ],
    finishReason: { unified, raw: unified },
    usage: USAGE,
    warnings: [],
  };
}
