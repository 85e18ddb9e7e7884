import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { importMemories, mastraMemories } from "../src/index.js";
import { MASTRA } from "./support/chat-samples.js";

test("messages, working memory and observations of Mastra come into the scope of their resource", () => {
  const read = [...mastraMemories(MASTRA)].map(({ scope, input }) => [
    ...scope,
    input.kind,
    input.origin,
    input.thread,
    input.content,
  ]);
  expect(read).toEqual([
    ["ann", "entry", "import", "trip", "# Trip\n- When: May"],
    ["ann", "message", "user", "trip", "我下个月搬到杭州"],
    ["ann", "message", "assistant", "trip", "It rains\nin Hangzhou."],
    ["ann", "message", "user", "trip", "And pack an umbrella"],
    ["bo", "message", "user", "bees", "I keep bees"],
    ["bo", "message", "user", "bees", "{of an older version"],
    ["ann", "entry", "import", undefined, "# User\n- City: Hangzhou"],
    ["ann", "observation", "import", "trip", "User moves to Hangzhou\n  * -> next month"],
    ["ann", "observation", "import", "trip", "User is allergic to peanuts"],
    ["ann", "observation", "import", undefined, "Packed"],
  ]);
});

test("times, titles and priorities of Mastra are kept, and a second import writes what changed", async () => {
  const { memory } = testMemory();
  const none = { stored: 0, queued: 0, duplicate: 0, rejected: 0 };
  expect(await importMemories(memory, mastraMemories(MASTRA))).toEqual({ ...none, stored: 10 });
  expect(await importMemories(memory, mastraMemories(MASTRA))).toEqual({ ...none, duplicate: 10 });
  const ann = memory.scope("ann");
  const { items } = await ann.list();
  const about = (start: string) => items.find(({ content }) => content.startsWith(start));
  expect(about("It rains")).toMatchObject({
    occurredAt: new Date("2026-11-27T12:00:00Z"),
    metadata: { title: "搬家" },
  });
  expect(about("User is allergic")).toMatchObject({
    occurredAt: new Date("2026-11-27T00:00:00Z"),
    metadata: { priority: "🟡", time: "9:41" },
  });
  expect(about("Packed")?.occurredAt).toBeUndefined();
  const resources = [{ id: "ann", workingMemory: "# User\n- City: Bergen" }];
  const again = await importMemories(memory, mastraMemories({ ...MASTRA, resources }));
  expect(again).toEqual({ ...none, stored: 1, duplicate: 9 });
  expect(await ann.get("working-memory")).toBe("# User\n- City: Bergen");
});

test("a list of messages alone is read, and a message without a resource stays in the root", () => {
  const content = { format: 2, parts: [{ type: "text", text: "Hello" }] };
  const messages = [{ role: "user", threadId: "t", content }];
  expect([...mastraMemories(messages)].map(({ scope }) => scope)).toEqual([[]]);
});
