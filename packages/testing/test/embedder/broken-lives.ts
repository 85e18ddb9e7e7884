import { MemoryError } from "@kioku/core";
import type { Embedder } from "@kioku/core";
import type { EmbedResult } from "@kioku/core/toolkit";

import { never } from "../support/broken-model.js";
import { mapVectors, turned, withEmbed } from "./break-embedder.js";
import type { EmbedderDefect } from "./break-embedder.js";

function failed(message: string): MemoryError {
  return new MemoryError("embedder-failed", message);
}

/** Makes `close` do something else first. */
function withClose(good: Embedder, close: () => Promise<void>): Embedder {
  return { ...good, close };
}

/** Number of closed instances, for the one whose instances close each other. */
let isAnyClosed = false;

/** Defects of closing. */
const BROKEN_CLOSES: readonly EmbedderDefect[] = [
  {
    name: "works on after it was closed",
    failsAt: "close: after close",
    breakModel: (good) => withClose(good, () => Promise.resolve()),
  },
  {
    name: "hangs after it was closed",
    failsAt: "close: after close",
    breakModel: (good) => {
      const embed: Embedder["embed"] = (texts, options) =>
        good.embed(texts, options).catch((error: unknown) => {
          if (MemoryError.is(error, "closed")) return never<EmbedResult>();
          throw error;
        });
      return withEmbed(good, embed);
    },
  },
  {
    name: "fails at being closed twice",
    failsAt: "close: closing twice",
    breakModel: (good) => {
      let closes = 0;
      return withClose(good, async () => {
        closes += 1;
        if (closes > 1) throw failed("closed already");
        await good.close?.();
      });
    },
  },
  {
    name: "opens again when it is closed twice",
    failsAt: "close: closing twice",
    breakModel: (good) => {
      let closes = 0;
      return {
        ...withEmbed(good, async (texts, options) => {
          if (closes === 1) throw new MemoryError("closed", "closed");
          return good.embed(texts, options);
        }),
        close: async () => {
          closes += 1;
        },
      };
    },
  },
  {
    name: "cannot be closed before it was used",
    failsAt: "close: an embedder that was never used",
    breakModel: (good) => {
      let isUsed = false;
      return {
        ...withEmbed(good, (texts, options) => {
          isUsed = true;
          return good.embed(texts, options);
        }),
        close: async () => (isUsed ? good.close?.() : never<void>()),
      };
    },
  },
  {
    name: "leaves calls hanging when it is closed",
    failsAt: "close: closing waits",
    breakModel: (good) => {
      let isClosed = false;
      return {
        ...withEmbed(good, async (texts, options) => {
          const wasOpen = !isClosed;
          return good.embed(texts, options).catch((error: unknown) => {
            if (wasOpen && isClosed) return never<EmbedResult>();
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
    name: "takes what is cut by closing for a failure",
    failsAt: "close: closing waits",
    breakModel: (good) => {
      let isClosed = false;
      return {
        ...withEmbed(good, async (texts, options) => {
          const wasOpen = !isClosed;
          return good.embed(texts, options).catch((error: unknown) => {
            throw wasOpen && isClosed ? failed("terminated") : error;
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
    failsAt: "close: closing one embedder",
    breakModel: (good) => {
      isAnyClosed = false;
      return {
        ...withEmbed(good, async (texts, options) => {
          if (isAnyClosed) throw new MemoryError("closed", "closed");
          return good.embed(texts, options);
        }),
        close: async () => {
          isAnyClosed = true;
        },
      };
    },
  },
];

/** Defects of forgetting. */
const BROKEN_FORGETTING: readonly EmbedderDefect[] = [
  {
    name: "cannot forget what it does not know",
    failsAt: "forget: forgetting texts resolves",
    breakModel: (good) => ({
      ...good,
      forget: (texts) =>
        texts.includes("never seen")
          ? Promise.reject(new MemoryError("not-found", "unknown"))
          : Promise.resolve(),
    }),
  },
  {
    name: "embeds what it forgot in another way",
    failsAt: "forget: forgetting texts resolves",
    breakModel: (good) => {
      const forgotten = new Set<string>();
      return {
        ...mapVectors(good, (vectors, { texts }) =>
          vectors.map((vector, index) =>
            forgotten.has(texts[index] ?? "") ? turned(vector, 0.2) : vector,
          ),
        ),
        forget: async (texts) => {
          for (const text of texts) forgotten.add(text);
        },
      };
    },
  },
  {
    name: "loses what is forgotten while it is embedded",
    failsAt: "forget: forgetting while",
    breakModel: (good) => {
      let forgotten: readonly string[] = [];
      return {
        ...withEmbed(good, async (texts, options) => {
          forgotten = [];
          const answer = await good.embed(texts, options);
          const left = answer.vectors.filter((_, index) => !forgotten.includes(texts[index] ?? ""));
          return { vectors: left };
        }),
        forget: async (texts) => {
          forgotten = texts;
        },
      };
    },
  },
  {
    name: "forgets although it was told to stop",
    failsAt: "forget: forgetting with a signal",
    breakModel: (good) => ({ ...good, forget: async (texts) => good.forget?.(texts) }),
  },
];

/** Defects of closing and of forgetting. */
export const BROKEN_LIVES: readonly EmbedderDefect[] = [...BROKEN_CLOSES, ...BROKEN_FORGETTING];
