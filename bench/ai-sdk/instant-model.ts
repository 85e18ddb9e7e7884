import type { withMemory } from "@kioku/adapter-vercel-ai";

/** A model that `withMemory` takes. */
export type BenchModel = Extract<
  Parameters<typeof withMemory>[0],
  { readonly specificationVersion: "v4" }
>;
type Result = Awaited<ReturnType<BenchModel["doGenerate"]>>;
type StreamPart =
  Awaited<ReturnType<BenchModel["doStream"]>>["stream"] extends ReadableStream<infer Part>
    ? Part
    : never;

const END = {
  finishReason: { unified: "stop", raw: "stop" },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
} as const;

/** Prompt of a call. */
export type BenchPrompt = Parameters<BenchModel["doGenerate"]>[0]["prompt"];

/** Answer of a model, and what it does with its prompts. */
interface Script {
  /** @defaultValue `"Noted."` */
  readonly answer?: string;
  readonly onPrompt?: (prompt: BenchPrompt) => void;
}

/** A model that answers at once, to see what is done around it. */
export function instantModel({ answer = "Noted.", onPrompt }: Script = {}): BenchModel {
  const parts: readonly StreamPart[] = [
    { type: "stream-start", warnings: [] },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: answer },
    { type: "text-end", id: "1" },
    { type: "finish", ...END },
  ];
  return {
    specificationVersion: "v4",
    provider: "bench",
    modelId: "instant",
    supportedUrls: {},
    doGenerate: async ({ prompt }): Promise<Result> => {
      onPrompt?.(prompt);
      return { content: [{ type: "text", text: answer }], warnings: [], ...END };
    },
    doStream: async ({ prompt }) => {
      onPrompt?.(prompt);
      return { stream: ReadableStream.from<StreamPart>(parts) };
    },
  };
}
