import { ask } from "../data/source.js";
import { type Loaded, useLoad } from "./use-load.js";

/** Most pages of scopes that are read. */
const MOST_PAGES = 5;

/** Loads the scopes that hold memories, below that of the studio. */
export function useScopes(): Loaded<readonly (readonly string[])[]> {
  return useLoad(async (signal) => {
    const scopes: (readonly string[])[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await ask("scopes", { cursor }, signal);
      scopes.push(...answer.scopes);
      ({ cursor } = answer);
      if (cursor === undefined) break;
    }
    return scopes;
  }, "scopes");
}
