import { testMemory } from "@kioku/testing/support";
import { expect, it } from "vitest";

import { chooseTools } from "../../src/tools/choose-tools.js";
import { connect, textOf } from "../support/connect.js";

const EVENT = {
  event_type: "user_message",
  actor: "user",
  summary: "Ann moved to Bergen",
  details: "She took the night train.",
  occurred_at: "2026-02-03 10:00:00",
};

it("stores and finds items of the six kinds, marked by their trust", async () => {
  const { memory } = testMemory();
  const { call } = await connect({ memory, tools: ["six"], trust: 0.5 });
  const inserted = await call("episodic_memory_insert", { items: [EVENT] });
  expect(textOf(inserted)).toMatch(/^Stored with the id /u);
  expect(inserted.structuredContent).toMatchObject({ status: "stored", trust: 0.5 });
  const found = await call("search_in_memory", { memory_type: "all", query: "Bergen" });
  expect(textOf(found)).toContain("summary: Ann moved to Bergen");
  const content: unknown = expect.stringContaining("She took the night train.");
  expect(found.structuredContent).toMatchObject({
    status: "found",
    memories: [{ content, trust: 0.5, untrusted: true }],
  });
});

it("says what to mend in answers that are errors", async () => {
  const { call } = await connect({ memory: testMemory().memory, tools: ["six"] });
  const answer = await call("episodic_memory_replace", { event_ids: ["x"], new_items: [EVENT] });
  expect(answer).toMatchObject({ isError: true, structuredContent: { status: "unknown" } });
});

it("has no vault and no tools of managers", () => {
  const names = chooseTools({ tools: ["six"] }).map(({ definition }) => definition.name);
  expect(names.filter((name) => /vault|update$|^finish|^trigger/u.test(name))).toEqual([
    "semantic_memory_update",
    "procedural_memory_update",
    "resource_memory_update",
  ]);
});
