import { setImmediate } from "node:timers/promises";

import { MemoryError } from "@kioku/core";
import type { Embedder } from "@kioku/core";
import type { EmbedResult } from "@kioku/core/toolkit";

import { mapVectors, withEmbed } from "./break-embedder.js";
import type { EmbedderDefect } from "./break-embedder.js";
import { wordVector } from "./good-embedder.js";

function failed(message: string): MemoryError {
  return new MemoryError("embedder-failed", message);
}

/** Hands out the vectors that it keeps. */
function keepLiveVectors(good: Embedder): Embedder {
  const kept = new Map<string, Float32Array>();
  return mapVectors(good, (vectors, { texts, purpose = "document" }) =>
    vectors.map((vector, index) => {
      const key = `${purpose} ${texts[index]}`;
      const known = kept.get(key) ?? vector;
      kept.set(key, known);
      return texts.indexOf(texts[index] ?? "") === index ? known : known.slice();
    }),
  );
}

/** Defects of what belongs to the caller. */
const BROKEN_OWNERSHIP: readonly EmbedderDefect[] = [
  {
    name: "trims the texts in the caller's list",
    failsAt: "ownership: the caller's list and options",
    breakModel: (good) =>
      withEmbed(good, async (texts, options) => {
        const list = texts as string[];
        for (const [index, text] of list.entries()) if (text) list[index] = text.slice(0, 3);
        return good.embed(list, options);
      }),
  },
  {
    name: "writes a default into the caller's options",
    failsAt: "ownership: the caller's list and options",
    breakModel: (good) =>
      withEmbed(good, async (texts, options = {}) =>
        good.embed(texts, Object.assign(options, { tries: 3 })),
      ),
  },
  {
    name: "reads the list late",
    failsAt: "ownership: a list that the caller changes",
    breakModel: (good) =>
      withEmbed(good, async (texts, options) => {
        await Promise.resolve();
        return good.embed(texts, options);
      }),
  },
  {
    name: "hands out the vectors that it keeps",
    failsAt: "ownership: changing a vector",
    breakModel: keepLiveVectors,
  },
  {
    name: "hands out one vector for two equal texts",
    failsAt: "ownership: changing a vector",
    breakModel: (good) =>
      mapVectors(good, (vectors, { texts }) => texts.map((text) => vectors[texts.indexOf(text)])),
  },
];

/** Defects of aborts. The suite is told that this embedder stops under way. */
const BROKEN_ABORTS: readonly EmbedderDefect[] = [
  {
    name: "does not look at signals",
    failsAt: "abort: a signal that is aborted already",
    breakModel: (good) =>
      withEmbed(good, (texts, { purpose = "document" } = {}) => good.embed(texts, { purpose })),
  },
  {
    name: "rejects with an error of its own",
    failsAt: "abort: a signal that is aborted already",
    breakModel: (good) =>
      withEmbed(good, async (texts, options) => {
        if (options?.signal?.aborted === true) throw new DOMException("aborted", "AbortError");
        return good.embed(texts, options);
      }),
  },
  {
    name: "takes an abort under way for a failure",
    failsAt: "abort: a call that is aborted under way",
    breakModel: (good) =>
      withEmbed(good, async (texts, options) => {
        options?.signal?.throwIfAborted();
        return good.embed(texts, options).catch((cause: unknown) => {
          throw MemoryError.is(cause) ? cause : failed("interrupted");
        });
      }),
  },
  {
    name: "answers what it has when it is aborted",
    failsAt: "abort: a call that is aborted under way",
    breakModel: (good) =>
      withEmbed(good, async (texts, options) => {
        options?.signal?.throwIfAborted();
        return good.embed(texts, options).catch((error: unknown) => {
          if (MemoryError.is(error)) throw error;
          return { vectors: [wordVector(texts[0] ?? "", options?.purpose)] };
        });
      }),
  },
  {
    name: "is broken by an abort",
    failsAt: "abort: a call that is aborted under way",
    breakModel: (good) => {
      let isBroken = false;
      return withEmbed(good, async (texts, options) => {
        options?.signal?.throwIfAborted();
        if (isBroken) throw failed("broken");
        return good.embed(texts, options).catch((error: unknown) => {
          isBroken = !MemoryError.is(error);
          throw error;
        });
      });
    },
  },
  {
    name: "claims to stop and does all of it",
    failsAt: "abort: a call with much to do stops",
    breakModel: (good) =>
      withEmbed(good, async (texts, { purpose = "document", signal } = {}) => {
        signal?.throwIfAborted();
        return good.embed(texts, { purpose });
      }),
  },
  {
    name: "leaves a listener on the signal",
    failsAt: "abort: no listener stays",
    breakModel: (good) =>
      withEmbed(good, (texts, options) => {
        options?.signal?.addEventListener("abort", () => undefined, { once: true });
        return good.embed(texts, options);
      }),
  },
];

/** Keeps what it works on in one place for all calls. */
function shareState(good: Embedder): Embedder {
  let current: readonly string[] = [];
  return withEmbed(good, async (texts, options) => {
    options?.signal?.throwIfAborted();
    current = [...texts];
    await setImmediate();
    return good.embed(current, options);
  });
}

/** Defects of calls at once. */
const BROKEN_CONCURRENCY: readonly EmbedderDefect[] = [
  {
    name: "mixes up calls that run at once",
    failsAt: "concurrency: many calls at once",
    breakModel: shareState,
  },
  {
    name: "fails where more calls come than it can take",
    failsAt: "concurrency: many calls at once",
    breakModel: (good) => {
      let running = 0;
      return withEmbed(good, async (texts, options) => {
        if (running >= 4) throw failed("too many calls");
        running += 1;
        try {
          return await good.embed(texts, options);
        } finally {
          running -= 1;
        }
      });
    },
  },
  {
    name: "lets the abort of one call end the others",
    failsAt: "concurrency: calls that are refused or aborted",
    breakModel: (good) => {
      let shared = new AbortController();
      return withEmbed(good, async (texts, { purpose = "document", signal } = {}) => {
        signal?.throwIfAborted();
        if (shared.signal.aborted) shared = new AbortController();
        const abort = (): void => shared.abort(signal?.reason);
        signal?.addEventListener("abort", abort, { once: true });
        try {
          return await good.embed(texts, { purpose, signal: shared.signal });
        } finally {
          signal?.removeEventListener("abort", abort);
        }
      });
    },
  },
];

/** Defects of methods that answer no promise. */
const BROKEN_PROMISES: readonly EmbedderDefect[] = [
  {
    name: "throws before there is a promise",
    failsAt: "hostile texts: what is no text",
    breakModel: (good) =>
      withEmbed(good, (texts, options) => {
        if (texts.some((text) => typeof text !== "string")) {
          throw new MemoryError("invalid-input", "texts[1] must be a string");
        }
        return good.embed(texts, options);
      }),
  },
  {
    name: "answers no texts without a promise",
    failsAt: "batches: no texts",
    breakModel: (good) =>
      withEmbed(good, (texts, options) => {
        const nothing = { vectors: [] } as unknown as Promise<EmbedResult>;
        return texts.length === 0 ? nothing : good.embed(texts, options);
      }),
  },
];

/** Defects of lists, signals and calls at once. */
export const BROKEN_CALLS: readonly EmbedderDefect[] = [
  ...BROKEN_OWNERSHIP,
  ...BROKEN_ABORTS,
  ...BROKEN_CONCURRENCY,
  ...BROKEN_PROMISES,
];
