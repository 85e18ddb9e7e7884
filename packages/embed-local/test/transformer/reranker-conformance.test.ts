import type { Reranker } from "@kioku/core";
import { rerankerConformance } from "@kioku/testing";
import { describe, expect, test } from "vitest";

import { localReranker } from "../../src/index.js";
import { CROSS_ENCODER, modelFolder } from "../support/made-models.js";
import { needsOwnModels, sharedModels } from "../support/shared-models.js";
import { threadsOnSources } from "../support/threads-on-sources.js";

threadsOnSources();

const crossEncoder = modelFolder({ kind: "cross-encoder" });
const CLAIMS = { stopsUnderWay: true } as const;

function create(): Reranker {
  return localReranker({
    model: "kioku/small",
    modelDir: crossEncoder,
    manifest: CROSS_ENCODER,
    threads: 1,
    weight: 0.5,
  });
}

const shared = sharedModels(create);
const cases = [
  ...rerankerConformance(create, CLAIMS).filter((one) => needsOwnModels(one)),
  ...rerankerConformance(shared.create, CLAIMS).filter((one) => !needsOwnModels(one)),
];

/** Every other case, or all. */
const tried = cases.filter((_, n) => n % 2 === 0 || process.env["KIOKU_TEST_SIZE"] === "full");

describe("localReranker with a cross-encoder", () => {
  test.for(tried)("$group: $name", async ({ run }) => {
    shared.reset();
    expect(await run()).toEqual({ status: "passed" });
  });
});
