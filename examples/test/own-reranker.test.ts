import { rerankerConformance } from "@kioku/testing";
import { expect, test } from "vitest";

import { wordReranker } from "../own-reranker/word-reranker.ts";

for (const { group, name, run } of rerankerConformance(wordReranker, { tolerance: 0 })) {
  test(`${group}: ${name}`, async (context) => {
    const outcome = await run();
    if (outcome.status === "skipped") context.skip(`the reranker has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  });
}
