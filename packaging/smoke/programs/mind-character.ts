import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import { createMind } from "@kioku/mind";
import { adoptCharacter, readCharacterCard } from "@kioku/mind/character";

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore() });
  const mind = createMind({ memory, automatic: false });
  const data = { name: "Mika", description: "{{char}} keeps a lighthouse." };
  const card = readCharacterCard({ spec: "chara_card_v2", spec_version: "2.0", data });
  await adoptCharacter(mind, card);
  const { text } = await mind.document({ document: "self" });
  assert.match(text, /Mika keeps a lighthouse/u);
  await mind.close();
  await memory.close();
}

void main();
