import { embedderConformance } from "@kioku/testing";
import { expect, test } from "vitest";

import { trigramEmbedder } from "../own-embedder/trigram-embedder.ts";

for (const { group, name, run } of embedderConformance(trigramEmbedder, {
  tolerance: 0,
  purposes: "same",
})) {
  test(`${group}: ${name}`, async (context) => {
    const outcome = await run();
    if (outcome.status === "skipped") context.skip(`the embedder has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  });
}
