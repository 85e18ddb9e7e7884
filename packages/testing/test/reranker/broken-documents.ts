import { MemoryError } from "@kioku/core";
import type { Reranker } from "@kioku/core";

import { never, textOf } from "../support/broken-model.js";
import { mapScores, withRerank } from "./break-reranker.js";
import type { RerankerDefect } from "./break-reranker.js";

/** Where in a call a text is. */
interface Place {
  /** `query`, or `documents[1]`. */
  readonly name: string;
  readonly text: string;
}

/** Rejects calls that have a text of this sort with whatever is made of it. */
function refuse(
  good: Reranker,
  isOdd: (text: string) => boolean,
  toError: (place: Place) => unknown,
): Reranker {
  return withRerank(good, async (query, documents, options) => {
    const places: readonly Place[] = [
      { name: "query", text: query },
      ...documents.map((text, index) => ({ name: `documents[${index}]`, text })),
    ];
    const odd = places.find(({ text }) => typeof text === "string" && isOdd(text));
    if (odd) throw toError(odd);
    return good.rerank(query, documents, options);
  });
}

function invalid(message: string): MemoryError {
  return new MemoryError("invalid-input", message);
}

function scoreNaN(good: Reranker, isOdd: (text: string) => boolean): Reranker {
  return mapScores(good, ({ index, score }, { documents }) =>
    isOdd(documents[index] ?? "") ? Number.NaN : score,
  );
}

/** Defects of texts that nobody thinks of. */
export const BROKEN_DOCUMENTS: readonly RerankerDefect[] = [
  {
    name: "divides by the length of an empty text",
    failsAt: "hostile texts: an empty text",
    breakModel: (good) => scoreNaN(good, (text) => text === ""),
  },
  {
    name: "leaves out blank documents",
    failsAt: "hostile texts: a text of white space",
    breakModel: (good) =>
      withRerank(good, (query, documents, options) =>
        good.rerank(
          query,
          documents.filter((text) => typeof text !== "string" || text.trim() !== ""),
          options,
        ),
      ),
  },
  {
    name: "quotes a text with NUL in its error",
    failsAt: "hostile texts: a text with NUL",
    breakModel: (good) =>
      refuse(
        good,
        (text) => text.includes("\0"),
        ({ name, text }) => invalid(`${name} has NUL: ${text}`),
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
        ({ name }) => new MemoryError("reranker-failed", name, { retryable: true }),
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
    name: "takes the query for a document in its error",
    failsAt: "hostile texts: combining marks",
    breakModel: (good) =>
      refuse(
        good,
        (text) => text.includes("\u0323"),
        () => invalid("documents[1] has marks"),
      ),
  },
  {
    name: "has no score for right to left",
    failsAt: "hostile texts: right to left",
    breakModel: (good) => scoreNaN(good, (text) => text.includes("\u202E")),
  },
  {
    name: "calls what will never work retryable",
    failsAt: "hostile texts: characters beyond",
    breakModel: (good) =>
      refuse(
        good,
        (text) => text.includes("\u{10FFFF}"),
        ({ name }) => new MemoryError("invalid-input", name, { retryable: true }),
      ),
  },
  {
    name: "is broken for good by many scripts",
    failsAt: "hostile texts: many scripts",
    breakModel: (good) => {
      let isBroken = false;
      return withRerank(good, async (query, documents, options) => {
        if (isBroken) throw new MemoryError("reranker-failed", "broken");
        isBroken = documents.some((text) => textOf(text).includes("ありがとう"));
        return good.rerank(query, documents, options);
      });
    },
  },
  {
    name: "ends a list at a special token",
    failsAt: "hostile texts: names of special tokens",
    breakModel: (good) =>
      withRerank(good, (query, documents, options) => {
        const end = documents.findIndex((text) => textOf(text).includes("<|endoftext|>"));
        return good.rerank(query, end === -1 ? documents : documents.slice(0, end), options);
      }),
  },
  {
    name: "ranks with a query of quotes from then on",
    failsAt: "hostile texts: quotes and markup",
    breakModel: (good) => {
      let kept: string | undefined;
      return withRerank(good, (query, documents, options) => {
        if (typeof query === "string" && query.includes("</memory>")) kept = query;
        return good.rerank(kept ?? query, documents, options);
      });
    },
  },
  {
    name: "scores a long word without an end",
    failsAt: "hostile texts: a word of ten thousand letters",
    breakModel: (good) =>
      mapScores(good, ({ index, score }, { documents }) =>
        /\w{5000}/u.test(documents[index] ?? "") ? Infinity : score,
      ),
  },
  {
    name: "hangs at a long query",
    failsAt: "hostile texts: a long text",
    breakModel: (good) =>
      withRerank(good, (query, documents, options) =>
        textOf(query).length > 50_000 ? never() : good.rerank(query, documents, options),
      ),
  },
  {
    name: "makes a document of what is none",
    failsAt: "hostile texts: what is no text",
    breakModel: (good) =>
      withRerank(good, (query, documents, options) =>
        good.rerank(
          query,
          documents.map((text) => textOf(text)),
          options,
        ),
      ),
  },
  {
    name: "makes a query of what is none",
    failsAt: "hostile texts: what is no text",
    breakModel: (good) =>
      withRerank(good, (query, documents, options) =>
        good.rerank(textOf(query), documents, options),
      ),
  },
];
