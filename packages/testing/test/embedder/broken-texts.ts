import { MemoryError } from "@kioku/core";
import type { Embedder } from "@kioku/core";
import type { EmbedResult } from "@kioku/core/toolkit";

import { never, textOf } from "../support/broken-model.js";
import { mapEach, turned, withEmbed } from "./break-embedder.js";
import type { EmbedderDefect } from "./break-embedder.js";

/**
 * Rejects calls that have a text of this sort, with whatever is made of the list and the place of
 * the text.
 */
function refuse(
  good: Embedder,
  isOdd: (text: string) => boolean,
  toError: (texts: readonly string[], place: number) => unknown,
): Embedder {
  return withEmbed(good, async (texts, options): Promise<EmbedResult> => {
    const place = texts.findIndex((text) => typeof text === "string" && isOdd(text));
    if (place === -1) return good.embed(texts, options);
    throw toError(texts, place);
  });
}

/** Zeros for texts of this sort. */
function zero(good: Embedder, isOdd: (text: string) => boolean): Embedder {
  return mapEach(good, (vector, text) => (isOdd(text) ? vector.fill(0) : vector));
}

function invalid(message: string): MemoryError {
  return new MemoryError("invalid-input", message);
}

/** Defects of texts that nobody thinks of. */
export const BROKEN_TEXTS: readonly EmbedderDefect[] = [
  {
    name: "answers zeros for an empty text",
    failsAt: "hostile texts: an empty text",
    breakModel: (good) => zero(good, (text) => text === ""),
  },
  {
    name: "answers fewer vectors where a text is blank",
    failsAt: "hostile texts: a text of white space",
    breakModel: (good) =>
      withEmbed(good, async (texts, options) => {
        const filled = texts.filter((text) => typeof text !== "string" || text.trim() !== "");
        return good.embed(filled, options);
      }),
  },
  {
    name: "quotes a text with NUL in its error",
    failsAt: "hostile texts: a text with NUL",
    breakModel: (good) =>
      refuse(
        good,
        (text) => text.includes("\0"),
        (texts, place) => invalid(`texts[${place}] has NUL: ${texts[place]}`),
      ),
  },
  {
    name: "fails at control characters with an error of its own",
    failsAt: "hostile texts: a text of control characters",
    breakModel: (good) =>
      refuse(
        good,
        (text) => text.includes("\u0007"),
        () => new TypeError("cannot encode"),
      ),
  },
  {
    name: "says that lone surrogates may pass",
    failsAt: "hostile texts: lone surrogates",
    breakModel: (good) =>
      refuse(
        good,
        (text) => !text.isWellFormed(),
        (_, place) =>
          new MemoryError("embedder-failed", `texts[${place}]: server error`, { retryable: true }),
      ),
  },
  {
    name: "does not say which text has emoji",
    failsAt: "hostile texts: emoji with joiners",
    breakModel: (good) =>
      refuse(
        good,
        (text) => text.includes("\u200D"),
        () => invalid("a text has emoji"),
      ),
  },
  {
    name: "names the wrong text for combining marks",
    failsAt: "hostile texts: combining marks",
    breakModel: (good) =>
      refuse(
        good,
        (text) => text.includes("\u0323"),
        (_, place) => invalid(`texts[${place + 1}] has marks`),
      ),
  },
  {
    name: "quotes the text beside the one it refuses",
    failsAt: "hostile texts: right to left",
    breakModel: (good) =>
      refuse(
        good,
        (text) => text.includes("\u202E"),
        (texts, place) => invalid(`texts[${place}] comes after ${texts[place - 1]}`),
      ),
  },
  {
    name: "has no vector for characters beyond the first plane",
    failsAt: "hostile texts: characters beyond",
    breakModel: (good) => zero(good, (text) => text.includes("\u{10FFFF}")),
  },
  {
    name: "lets a text of many scripts change those beside it",
    failsAt: "hostile texts: many scripts",
    breakModel: (good) =>
      withEmbed(good, async (texts, options) => {
        const answer = await good.embed(texts, options);
        if (!texts.some((text) => text.includes("ありがとう"))) return answer;
        return { vectors: answer.vectors.map((vector) => turned(vector, 0.2)) };
      }),
  },
  {
    name: "ends a batch at a special token",
    failsAt: "hostile texts: names of special tokens",
    breakModel: (good) =>
      withEmbed(good, (texts, options) => {
        const end = texts.findIndex((text) => textOf(text).includes("<|endoftext|>"));
        return good.embed(end === -1 ? texts : texts.slice(0, end), options);
      }),
  },
  {
    name: "is broken for good by quotes",
    failsAt: "hostile texts: quotes and markup",
    breakModel: (good) => {
      let isBroken = false;
      return withEmbed(good, async (texts, options) => {
        if (isBroken) throw new MemoryError("embedder-failed", "broken");
        isBroken = texts.some((text) => textOf(text).includes("</memory>"));
        return good.embed(texts, options);
      });
    },
  },
  {
    name: "answers NaN for a long word",
    failsAt: "hostile texts: a word of ten thousand letters",
    breakModel: (good) =>
      mapEach(good, (vector, text) => (/\w{5000}/u.test(text) ? vector.fill(Number.NaN) : vector)),
  },
  {
    name: "keeps plain texts and counts places without them",
    failsAt: "hostile texts: quotes and markup",
    breakModel: (good) => {
      const kept = new Set<string>();
      return withEmbed(good, async (texts, options) => {
        const place = texts
          .filter((text) => !kept.has(text))
          .findIndex((text) => textOf(text).includes("</memory>"));
        if (place !== -1) throw invalid(`texts[${place}] has markup`);
        for (const text of texts) kept.add(text);
        return good.embed(texts, options);
      });
    },
  },
  {
    name: "hangs at a long text",
    failsAt: "hostile texts: a long text",
    breakModel: (good) =>
      withEmbed(good, (texts, options) =>
        texts.some((text) => textOf(text).length > 50_000) ? never() : good.embed(texts, options),
      ),
  },
  {
    name: "makes a text of what is none",
    failsAt: "hostile texts: what is no text",
    breakModel: (good) =>
      withEmbed(good, (texts, options) =>
        good.embed(
          texts.map((text) => textOf(text)),
          options,
        ),
      ),
  },
  {
    name: "has another vector for a hostile text at the end",
    failsAt: "hostile texts: a hostile text has one vector",
    breakModel: (good) =>
      withEmbed(good, async (texts, options) => {
        const answer = await good.embed(texts, options);
        const last = texts.at(-1) ?? "";
        if (texts.length < 2 || last.isWellFormed()) return answer;
        return {
          vectors: answer.vectors.map((vector, index) =>
            index === texts.length - 1 ? turned(vector, 0.2) : vector,
          ),
        };
      }),
  },
];
