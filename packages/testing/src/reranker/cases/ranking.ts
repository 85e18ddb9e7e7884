import assert from "node:assert/strict";

import { manyTexts } from "../../model/texts.js";
import { ANSWERED, expectScores, QUESTION, rankingOf, scoresOf } from "../read-ranking.js";
import { rerankerCases, type RerankerCase } from "../reranker-case.js";

export const rankingCases: readonly RerankerCase[] = [
  ...rerankerCases("ranking", [], {
    async "every document is ranked once, best first, with a score"({ model }) {
      await rankingOf(model, QUESTION);
      await rankingOf(model, { ...QUESTION, documents: QUESTION.documents.toReversed() });
      for (const texts of ANSWERED) await rankingOf(model, texts);
    },
    async "no documents give an empty ranking, one document is ranked"({ model }) {
      const { query, documents } = QUESTION;
      await rankingOf(model, { query, documents: [] });
      await rankingOf(model, { query, documents: [] }, { topN: 3 });
      const [only] = await rankingOf(model, { query, documents: documents.slice(0, 1) });
      assert.equal(only?.index, 0, "the only document is number 0");
    },
    async "scores follow the texts and not their places"({ model, options: { tolerance } }) {
      const { query, documents } = QUESTION;
      const scores = await scoresOf(model, QUESTION);
      const size = documents.length;
      const orders: Readonly<Record<string, readonly number[]>> = {
        "in reverse": [...documents.keys()].toReversed(),
        "moved by one": [...documents.keys()].map((index) => (index + 1) % size),
        "moved by three": [...documents.keys()].map((index) => (index + 3) % size),
      };
      for (const [what, order] of Object.entries(orders)) {
        const moved = order.map((index) => documents[index] ?? "");
        const expected = order.map((index) => scores[index] ?? Number.NaN);
        const actual = await scoresOf(model, { query, documents: moved });
        expectScores(actual, expected, { tolerance, what: `documents ${what}` });
      }
    },
    async "the same document twice gets the same score twice"({ model, options: { tolerance } }) {
      const [a = "", b = "", c = ""] = QUESTION.documents.toReversed();
      const { query } = QUESTION;
      const scores = await scoresOf(model, { query, documents: [a, b, a, c, b, a] });
      const [first = 0, second = 0, , third = 0] = scores;
      const expected = [first, second, first, third, second, first];
      expectScores(scores, expected, { tolerance, what: "repeated documents" });
    },
    async "the same call gives the same scores again, also from another instance"({
      model,
      create,
      options: { tolerance },
    }) {
      const first = await scoresOf(model, QUESTION);
      const what = "the same call again";
      expectScores(await scoresOf(model, QUESTION), first, { tolerance, what });
      for (const texts of ANSWERED) await scoresOf(model, texts);
      const later = { tolerance, what: "the same call after others" };
      expectScores(await scoresOf(model, QUESTION), first, later);
      const elsewhere = { tolerance, what: "another instance" };
      expectScores(await scoresOf(await create(), QUESTION), first, elsewhere);
    },
    async "a long list is ranked as a whole, each score on its own document"({
      model,
      create,
      options: { manyDocuments, tolerance },
    }) {
      const documents = manyTexts(manyDocuments);
      const query = "Which sailor sings in the garden?";
      const scores = await scoresOf(model, { query, documents });
      const reversed = { query, documents: documents.toReversed() };
      const again = (await scoresOf(await create(), reversed)).toReversed();
      expectScores(again, scores, { tolerance, what: "a long list in reverse" });
    },
  }),
  ...rerankerCases("ranking", ["weight"], {
    async "with a weight, the score of a document is the same whatever stands beside it"({
      model,
      options: { tolerance },
    }) {
      const { query, documents } = QUESTION;
      const together = await scoresOf(model, QUESTION);
      for (const [index, document] of documents.entries()) {
        const alone = await scoresOf(model, { query, documents: [document] });
        const what = `document ${index} alone`;
        expectScores(alone, together.slice(index, index + 1), { tolerance, what });
      }
    },
  }),
  ...rerankerCases("ranking", ["claim to know meaning"], {
    async "the answer to a question comes before what has nothing to do with it"({ model }) {
      for (const { answer, ...texts } of ANSWERED) {
        const [best] = await rankingOf(model, texts);
        assert.equal(
          best?.index,
          answer,
          `for "${texts.query}" document ${best?.index} comes first, and not ${answer}, which answers it`,
        );
      }
    },
  }),
];
