import { expect, test } from "vitest";

import { agentMemory, ENGINES, heldBy } from "../support/agents.js";
import { ask, rememberedId, toolsByName } from "../support/tools.js";

test("update and forget work by the ids that recall shows", async () => {
  const memory = agentMemory();
  const id = await rememberedId(memory, "Ada likes green tea");
  const { recall, update, forget } = toolsByName(memory);
  expect(await ask(recall, { query: "green tea" })).toContain(`[${id}] Ada likes green tea`);
  const answer = await ask(update, { id, content: "Ada likes black tea" });
  const { items } = await memory.list();
  const changed = items[0]?.id ?? "";
  expect(answer).toBe(`Changed. Its id is ${changed} now.`);
  expect(await heldBy(memory)).toEqual(["assistant: Ada likes black tea"]);
  expect(await memory.history(changed)).toMatchObject([{ actor: "tool:update" }]);
  expect(await ask(update, { id, content: "Ada likes no tea" })).toContain("There is no memory");
  expect(await ask(forget, { id: changed })).toBe("Forgotten.");
  expect(await heldBy(memory)).toEqual([]);
});

test("a correction is none of the messages of an agent", async () => {
  const memory = agentMemory();
  const metadata = { area: "home", langchainMessageId: "h1" };
  const receipt = await memory.remember({ content: "Ada likes green tea", metadata });
  if (receipt.status === "rejected") throw new Error("expected it to be stored");
  const { update } = toolsByName(memory);
  await ask(update, { id: receipt.record.id, content: "Ada likes black tea" });
  expect((await memory.list()).items[0]?.metadata).toEqual({ area: "home" });
});

test.each(ENGINES)(
  "a model cannot change %s what the recall of its tools cannot show",
  async (_, create) => {
    const memory = create();
    const { id: entry } = await memory.set("city", "Kyoto is the city");
    const hidden = await memory.remember({ content: "kept for the records", index: false });
    const filtered = await memory.remember({ content: "about work", metadata: { area: "work" } });
    const excluded = await memory.remember({ content: "told already", metadata: { area: "home" } });
    const open = await memory.remember({ content: "?!", metadata: { area: "home" } });
    const ids = [hidden, filtered, excluded, open].map((receipt) =>
      receipt.status === "rejected" ? "" : receipt.record.id,
    );
    const { update, forget } = toolsByName(memory, {
      recall: { kinds: ["note"], filter: { area: "home" }, exclude: [ids[2] ?? ""] },
    });
    for (const id of [entry, ...ids.slice(0, 3)]) {
      expect(await ask(forget, { id })).toContain("There is no memory");
      expect(await ask(update, { id, content: "changed" })).toContain("There is no memory");
    }
    expect(await heldBy(memory)).toHaveLength(5);
    expect(await ask(forget, { id: ids[3] ?? "" })).toBe("Forgotten.");
    await memory.close();
  },
);
