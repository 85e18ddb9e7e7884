import { setImmediate } from "node:timers/promises";

import { MemoryError } from "@kioku/core";
import type { Reranker } from "@kioku/core";
import type { RerankScore } from "@kioku/core/toolkit";

import { never } from "../support/broken-model.js";
import { withRerank } from "./break-reranker.js";
import type { RerankerDefect } from "./break-reranker.js";

function failed(message: string): MemoryError {
  return new MemoryError("reranker-failed", message);
}

/** Hands out the rankings that it keeps. */
function keepLiveRankings(good: Reranker): Reranker {
  const kept = new Map<string, readonly RerankScore[]>();
  return withRerank(good, async (query, documents, options) => {
    const ranking = await good.rerank(query, documents, options);
    const key = JSON.stringify([query, documents, options?.topN]);
    const known = kept.get(key) ?? ranking;
    kept.set(key, known);
    return known;
  });
}

/** Defects of what belongs to the caller. */
const BROKEN_OWNERSHIP: readonly RerankerDefect[] = [
  {
    name: "sorts the caller's documents",
    failsAt: "ownership: the caller's list and options",
    breakModel: (good) =>
      withRerank(good, async (query, documents, options) => {
        const ranking = await good.rerank(query, documents, options);
        (documents as string[]).sort();
        return ranking;
      }),
  },
  {
    name: "takes topN out of the caller's options",
    failsAt: "ownership: the caller's list and options",
    breakModel: (good) =>
      withRerank(good, async (query, documents, options = {}) => {
        const ranking = await good.rerank(query, documents, options);
        Reflect.deleteProperty(options, "topN");
        return ranking;
      }),
  },
  {
    name: "reads the list late",
    failsAt: "ownership: a list that the caller changes",
    breakModel: (good) =>
      withRerank(good, async (query, documents, options) => {
        await Promise.resolve();
        return good.rerank(query, documents, options);
      }),
  },
  {
    name: "hands out the rankings that it keeps",
    failsAt: "ownership: changing an answer",
    breakModel: keepLiveRankings,
  },
];

/** Defects of aborts. The suite is told that this reranker stops under way. */
const BROKEN_ABORTS: readonly RerankerDefect[] = [
  {
    name: "does not look at signals",
    failsAt: "abort: a signal that is aborted already",
    breakModel: (good) =>
      withRerank(good, (query, documents, { topN } = {}) =>
        good.rerank(query, documents, topN === undefined ? {} : { topN }),
      ),
  },
  {
    name: "takes an abort under way for a failure",
    failsAt: "abort: a call that is aborted under way",
    breakModel: (good) =>
      withRerank(good, async (query, documents, options) => {
        options?.signal?.throwIfAborted();
        return good.rerank(query, documents, options).catch((cause: unknown) => {
          throw MemoryError.is(cause) ? cause : failed("interrupted");
        });
      }),
  },
  {
    name: "answers nothing when it is aborted",
    failsAt: "abort: a call that is aborted under way",
    breakModel: (good) =>
      withRerank(good, async (query, documents, options) => {
        options?.signal?.throwIfAborted();
        return good.rerank(query, documents, options).catch((error: unknown) => {
          if (MemoryError.is(error)) throw error;
          return [];
        });
      }),
  },
  {
    name: "claims to stop and does all of it",
    failsAt: "abort: a call with much to do stops",
    breakModel: (good) =>
      withRerank(good, async (query, documents, { topN, signal } = {}) => {
        signal?.throwIfAborted();
        return good.rerank(query, documents, topN === undefined ? {} : { topN });
      }),
  },
  {
    name: "leaves a listener on the signal",
    failsAt: "abort: no listener stays",
    breakModel: (good) =>
      withRerank(good, (query, documents, options) => {
        options?.signal?.addEventListener("abort", () => undefined, { once: true });
        return good.rerank(query, documents, options);
      }),
  },
];

/** Number of closed instances, for the one whose instances close each other. */
let isAnyClosed = false;

/** Defects of closing. */
const BROKEN_CLOSES: readonly RerankerDefect[] = [
  {
    name: "works on after it was closed",
    failsAt: "close: after close",
    breakModel: (good) => ({ ...good, close: () => Promise.resolve() }),
  },
  {
    name: "says that it failed after it was closed",
    failsAt: "close: after close",
    breakModel: (good) =>
      withRerank(good, (query, documents, options) =>
        good.rerank(query, documents, options).catch((error: unknown) => {
          throw MemoryError.is(error, "closed") ? failed("no session") : error;
        }),
      ),
  },
  {
    name: "cannot be closed before it was used",
    failsAt: "close: a reranker that was never used",
    breakModel: (good) => {
      let isUsed = false;
      return {
        ...withRerank(good, (query, documents, options) => {
          isUsed = true;
          return good.rerank(query, documents, options);
        }),
        close: async () => {
          if (!isUsed) throw failed("nothing to close");
          await good.close?.();
        },
      };
    },
  },
  {
    name: "leaves calls hanging when it is closed",
    failsAt: "close: closing waits",
    breakModel: (good) => {
      let isClosed = false;
      return {
        ...withRerank(good, async (query, documents, options) => {
          const wasOpen = !isClosed;
          return good.rerank(query, documents, options).catch((error: unknown) => {
            if (wasOpen && isClosed) return never<readonly RerankScore[]>();
            throw error;
          });
        }),
        close: async () => {
          isClosed = true;
          await good.close?.();
        },
      };
    },
  },
  {
    name: "closes all instances with one",
    failsAt: "close: closing one reranker",
    breakModel: (good) => {
      isAnyClosed = false;
      return {
        ...withRerank(good, async (query, documents, options) => {
          if (isAnyClosed) throw new MemoryError("closed", "closed");
          return good.rerank(query, documents, options);
        }),
        close: async () => {
          isAnyClosed = true;
        },
      };
    },
  },
];

/** Defects of calls at once. */
const BROKEN_CONCURRENCY: readonly RerankerDefect[] = [
  {
    name: "mixes up calls that run at once",
    failsAt: "concurrency: many calls at once",
    breakModel: (good) => {
      let current = "";
      return withRerank(good, async (query, documents, options) => {
        current = query;
        await setImmediate();
        return good.rerank(current, documents, options);
      });
    },
  },
  {
    name: "lets a call that is refused end the others",
    failsAt: "concurrency: calls that are refused or aborted",
    breakModel: (good) => {
      let refused = 0;
      return withRerank(good, async (query, documents, options) => {
        const before = refused;
        try {
          const ranking = await good.rerank(query, documents, options);
          if (refused > before) throw failed("the batch was refused");
          return ranking;
        } catch (error) {
          if (MemoryError.is(error, "invalid-input")) refused += 1;
          throw error;
        }
      });
    },
  },
];

/** Defects of lists, signals, closing and calls at once. */
export const BROKEN_LIVES: readonly RerankerDefect[] = [
  ...BROKEN_OWNERSHIP,
  ...BROKEN_ABORTS,
  ...BROKEN_CLOSES,
  ...BROKEN_CONCURRENCY,
];
