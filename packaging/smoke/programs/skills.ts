import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { createSkillRuntime, defineSkill, parseSkill } from "@kioku/skills";

const navigator = defineSkill({
  name: "navigator",
  description: "Moves to a place in the house",
  triggers: [{ when: ["take me to the living room", "带我去客厅"] }],
  async run(_input, context) {
    await context.memorySetWithEmbedding("nav.target", { x: 3.2 }, "导航目标: 客厅沙发");
  },
});
const narrator = defineSkill({
  name: "narrator",
  description: "Says what is going on",
  triggers: [{ when: ["where are we heading", "目的地是哪里"] }],
  async run(_input, context) {
    return (await context.memorySearch("目的地", 1))[0]?.content;
  },
});

async function main(): Promise<void> {
  const file = "---\nname: packing\ndescription: Packs a suitcase\n---\nFold the shirts.\n";
  const { name } = parseSkill(file);
  assert.equal(name, "packing");

  const memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder() });
  const runtime = await createSkillRuntime({ memory, skills: [navigator, narrator] });
  await runtime.emit("message", { text: "请带我去客厅沙发" });
  const { outcomes } = await runtime.emit("message", { text: "Where are we going?" });
  assert.equal(outcomes[0]?.output, "导航目标: 客厅沙发");
  await runtime.close();
  await memory.close();
}

void main();
