import { createMemory, inMemoryStore } from "@kioku/core";
import { expect, it } from "vitest";

import { citedAnswer } from "../../../src/commands/ask.js";

it("numbers citations by first mention, and takes out those that were made up", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  await memory.rememberAll(["Tea is green", "Tea is hot", "Tea is old"]);
  const context = await memory.context({ query: "tea", minScore: 0 });
  const { text, sources, unknown } = citedAnswer(
    "Old [m3], green【m1，m3】 and blue [m9]. Hot [m2; m9].",
    context,
  );
  expect(text).toBe("Old [1], green[2, 1] and blue. Hot [3].");
  expect(sources.map(({ label }) => label)).toEqual(["m3", "m1", "m2"]);
  expect(unknown).toEqual(["m9"]);
});
