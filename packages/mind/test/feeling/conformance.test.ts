import type { TextModel } from "@kioku/core";
import { pluginConformance } from "@kioku/testing";
import { describe, expect, test } from "vitest";

import { feeling } from "../../src/feeling/index.js";

const MODEL: TextModel = {
  id: "scripted",
  generate: async () => ({ text: '{"valence": 0.5, "arousal": 0.5}', isComplete: true }),
};
const EXAMPLE = { input: { content: "I am so happy" }, becomes: "I am so happy" };

const WAYS = [
  ["by a model", { model: MODEL }],
  ["by words", {}],
] as const;

describe.each(WAYS.slice(0, process.env["KIOKU_TEST_SIZE"] === "full" ? 2 : 1))(
  "the plugin that sets emotions %s",
  (_name, options) => {
    const cases = pluginConformance(() => feeling(options), { examples: [EXAMPLE] });

    test.for(cases)("$group: $name", async ({ requires, run }) => {
      const { status } = await run();
      expect(status).toBe(requires.includes("close") ? "skipped" : "passed");
    });
  },
);
