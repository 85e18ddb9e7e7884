import { mapRanking, mapScores, withRerank } from "./break-reranker.js";
import type { RerankerDefect } from "./break-reranker.js";

/** Instances made so far, for defects that make instances differ. */
let instances = 0;

/** Defects of what a reranker says of itself. */
const BROKEN_IDENTITIES: readonly RerankerDefect[] = [
  {
    name: "has a blank id",
    failsAt: "identity: the id is",
    breakModel: (good) => ({ ...good, id: "" }),
  },
  {
    name: "has another id for every instance",
    failsAt: "identity: the id is",
    breakModel: (good) => {
      instances += 1;
      return { ...good, id: `${good.id}+${instances}` };
    },
  },
  {
    name: "weighs more than everything",
    failsAt: "identity: the weight is",
    breakModel: (good) => ({ ...good, weight: 1.5 }),
  },
  {
    name: "weighs NaN",
    failsAt: "identity: the weight is",
    breakModel: (good) => ({ ...good, weight: Number.NaN }),
  },
];

/** Defects of rankings. */
const BROKEN_ORDERS: readonly RerankerDefect[] = [
  {
    name: "ranks the worst first",
    failsAt: "ranking: every document",
    breakModel: (good) => mapRanking(good, (ranking) => ranking.toReversed()),
  },
  {
    name: "leaves the documents in their order",
    failsAt: "ranking: every document",
    breakModel: (good) =>
      mapRanking(good, (ranking) => ranking.toSorted((a, b) => a.index - b.index)),
  },
  {
    name: "counts documents from 1",
    failsAt: "ranking: every document",
    breakModel: (good) =>
      mapRanking(good, (ranking) =>
        ranking.map(({ index, score }) => ({ index: index + 1, score })),
      ),
  },
  {
    name: "names one document twice",
    failsAt: "ranking: every document",
    breakModel: (good) =>
      mapRanking(good, (ranking) =>
        ranking.map((entry, place) => ({ ...entry, index: ranking[place >> 1]?.index ?? 0 })),
      ),
  },
  {
    name: "leaves out what does not fit",
    failsAt: "ranking: every document",
    breakModel: (good) => mapRanking(good, (ranking) => ranking.filter(({ score }) => score > 0)),
  },
  {
    name: "scores NaN",
    failsAt: "ranking: every document",
    breakModel: (good) => mapScores(good, ({ score }) => (score === 0 ? Number.NaN : score)),
  },
  {
    name: "has a weight and scores that are logits",
    failsAt: "ranking: every document",
    breakModel: (good) => mapScores(good, ({ score }) => 20 * score - 10),
  },
  {
    name: "fails without documents",
    failsAt: "ranking: no documents",
    breakModel: (good) =>
      mapRanking(good, (ranking) => {
        if (ranking.length === 0) throw new RangeError("nothing to rank");
        return ranking;
      }),
  },
  {
    name: "makes up a document where there is none",
    failsAt: "ranking: no documents",
    breakModel: (good) =>
      mapRanking(good, (ranking) => (ranking.length > 0 ? ranking : [{ index: 0, score: 0 }])),
  },
  {
    name: "prefers what comes first",
    failsAt: "ranking: scores follow the texts",
    breakModel: (good) => mapScores(good, ({ index, score }) => score / (index + 1)),
  },
  {
    name: "gives scores to the wrong documents",
    failsAt: "ranking: scores follow the texts",
    breakModel: (good) =>
      mapRanking(good, (ranking) => ranking.map((entry, index) => ({ ...entry, index }))),
  },
  {
    name: "punishes a document that comes again",
    failsAt: "ranking: the same document twice",
    breakModel: (good) =>
      mapScores(good, ({ index, score }, { documents }) =>
        documents.indexOf(documents[index] ?? "") === index ? score : score / 2,
      ),
  },
  {
    name: "scores something else every time",
    failsAt: "ranking: the same call gives",
    breakModel: (good) => {
      let calls = 0;
      return mapScores(good, ({ score }) => {
        calls += 1;
        return score * (1 - (calls % 9) / 90);
      });
    },
  },
  {
    name: "scores on a scale of its own in every instance",
    failsAt: "ranking: the same call gives",
    breakModel: (good) => {
      instances += 1;
      const share = 1 / (1 + (instances % 7));
      return mapScores(good, ({ score }) => score * share);
    },
  },
  {
    name: "has a weight and scores on the scale of each call",
    failsAt: "ranking: with a weight",
    breakModel: (good) =>
      mapRanking(good, (ranking) => {
        const best = ranking[0]?.score ?? 0;
        return ranking.map((entry) => ({ ...entry, score: entry.score / Math.max(best, 1e-9) }));
      }),
  },
  {
    name: "prefers what is short",
    failsAt: "ranking: the answer to a question",
    breakModel: (good) =>
      mapScores(good, ({ index }, { documents }) => 1 / (1 + (documents[index] ?? "").length)),
  },
  {
    name: "ranks only the first hundred of a long list",
    failsAt: "ranking: a long list",
    breakModel: (good) =>
      withRerank(good, (query, documents, options) =>
        good.rerank(query, documents.slice(0, 100), options),
      ),
  },
  {
    name: "scores a long list by its first hundred documents",
    failsAt: "ranking: a long list",
    breakModel: (good) => mapScores(good, ({ index, score }) => (index < 100 ? score : 0)),
  },
];

/** Defects of `topN`. */
const BROKEN_TOPS: readonly RerankerDefect[] = [
  {
    name: "does not look at topN",
    failsAt: "topN: the best",
    breakModel: (good) =>
      withRerank(good, (query, documents, options = {}) => {
        const { signal } = options;
        return good.rerank(query, documents, signal ? { signal } : {});
      }),
  },
  {
    name: "ranks the first topN documents",
    failsAt: "topN: the best",
    breakModel: (good) =>
      withRerank(good, (query, documents, options) =>
        good.rerank(query, documents.slice(0, options?.topN), options),
      ),
  },
  {
    name: "fails where topN is more than there is",
    failsAt: "topN: the best",
    breakModel: (good) =>
      withRerank(good, async (query, documents, options) => {
        if ((options?.topN ?? 0) > documents.length) throw new RangeError("topN");
        return good.rerank(query, documents, options);
      }),
  },
  {
    name: "scales scores by topN",
    failsAt: "topN: the best",
    breakModel: (good) => mapScores(good, ({ score }, { topN = 100 }) => score / topN),
  },
  {
    name: "rounds topN",
    failsAt: "topN: a `topN` that is no whole number",
    breakModel: (good) =>
      withRerank(good, (query, documents, options = {}) => {
        const { topN } = options;
        return typeof topN === "number" && topN > 1
          ? good.rerank(query, documents, { ...options, topN: Math.min(Math.floor(topN), 1e9) })
          : good.rerank(query, documents, options);
      }),
  },
  {
    name: "takes a topN of 0 for none",
    failsAt: "topN: a `topN` that is no whole number",
    breakModel: (good) =>
      withRerank(good, async (query, documents, options = {}) =>
        options.topN === 0 ? [] : good.rerank(query, documents, options),
      ),
  },
];

/** Defects of rankings and of what a reranker says of itself. */
export const BROKEN_RANKINGS: readonly RerankerDefect[] = [
  ...BROKEN_IDENTITIES,
  ...BROKEN_ORDERS,
  ...BROKEN_TOPS,
];
