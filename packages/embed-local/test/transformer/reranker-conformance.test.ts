import { rerankerConformance } from "@kioku/testing";
import { describe, expect, test } from "vitest";

import { localReranker } from "../../src/index.js";
import { CROSS_ENCODER, modelFolder } from "../support/made-models.js";
import { threadsOnSources } from "../support/threads-on-sources.js";

threadsOnSources();

const crossEncoder = modelFolder({ kind: "cross-encoder" });

const rerankerCases = rerankerConformance(
  () =>
    localReranker({
      model: "kioku/small",
      modelDir: crossEncoder,
      manifest: CROSS_ENCODER,
      threads: 1,
      weight: 0.5,
    }),
  { stopsUnderWay: true },
);

describe("localReranker with a cross-encoder", () => {
  test.for(rerankerCases)("$group: $name", async ({ run }) => {
    expect(await run()).toEqual({ status: "passed" });
  });
});
