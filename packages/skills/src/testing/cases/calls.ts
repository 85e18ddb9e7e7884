import assert from "node:assert/strict";

import { skillMemory } from "@kioku/core";

import { leftAt } from "../left-by.js";
import { describeEnded } from "../skill-calls.js";
import { skillCases } from "../skill-case.js";
import type { SkillCase, SkillSubject } from "../skill-case.js";
import type { SkillWorld } from "../skill-world.js";

/** It does its work. */
export const skillCallCases: readonly SkillCase[] = skillCases("calls", [
  {
    name: "each succeeds",
    requires: ["run"],
    check: async (subject) => {
      await makeAll(await subject.createWorld(), subject);
    },
  },
  {
    name: "each succeeds on an empty memory",
    requires: ["run"],
    check: async (subject) => {
      await makeAll(await subject.createWorld({ isEmpty: true }), subject);
    },
  },
  {
    name: "the same call again leaves the memory as it is",
    requires: ["run", "claim to be repeatable"],
    check: async ({ skill, calls, createWorld }) => {
      // In another runtime, so that no cooldown keeps it asleep.
      const [world, again] = [await createWorld(), await createWorld()];
      for (const call of calls) {
        const memory = await world.createUser();
        await call.make({ runtime: world.runtime, memory });
        const once = await leftAt(memory, skill.name);
        const ended = await call.make({ runtime: again.runtime, memory });
        assert.equal(ended.status, "done", `${call.what}, again: ${describeEnded(ended)}`);
        assert.deepEqual(await leftAt(memory, skill.name), once, `${call.what}, again`);
      }
    },
  },
  {
    name: "what it leaves in the shared memory answers the questions of other skills",
    requires: ["embedder", "run", "questions that it answers"],
    check: async (subject) => {
      const world = await subject.createWorld();
      const memory = await world.createUser();
      for (const call of subject.calls) await call.make({ runtime: world.runtime, memory });
      const { memorySearch } = skillMemory({ memory, skill: "somebody-else" });
      for (const { question, answer } of subject.options.answers) {
        const [best] = await memorySearch(question, 1);
        const found = best?.content ?? "nothing";
        assert.ok(found.includes(answer), `${question} is answered by ${JSON.stringify(found)}`);
      }
    },
  },
]);

/** Makes every call, each for a new user; each has to succeed. */
async function makeAll(world: SkillWorld, { calls }: SkillSubject): Promise<void> {
  for (const call of calls) {
    const memory = await world.createUser();
    const ended = await call.make({ runtime: world.runtime, memory });
    assert.equal(ended.status, "done", `${call.what}: ${describeEnded(ended)}`);
  }
}
