import assert from "node:assert/strict";

import { describeEnded } from "../skill-calls.js";
import { skillCases } from "../skill-case.js";
import type { SkillCase } from "../skill-case.js";

/** It starts and stops. */
export const skillLifeCases: readonly SkillCase[] = skillCases("life", [
  {
    name: "a runtime takes it under its name, starts it on an empty memory and stops it",
    check: async ({ skill, createWorld }) => {
      const { runtime } = await createWorld({ isEmpty: true });
      assert.ok(runtime.skills.has(skill.name), "each skill that is made has a name of its own");
      await runtime.close();
    },
  },
  {
    name: "when one is stopped, another one that was made like it goes on",
    requires: ["run"],
    check: async ({ skill, calls, createWorld }) => {
      const [world, beside] = [await createWorld(), await createWorld()];
      await world.runtime.unregister(skill.name);
      for (const call of calls) {
        const ended = await call.make({
          runtime: beside.runtime,
          memory: await beside.createUser(),
        });
        assert.equal(ended.status, "done", `${call.what}: ${describeEnded(ended)}`);
      }
    },
  },
]);
