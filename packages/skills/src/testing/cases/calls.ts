import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";

import { MemoryError } from "@kioku/core";

import { skillMemory } from "../../runtime/skill-memory.js";
import { describeEnded, skillCases } from "../skill-calls.js";
import type { SkillCall, SkillCase, SkillSubject } from "../skill-calls.js";
import type { SkillWorld } from "../skill-world.js";
import { writtenBy, type WrittenRecord } from "../written-by.js";

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
        const once = await writtenBy(memory, skill.name);
        const ended = await call.make({ runtime: again.runtime, memory });
        assert.equal(ended.status, "done", `${call.what}, again: ${describeEnded(ended)}`);
        assert.deepEqual(await writtenBy(memory, skill.name), once, `${call.what}, again`);
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

/** Turns of the event loop before a call is aborted. */
const TURNS = [0, 1, 2, 4, 8];

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

/** Cases about failures below the skill, which it must report and leave nothing half done. */
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
          assert.deepEqual(await writtenBy(memory, skill.name), left, what);
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

/** Makes a call without failures, and returns the number of its writes and their records. */
async function alone(
  call: SkillCall,
  world: SkillWorld,
  skill: string,
): Promise<{ readonly writes: number; readonly left: readonly WrittenRecord[] }> {
  const memory = await world.createUser();
  world.store.writes = 0;
  await call.make({ runtime: world.runtime, memory });
  const { writes } = world.store;
  return { writes, left: await writtenBy(memory, skill) };
}
