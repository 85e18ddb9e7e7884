import type { Embedder } from "@kioku/core";

/** Texts of the calls, in order. */
interface AskedTexts {
  readonly purpose: string;
  readonly texts: readonly string[];
}

/** An embedder that counts what it is asked. */
export interface TopicEmbedder extends Embedder {
  readonly asked: AskedTexts[];
  /** Texts that it refuses from now on. */
  refuses: (text: string) => boolean;
}

const TOPICS: readonly RegExp[] = [
  /mail|letter|message|boss/iu,
  /weather|rain|forecast|umbrella/iu,
  /invoice|bill|charge|refund/iu,
  /flight|plane|airport/iu,
  /tea|coffee|drink/iu,
];

/** Texts of one topic are near, others are not: deterministic and offline. */
export function topicEmbedder(): TopicEmbedder {
  const asked: AskedTexts[] = [];
  return {
    id: "test/topics@6",
    dimensions: 6,
    profile: { unrelated: 0.1, related: 0.9 },
    asked,
    refuses: () => false,
    async embed(texts, { purpose = "document", signal } = {}) {
      signal?.throwIfAborted();
      asked.push({ purpose, texts });
      if (texts.some((text) => this.refuses(text))) throw new Error("the embedder is down");
      return { vectors: texts.map((text) => toVector(text)) };
    },
  };
}

function toVector(text: string): Float32Array {
  const topics = TOPICS.map((topic) => (topic.test(text) ? 1 : 0));
  return Float32Array.from([...topics, 0.2]);
}
