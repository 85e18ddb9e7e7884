import { describe, expect, it } from "vitest";

import { openTestStudio } from "../support/test-studio.js";

describe("statistics", () => {
  it("counts a scope and those below", async () => {
    await using studio = await openTestStudio();
    const inputs = Array.from({ length: 5 }, (_, index) => `Note ${index}`);
    await studio.memory.scope("ana").rememberAll(inputs);
    await studio.memory.scope("bo").remember({ content: "A fact", kind: "fact", pinned: true });
    expect((await studio.ask("tally")).body).toMatchObject({ memories: 6, strength: [6, 0, 0, 0] });
    expect((await studio.ask("tally", { scope: ["bo"] })).body).toMatchObject({
      memories: 1,
      kinds: { fact: 1 },
      origins: { user: 1 },
      scopes: [[["bo"], 1]],
      strength: [1, 0, 0, 0],
      pinned: 1,
    });
    for (const query of [{ scope: "bo" }, { cursor: "x" }, { cursor: 1 }]) {
      expect((await studio.ask("tally", query)).status).toBe(400);
    }
  });

  it("reads figures, with sizes if there is a store that tells them", async () => {
    await using studio = await openTestStudio();
    const { body } = await studio.ask("figures");
    expect(body).toMatchObject({ mind: { facts: 0, runs: 0 }, spaces: [], queue: { ready: 0 } });
    expect(body).not.toHaveProperty("store");
    const sizes = { records: 1, documents: 1, scopes: 1, bytes: 10, freeBytes: 0, walBytes: 0 };
    const store = { stats: async () => ({ ...sizes, spaces: [] }) };
    await using sized = await openTestStudio({ store, root: undefined });
    const answer = await sized.ask("figures");
    expect(answer.body).toMatchObject({ store: sizes });
    expect(answer.body).not.toHaveProperty("spaces");
  });
});
