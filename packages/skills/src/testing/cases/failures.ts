import assert from "node:assert/strict";

import { leftAt } from "../left-by.js";
import type { Left } from "../left-by.js";
import { describeEnded } from "../skill-calls.js";
import type { SkillCall } from "../skill-calls.js";
import { skillCases } from "../skill-case.js";
import type { SkillCase } from "../skill-case.js";
import type { SkillWorld } from "../skill-world.js";

/** What goes wrong below it is said, and leaves nothing half done. */
export const skillFailureCases: readonly SkillCase[] = skillCases("failures", [
  {
    name: "a store that refuses every write is a failure of a call that writes",
    requires: ["run"],
    check: async ({ calls, createWorld, skill }) => {
      const world = await createWorld();
      for (const call of calls) {
        const { writes } = await alone(call, world, skill.name);
        const memory = await world.createUser();
        world.store.refuses = () => writes > 0;
        const ended = await call.make({ runtime: world.runtime, memory });
        world.store.refuses = () => false;
        if (writes === 0) continue;
        assert.notEqual(ended.status, "done", `${call.what}: nothing was written, and it is done`);
      }
    },
  },
  {
    name: "after a write that was refused, the same call leaves what it leaves without a failure",
    requires: ["run", "claim to be repeatable"],
    check: async ({ calls, createWorld, skill }) => {
      // In another runtime, so that no cooldown keeps it asleep.
      const [world, again] = [await createWorld(), await createWorld()];
      for (const call of calls) {
        const { writes, left } = await alone(call, world, skill.name);
        for (let refused = 1; refused <= writes; refused += 1) {
          const memory = await world.createUser();
          world.store.writes = 0;
          world.store.refuses = (write) => write === refused;
          await call.make({ runtime: world.runtime, memory });
          world.store.refuses = () => false;
          const ended = await call.make({ runtime: again.runtime, memory });
          const what = `${call.what}, after write ${refused} was refused`;
          assert.equal(ended.status, "done", `${what}: ${describeEnded(ended)}`);
          assert.deepEqual(await leftAt(memory, skill.name), left, what);
        }
      }
    },
  },
  {
    name: "an embedder that is down fails no call by name",
    requires: ["embedder", "run"],
    check: async ({ calls, createWorld }) => {
      const { runtime, createUser, embedding } = await createWorld();
      for (const call of calls.filter(({ isByName }) => isByName)) {
        const memory = await createUser();
        embedding.failing = true;
        const ended = await call.make({ runtime, memory });
        embedding.failing = false;
        assert.equal(ended.status, "done", `${call.what}: ${describeEnded(ended)}`);
      }
    },
  },
]);

/** How many writes a call makes, and what it leaves, when nothing fails. */
async function alone(
  call: SkillCall,
  world: SkillWorld,
  skill: string,
): Promise<{ readonly writes: number; readonly left: readonly Left[] }> {
  const memory = await world.createUser();
  world.store.writes = 0;
  await call.make({ runtime: world.runtime, memory });
  const { writes } = world.store;
  return { writes, left: await leftAt(memory, skill) };
}
