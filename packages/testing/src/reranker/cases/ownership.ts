import assert from "node:assert/strict";

import { QUESTION } from "../ranked-texts.js";
import { expectScores, inOrder, rankingOf, readRanking, scoresOf } from "../read-ranking.js";
import { rerankerCases } from "../reranker-case.js";
import type { RerankerCase } from "../reranker-case.js";

export const ownershipCases: readonly RerankerCase[] = rerankerCases("ownership", [], {
  async "the caller's list and options are only read"({ model }) {
    const documents = [...QUESTION.documents];
    const { signal } = new AbortController();
    const options = { topN: 2, signal } as const;
    const ranking = await model.rerank(QUESTION.query, documents, options);
    readRanking(model, ranking, { count: QUESTION.documents.length, topN: 2 });
    assert.deepEqual(documents, QUESTION.documents, "rerank has changed the list of documents");
    assert.deepEqual(options, { topN: 2, signal }, "rerank has changed the options");
    const frozen = { query: QUESTION.query, documents: Object.freeze(documents) };
    await rankingOf(model, frozen, Object.freeze(options));
  },
  async "a list that the caller changes after the call started makes no difference"({
    model,
    create,
    options: { tolerance },
  }) {
    const { query, documents } = QUESTION;
    const expected = await scoresOf(await create(), QUESTION);
    const changes: Readonly<Record<string, (list: string[]) => void>> = {
      "other documents": (list) => list.fill("Something else"),
      "more documents": (list) => list.push("Something else"),
      "no documents": (list) => list.splice(0),
    };
    for (const [what, change] of Object.entries(changes)) {
      const list = [...documents];
      const pending = model.rerank(query, list);
      change(list);
      const ranking = readRanking(model, await pending, { count: documents.length });
      const named = { tolerance, what: `the list was given ${what}` };
      expectScores(inOrder(ranking), expected, named);
    }
  },
  async "changing an answer changes no later one"({ model, options: { tolerance } }) {
    const ranking = await rankingOf(model, QUESTION);
    const before = inOrder(ranking);
    // A frozen answer cannot be changed, and need not be.
    for (const entry of ranking) Reflect.set(entry, "score", 0.123);
    Reflect.set(ranking, "length", 1);
    const later = await scoresOf(model, QUESTION);
    expectScores(later, before, { tolerance, what: "after the answer was changed" });
  },
});
