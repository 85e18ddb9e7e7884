import { embedderConformance, rerankerConformance } from "@kioku/testing";
import { describe, expect, test } from "vitest";

import { localEmbedder, localReranker } from "../src/index.js";

const embedderCases = embedderConformance(() => localEmbedder(), {
  tolerance: 0,
  purposes: "same",
  stopsUnderWay: true,
});

describe("localEmbedder", () => {
  test.for(embedderCases)("$group: $name", async ({ run }, context) => {
    const outcome = await run();
    if (outcome.status === "skipped") context.skip(`localEmbedder has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  });
});

const rerankerCases = rerankerConformance(() => localReranker(), {
  tolerance: 0,
  stopsUnderWay: true,
});

describe("localReranker", () => {
  test.for(rerankerCases)("$group: $name", async ({ run }) => {
    expect(await run()).toEqual({ status: "passed" });
  });
});
