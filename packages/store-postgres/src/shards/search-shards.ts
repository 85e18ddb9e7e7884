import type { CallOptions } from "@kioku/core";
import type {
  SearchHits,
  SearchLeg,
  SearchRequest,
  TextLeg,
  TextStatistics,
} from "@kioku/core/toolkit";

import { mergeHits } from "./merge-hits.js";
import { sumOf, type Shards } from "./shards.js";

/**
 * Searches the shards of a selection. Over several, text statistics are summed first and each shard
 * scores by the sums, so that scores and order are those of one store.
 */
export async function searchShards(
  shards: Shards,
  request: SearchRequest,
  options?: CallOptions,
): Promise<SearchHits> {
  const parts = shards.partsOf(request.selection);
  const [first = 0, ...others] = parts.keys();
  if (others.length === 0) return (await shards.at(first, options)).search(request, options);
  const ask = (asked: SearchRequest): Promise<readonly SearchHits[]> =>
    shards.each(parts.keys(), options, (store, shard) => {
      const selection = { ...asked.selection, within: parts.get(shard) ?? [] };
      return store.search({ ...asked, selection }, options);
    });
  const legs = await Promise.all(
    request.legs.map(async (leg): Promise<SearchLeg> => {
      if (leg.type !== "text" || leg.statistics) return leg;
      const counted = await ask({
        legs: [{ ...leg, limit: 1 }],
        selection: request.selection,
        limit: 1,
      });
      return { ...leg, statistics: statisticsOf(leg, counted) };
    }),
  );
  const found = await ask({ ...request, legs });
  const hits = mergeHits(found.flat(), request);
  const statistics = legs.find((leg) => leg.type === "text")?.statistics;
  return statistics ? Object.assign(hits, { statistics }) : hits;
}

function statisticsOf(
  { terms, weights, originals }: TextLeg,
  counted: readonly SearchHits[],
): TextStatistics {
  const parts = counted.flatMap(({ statistics }) => statistics ?? []);
  const sum = (valueOf: (part: TextStatistics) => number | undefined): number =>
    sumOf(parts.map((part) => valueOf(part) ?? 0));
  return {
    documents: sum(({ documents }) => documents),
    totalTerms: sum(({ totalTerms }) => totalTerms),
    documentFrequencies: terms.map((_, term) =>
      sum(({ documentFrequencies }) => documentFrequencies[term]),
    ),
    weights,
    originals,
  };
}
