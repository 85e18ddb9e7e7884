import { describe, expect, it } from "vitest";

import { openTestStudio } from "../support/test-studio.js";

describe("strengths", () => {
  it("lists the newest memories of a scope and says which may be archived", async () => {
    await using studio = await openTestStudio();
    const ana = studio.memory.scope("ana");
    await ana.remember({ content: "A pinned note", pinned: true });
    await ana.set("city", "Lisbon");
    const receipt = await ana.remember("A note that was used");
    if (receipt.status !== "rejected") await ana.markUsed(receipt.record.id);
    await ana.remember({ content: "State of a mind", kind: "mind-state" });
    await studio.memory.scope("bo").remember("Not of Ana");
    const { body } = await studio.ask("strengths", { scope: ["ana"] });
    expect(body).toMatchObject({
      hasMore: false,
      rows: [
        { text: "A note that was used", uses: 1, canFade: true },
        { canFade: false, pinned: false },
        { text: "A pinned note", canFade: false, pinned: true },
      ],
    });
    expect((await studio.ask("strengths", { limit: 1 })).body).toMatchObject({
      hasMore: true,
      rows: [{ text: "Not of Ana", scope: ["bo"] }],
    });
    for (const query of [{ limit: 0 }, { limit: 1e6 }, { scope: "ana" }]) {
      expect((await studio.ask("strengths", query)).status).toBe(400);
    }
  });
});
