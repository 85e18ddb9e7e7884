import { setTimeout } from "node:timers/promises";

import type { wrapLanguageModel } from "ai";

import { answerOf } from "./offline-answer.ts";

/** A model of the third version of the AI SDK's specification, which 6 and 7 take. */
type V3Model = Extract<
  Parameters<typeof wrapLanguageModel>[0]["model"],
  { readonly specificationVersion: "v3" }
>;
/** A part of what such a model streams. */
export type V3Chunk =
  Awaited<ReturnType<V3Model["doStream"]>>["stream"] extends ReadableStream<infer Chunk>
    ? Chunk
    : never;

/** Time for one word, so that streaming is visible. */
const WORD_MS = 20;

/** Plays a language model: what it says follows a few rules, and it says it word by word. */
export function offlineModel(): V3Model {
  return {
    specificationVersion: "v3",
    provider: "kioku-examples",
    modelId: "offline",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("this model only streams")),
    doStream: async ({ prompt, abortSignal }) => {
      const chunks = chunksOf(answerOf(prompt));
      const stream = new ReadableStream<V3Chunk>({
        async pull(controller) {
          const { value, done } = chunks.next();
          if (done) return controller.close();
          await setTimeout(value.type === "text-delta" ? WORD_MS : 0, undefined, {
            signal: abortSignal,
          });
          controller.enqueue(value);
        },
      });
      return { stream };
    },
  };
}

function* chunksOf(text: string): Generator<V3Chunk, undefined> {
  const id = "answer";
  yield { type: "stream-start", warnings: [] };
  yield { type: "text-start", id };
  for (const delta of text.match(/\s*\S+/gu) ?? []) yield { type: "text-delta", id, delta };
  yield { type: "text-end", id };
  const inputTokens = {
    total: undefined,
    noCache: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
  };
  const outputTokens = { total: undefined, text: undefined, reasoning: undefined };
  yield {
    type: "finish",
    finishReason: { unified: "stop", raw: "stop" },
    usage: { inputTokens, outputTokens },
  };
}
