import type { Embedder, Filter, Memory } from "@kioku/core";
import { memoryVectors } from "@kioku/core/toolkit";

import { askedOnce } from "../embed/asked-once.js";
import { isItem, ITEM_KIND } from "../item/item-facts.js";
import type { ItemRecord } from "../item/item-facts.js";
import { MAX_TEXTS } from "../text/item-texts.js";

/** What to rank. */
interface RankQuery {
  /** Items of this view and of those below. */
  readonly view: Memory;
  readonly query: string;
  readonly filter?: Filter | undefined;
  /** How many are wanted. */
  readonly wanted: number;
}

/** An item that was ranked. */
interface RankedItem {
  readonly record: ItemRecord;
  readonly score: number;
}

/** Ranks items by a query: the best first, as many as are wanted, or all that it can reach. */
export type Ranker = (query: RankQuery) => Promise<readonly RankedItem[]>;

const ABOUT = { reach: "below", kinds: [ITEM_KIND] } as const;
/** Most records of one recall. */
const MAX_RECALLED = 1_000;
/** Most records of one search for vectors. */
const MAX_NEAREST = 10_000;

/**
 * Ranks as the memory recalls: by meaning, keywords and whatever else it looks at. Scores are 0 to
 * 1.
 */
export const recallRanker: Ranker = async ({ view, wanted, ...query }) => {
  const limit = limitFor(wanted, MAX_RECALLED);
  const found = await view.recall({ ...query, ...ABOUT, limit });
  return found.flatMap((record) => (isItem(record) ? [{ record, score: record.score }] : []));
};

/**
 * Ranks by cosine similarity in the space of an embedder, for the time of one batch. Scores are -1
 * to 1, that of the best text.
 */
export function cosineRanker(embedder: Embedder): Ranker {
  const once = askedOnce(embedder);
  return async ({ view, wanted, ...query }) => {
    const vectors = memoryVectors(view, { embedder: once, maxTexts: MAX_TEXTS });
    const limit = limitFor(wanted, MAX_NEAREST);
    const found = await vectors.search({ ...query, ...ABOUT, limit });
    return found.flatMap((record) =>
      isItem(record) ? [{ record, score: record.signals?.similarity ?? record.score }] : [],
    );
  };
}

/** The same for many counts, so that small pages are pages of one ranking. */
function limitFor(wanted: number, max: number): number {
  let limit = 16;
  while (limit < wanted && limit < max) limit *= 2;
  return Math.min(limit, max);
}
