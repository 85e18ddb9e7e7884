import type { RerankScore } from "@kioku/core/toolkit";

import { expectRefusal, rejectionOf } from "../../model/expect-refusal.js";
import { CANARY, HOSTILE_TEXTS, NO_TEXTS } from "../../model/hostile-texts.js";
import { longText } from "../../model/plain-texts.js";
import { QUESTION } from "../ranked-texts.js";
import { expectScores, readRanking, scoresOf } from "../read-ranking.js";
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

export const hostileTextCases: readonly RerankerCase[] = rerankerCases("hostile texts", [], {
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
});
