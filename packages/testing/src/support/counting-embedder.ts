import { MemoryError, type Embedder } from "@kioku/core";
import type { EmbedOptions, EmbedResult } from "@kioku/core/toolkit";

/** Arguments of a call. */
export interface EmbedCall {
  /** Texts to embed. */
  readonly texts: readonly string[];
  /** Purpose of the texts. */
  readonly purpose: EmbedOptions["purpose"];
}

/** An embedder that counts its calls, with a vector of its own for each text and purpose. */
export interface CountingEmbedder extends Embedder {
  /** Calls, oldest first. */
  readonly calls: EmbedCall[];
  /** Most calls that were under way at once. */
  mostAtOnce: number;
  /** Called by the next calls in place of an answer; `undefined` to answer. */
  instead: ((texts: readonly string[], options?: EmbedOptions) => Promise<EmbedResult>) | undefined;
  /** True if its refusal of a text names it by `textIndex`. */
  namesIndex: boolean;
  /** Waited for by each call before it answers. */
  hold: Promise<unknown>;
  /** Texts that it was told to forget. */
  readonly forgotten: string[];
  /** Number of times it was closed. */
  closed: number;
}

/** Makes one that cannot embed a text with "too long" in it, and says so as embedders do. */
export function countingEmbedder(members: Partial<Embedder> = {}): CountingEmbedder {
  let underWay = 0;
  const embedder: CountingEmbedder = {
    id: "test/counting@3",
    profile: { unrelated: 0, related: 1 },
    calls: [],
    mostAtOnce: 0,
    instead: undefined,
    namesIndex: false,
    hold: Promise.resolve(),
    forgotten: [],
    closed: 0,
    async embed(texts, options) {
      options?.signal?.throwIfAborted();
      embedder.calls.push({ texts, purpose: options?.purpose });
      underWay += 1;
      embedder.mostAtOnce = Math.max(embedder.mostAtOnce, underWay);
      try {
        await embedder.hold;
        if (embedder.instead) return await embedder.instead(texts, options);
        const place = texts.findIndex((text) => text.includes("too long"));
        if (place >= 0) throw tooLong(place, embedder.namesIndex);
        return {
          vectors: texts.map((text) => vectorOf(text, options?.purpose)),
          tokens: texts.length,
        };
      } finally {
        underWay -= 1;
      }
    },
    forget: async (texts) => void embedder.forgotten.push(...texts),
    close: async () => void (embedder.closed += 1),
    ...members,
  };
  return embedder;
}

function tooLong(textIndex: number, isNamed: boolean): MemoryError {
  const message = `texts[${textIndex}] is too long`;
  return new MemoryError("invalid-input", message, { details: isNamed ? { textIndex } : {} });
}

/** Returns the vector that a `countingEmbedder` makes of a text. */
export function vectorOf(
  text: string,
  purpose: EmbedOptions["purpose"] = "document",
): Float32Array {
  let state = purpose === "query" ? 7 : 3;
  for (const character of text) state = (state * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  return Float32Array.of(1 + state, state % 89, -(state % 97));
}
