import type { AboutVerbs } from "../wire/about.js";
import { below } from "./in-scope.js";
import type { VerbTable } from "./service.js";

/** Verbs of the frame of the page. */
export const ABOUT: VerbTable<AboutVerbs> = {
  about: {
    isWrite: false,
    run: async ({ memory, canWrite, images, clock }) => ({
      scope: memory.scopePath,
      canWrite,
      hasImages: images !== undefined,
      now: clock().toISOString(),
    }),
  },
  scopes: {
    isWrite: false,
    run: async ({ memory }, { cursor }, options) => {
      const page = await memory.scopes({ cursor, limit: 1000 }, options);
      const scopes = page.items.map((scope) => below(memory, scope));
      return page.cursor === undefined ? { scopes } : { scopes, cursor: page.cursor };
    },
  },
};
