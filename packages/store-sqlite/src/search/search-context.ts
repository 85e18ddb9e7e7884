import type { Mirrors } from "../mirror/mirrors.js";
import type { TermScores } from "../mirror/term-scores.js";
import type { StoreContext } from "../store-context.js";
import type { Similarities } from "./similarities.js";

/** What a search works with. */
export interface SearchContext extends StoreContext {
  readonly mirrors: Mirrors;
  readonly similarities: Similarities;
  /** Scratch space for scores, taken back when the search is over. */
  readonly scores: () => TermScores;
}
