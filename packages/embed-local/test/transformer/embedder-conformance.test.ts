import { embedderConformance } from "@kioku/testing";
import { describe, expect, test } from "vitest";

import { localEmbedder } from "../../src/index.js";
import { ENCODER, modelFolder } from "../support/made-models.js";
import { threadsOnSources } from "../support/threads-on-sources.js";

threadsOnSources();

const encoder = modelFolder();
const prefixes = { query: "query: ", document: "passage: " };

const embedderCases = embedderConformance(
  () =>
    localEmbedder({
      model: "kioku/small",
      modelDir: encoder,
      manifest: { ...ENCODER, prefixes },
      truncate: true,
      threads: 1,
    }),
  { purposes: "different", stopsUnderWay: true },
);

describe("localEmbedder with a transformer model", () => {
  test.for(embedderCases)("$group: $name", async ({ run }, context) => {
    const outcome = await run();
    if (outcome.status === "skipped") context.skip(`it has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  });
});
