import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import { createMind } from "@kioku/mind";

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore() });
  const mind = createMind({ memory, automatic: false });
  const talk = mind.session("monday");
  const [heard] = await talk.hear("My name is Ann, and I live in Lisbon.");
  assert.equal(heard?.status, "stored");
  const { turns, changes } = await mind.consolidate();
  assert.equal(turns, 1);
  assert.ok(changes.length > 0);
  const { text } = await mind.document({ document: "portrait" });
  assert.match(text, /Lisbon/u);
  await mind.close();
  await memory.close();
}

void main();
