import assert from "node:assert/strict";

import type { Memory, SkillOutcome } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";

import { leftAt } from "../left-by.js";
import type { Left } from "../left-by.js";
import type { SkillCall } from "../skill-calls.js";
import { skillCases } from "../skill-case.js";
import type { SkillCase } from "../skill-case.js";
import type { SkillWorld } from "../skill-world.js";
import { strayTexts } from "../stray-texts.js";
import { textsIn } from "../texts-in.js";

/** One skill serves all users of a process. */
export const skillUserCases: readonly SkillCase[] = skillCases("users", [
  {
    name: "calls of several users at once end, and leave in each memory, what each call does alone",
    requires: ["run"],
    check: async ({ skill, calls, createWorld, options }) => {
      const together = await createWorld();
      const users: { readonly call: SkillCall; readonly memory: Memory }[] = [];
      for (const call of [...calls, ...calls]) {
        users.push({ call, memory: await together.createUser() });
      }
      const ended = await Promise.all(
        users.map(({ call, memory }) => call.make({ runtime: together.runtime, memory })),
      );
      for (const [index, call] of calls.entries()) {
        // In a world of its own, which has heard of nobody else.
        const alone = await resultOf(call, await createWorld(), skill.name);
        for (const which of [index, index + calls.length]) {
          const { memory } = users[which] ?? together;
          const { status, output } = ended[which] ?? {};
          const found = { status, output, left: await leftAt(memory, skill.name) };
          const what = `${call.what}, beside others`;
          assert.equal(found.status, alone.status, what);
          if (options.repeatable) assert.deepEqual(found, alone, what);
          // Else time and chance may be in what it answers and leaves.
          assert.deepEqual(kindsOf(found), kindsOf(alone), what);
          const stray = strayTexts(call, calls, { found: toldIn(found), alone: toldIn(alone) });
          assert.deepEqual(stray, [], `${what}: it tells what only others have said`);
        }
      }
    },
  },
  {
    name: "what it leaves for one user is found by nobody else",
    requires: ["run"],
    check: async ({ calls, createWorld }) => {
      const { runtime, memory, createUser } = await createWorld();
      const user = await createUser();
      for (const call of calls) await call.make({ runtime, memory: user });
      const [own] = user.scopePath;
      const { items } = await memory.scopes();
      // What the runtime itself notes is in "skills".
      const others = items.filter(([first]) => first !== own && first !== "skills");
      assert.deepEqual(others, []);
    },
  },
]);

/** How a call ended, and what it left in the memory of its user. */
interface CallResult {
  readonly status: SkillOutcome["status"] | undefined;
  readonly output: unknown;
  readonly left: readonly Left[];
}

async function resultOf(
  call: SkillCall,
  { runtime, createUser }: SkillWorld,
  skill: string,
): Promise<CallResult> {
  const memory = await createUser();
  const { status, output } = await call.make({ runtime, memory });
  return { status, output, left: await leftAt(memory, skill) };
}

function kindsOf({ left }: CallResult): readonly string[] {
  return left.map(({ at, kind }) => `${at}: ${kind}`).toSorted(compareText);
}

function toldIn({ output, left }: CallResult): readonly string[] {
  return textsIn([output, left]);
}
