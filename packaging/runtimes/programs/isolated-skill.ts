/** Runs a skill that never ends in a worker, which the runtime of skills has to end. */
import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import { createSkillRuntime, defineSkill } from "@kioku/skills";

const endless = defineSkill({
  name: "endless",
  description: "Never ends",
  isolate: true,
  timeoutMs: 500,
  run(): string {
    for (;;);
  },
});
const adds = defineSkill({
  name: "adds",
  description: "Adds",
  isolate: true,
  async run(_input, { memory }) {
    await memory.remember("The worker was here");
    return (await memory.recall("worker"))[0]?.content;
  },
});
const memory = createMemory({ store: inMemoryStore() });
const runtime = await createSkillRuntime({ memory, skills: [endless, adds], graceMs: 100 });
assert.equal(await runtime.run("adds", null), "The worker was here");
await assert.rejects(runtime.run("endless", null), { code: "skill-timed-out" });
await runtime.close();
await memory.close();
