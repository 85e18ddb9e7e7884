import { expectRefusal, rejectionOf } from "../../model/expect-refusal.js";
import { QUESTION } from "../ranked-texts.js";
import { expectScores, inOrder, rankingOf } from "../read-ranking.js";
import { rerankerCases } from "../reranker-case.js";
import type { RerankerCase } from "../reranker-case.js";

export const topNCases: readonly RerankerCase[] = rerankerCases("topN", [], {
  async "the best `topN` are answered, with the scores that they have among all"({
    model,
    options: { tolerance },
  }) {
    const all = await rankingOf(model, QUESTION);
    const scores = inOrder(all);
    const size = QUESTION.documents.length;
    for (const topN of [1, 3, size - 1, size, size + 1, 1_000]) {
      const best = await rankingOf(model, QUESTION, { topN });
      const actual = best.map(({ score }) => score);
      const what = `topN ${topN}`;
      // Equally good ones may come in any order, so scores are compared and not indexes.
      const expected = all.slice(0, topN).map(({ score }) => score);
      expectScores(actual, expected, { tolerance, what });
      const own = best.map(({ index }) => scores[index] ?? Number.NaN);
      expectScores(actual, own, { tolerance, what });
    }
  },
  async "a `topN` that is no whole number of at least 1 is refused"({ model }) {
    for (const topN of [0, -1, 1.5, Number.NaN, Infinity, "2"]) {
      const what = `topN ${topN}`;
      // A caller without types may pass anything.
      const options = { topN: topN as number };
      const pending = model.rerank(QUESTION.query, QUESTION.documents, options);
      expectRefusal(await rejectionOf(pending, what), { what, names: "topN" });
    }
    await rankingOf(model, QUESTION);
  },
});
