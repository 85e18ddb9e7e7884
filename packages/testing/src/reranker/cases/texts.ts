import assert from "node:assert/strict";

import type { RerankScore } from "@kioku/core/toolkit";

import { expectRefusal, rejectionOf } from "../../model/expect-refusal.js";
import { CANARY, HOSTILE_TEXTS, longText, NO_TEXTS } from "../../model/texts.js";
import {
  expectScores,
  inOrder,
  QUESTION,
  rankingOf,
  readRanking,
  scoresOf,
} from "../read-ranking.js";
import type { RankedTexts } from "../read-ranking.js";
import { rerankerCases, rerankerChecks } from "../reranker-case.js";
import type { RerankerCase, RerankerSubject } from "../reranker-case.js";

const { query: QUERY } = QUESTION;
const [FIRST = "", LAST = ""] = QUESTION.documents;
const HIDES: readonly string[] = [CANARY, QUERY, FIRST, LAST];

/** Reason that a call may be refused for. */
interface Refused {
  readonly what: string;
  readonly names: string;
}

/** Fails unless the texts are ranked or refused, and a plain call works as before. */
async function checkTexts(
  { model, create, options: { tolerance } }: RerankerSubject,
  { query, documents }: RankedTexts,
  refused: Refused,
): Promise<void> {
  const expected = await scoresOf(await create(), QUESTION);
  let ranking: readonly RerankScore[] | undefined;
  try {
    ranking = await model.rerank(query, documents);
  } catch (error) {
    expectRefusal(error, { ...refused, hides: HIDES });
  }
  if (ranking) readRanking(model, ranking, { count: documents.length });
  const later = await scoresOf(model, QUESTION);
  expectScores(later, expected, { tolerance, what: `a plain call after ${refused.what}` });
}

/** Tries a text as a document and as the query. */
async function checkText(subject: RerankerSubject, text: string, what: string): Promise<void> {
  const asDocument = { query: QUERY, documents: [FIRST, text, LAST] };
  const document = { what: `${what} as a document`, names: "documents[1]" };
  await checkTexts(subject, asDocument, document);
  const asQuery = { query: text, documents: [FIRST, LAST] };
  await checkTexts(subject, asQuery, { what: `${what} as the query`, names: "query" });
}

export const textsCases: readonly RerankerCase[] = [
  ...rerankerCases("hostile texts", [], {
    ...rerankerChecks(Object.entries(HOSTILE_TEXTS), ([what, text]) => ({
      async [`${what}: a ranking or a refusal that names the item, and no harm to later calls`](
        subject,
      ) {
        await checkText(subject, text, what);
      },
    })),
    async "a long text: a ranking or a refusal that names the item, and no harm to later calls"(
      subject,
    ) {
      const { longText: length } = subject.options;
      const text = `${CANARY} ${longText(length)}`.slice(0, length);
      await checkText(subject, text, `a text of ${length} characters`);
    },
    async "what is no text is refused by its place, and no text is quoted"({
      model,
      create,
      options: { tolerance },
    }) {
      const expected = await scoresOf(await create(), QUESTION);
      for (const [what, item] of Object.entries(NO_TEXTS)) {
        // A caller without types may pass anything.
        const documents = [FIRST, item, LAST] as readonly string[];
        const asDocument = { what: `${what} as a document`, names: "documents[1]", hides: HIDES };
        const first = await rejectionOf(model.rerank(QUERY, documents), asDocument.what);
        expectRefusal(first, asDocument);
        const asQuery = { what: `${what} as the query`, names: "query", hides: HIDES };
        const pending = model.rerank(item as string, [FIRST, LAST]);
        expectRefusal(await rejectionOf(pending, asQuery.what), asQuery);
      }
      const later = await scoresOf(model, QUESTION);
      expectScores(later, expected, { tolerance, what: "a plain call after what is no text" });
    },
  }),
  ...rerankerCases("identity", [], {
    async "the id is a text that is not blank, of at most 512 characters, the same for every instance"({
      model,
      create,
    }) {
      const { id } = model;
      const given: unknown = id;
      assert.ok(typeof given === "string", `id should be a text, not ${typeof given}`);
      assert.ok(given.trim() !== "", "id should not be blank");
      assert.ok(given.length <= 512, `id has ${given.length} characters, more than 512`);
      assert.equal((await create()).id, id, "another instance has another id");
      await rankingOf(model, QUESTION);
      assert.equal(model.id, id, "the id has changed");
    },
  }),
  ...rerankerCases("identity", ["weight"], {
    async "the weight is 0 to 1, the same for every instance"({ model, create }) {
      const { weight = Number.NaN } = model;
      assert.ok(weight >= 0 && weight <= 1, `weight should be 0 to 1, not ${weight}`);
      assert.equal((await create()).weight, weight, "another instance has another weight");
    },
  }),
  ...rerankerCases("ownership", [], {
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
  }),
  ...rerankerCases("topN", [], {
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
  }),
];
