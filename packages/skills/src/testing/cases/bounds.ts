import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";

import { MemoryError } from "@kioku/core";

import { describeEnded } from "../skill-calls.js";
import { skillCases } from "../skill-case.js";
import type { SkillCase } from "../skill-case.js";

/** After how many turns of the event loop a call is aborted. */
const TURNS = [0, 1, 2, 4, 8];

/** It keeps to its time and to what it is granted. */
export const skillBoundsCases: readonly SkillCase[] = skillCases("bounds", [
  {
    name: "a call that is aborted ends soon, whenever that is",
    requires: ["run"],
    check: async ({ calls, createWorld, skill }) => {
      const { runtime, createUser, warnings } = await createWorld();
      for (const call of calls) {
        for (const turns of TURNS) {
          const controller = new AbortController();
          const made = call.make({
            runtime,
            memory: await createUser(),
            signal: controller.signal,
          });
          for (let turn = 0; turn < turns; turn += 1) await setImmediate();
          controller.abort();
          await made;
        }
      }
      await runtime.close();
      const abandoned = warnings.filter((line) => line === `${skill.name}: abandoned`);
      assert.deepEqual(abandoned, [], "calls that were aborted did not stop");
    },
  },
  {
    name: "without any grant, each call succeeds or says not-permitted, in its time",
    requires: ["run"],
    check: async ({ calls, createWorld }) => {
      const granted = { read: [], write: [], call: [], emit: [] } as const;
      const { runtime, createUser } = await createWorld({ granted });
      for (const call of calls) {
        const ended = await call.make({ runtime, memory: await createUser() });
        const { error } = ended;
        const isRefused =
          MemoryError.is(error, "not-permitted") ||
          (MemoryError.is(error, "skill-failed") && MemoryError.is(error.cause, "not-permitted"));
        assert.ok(
          ended.status === "done" || isRefused,
          `${call.what}, without grants: ${describeEnded(ended)}`,
        );
      }
    },
  },
]);
