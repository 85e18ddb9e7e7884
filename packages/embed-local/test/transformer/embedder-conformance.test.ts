import type { Embedder } from "@kioku/core";
import { embedderConformance } from "@kioku/testing";
import { describe, expect, test } from "vitest";

import { localEmbedder } from "../../src/index.js";
import { ENCODER, modelFolder } from "../support/made-models.js";
import { needsOwnModels, sharedModels } from "../support/shared-models.js";
import { threadsOnSources } from "../support/threads-on-sources.js";

threadsOnSources();

const encoder = modelFolder();
const prefixes = { query: "query: ", document: "passage: " };
const CLAIMS = { purposes: "different", stopsUnderWay: true } as const;

function create(): Embedder {
  return localEmbedder({
    model: "kioku/small",
    modelDir: encoder,
    manifest: { ...ENCODER, prefixes },
    truncate: true,
    threads: 1,
  });
}

const shared = sharedModels(create);
const cases = [
  ...embedderConformance(create, CLAIMS).filter((one) => needsOwnModels(one)),
  ...embedderConformance(shared.create, CLAIMS).filter((one) => !needsOwnModels(one)),
];

/** Every other case, or all: the embedder of static vectors passes them all. */
const tried = cases.filter((_, n) => n % 2 === 0 || process.env["KIOKU_TEST_SIZE"] === "full");

describe("localEmbedder with a transformer model", () => {
  test.for(tried)("$group: $name", async ({ run }, context) => {
    shared.reset();
    const outcome = await run();
    if (outcome.status === "skipped") context.skip(`it has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  });
});
