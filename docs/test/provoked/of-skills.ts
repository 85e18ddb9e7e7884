import { defineSkill } from "@kioku/skills";

import type { Provocation } from "./provocation.ts";
import { runtimeOf } from "./runtime-of.ts";

/** The same with what a failed skill failed with. */
async function causeOf(failing: Promise<unknown>): Promise<never> {
  throw await failing.then(
    () => new Error("it did not fail"),
    (error: unknown) => (error as Error).cause,
  );
}

const nosy = defineSkill({
  name: "nosy",
  description: "Reads what it may not",
  permissions: { read: [] },
  run: async (_input, context) => (await context.memory.list()).items.length,
});
const clumsy = defineSkill({
  name: "clumsy",
  description: "Fails",
  run: () => {
    throw new Error("oops");
  },
});
const slow = defineSkill({
  name: "slow",
  description: "Never ends",
  run: () => new Promise<never>(() => undefined),
});
const chatty = defineSkill({
  name: "chatty",
  description: "Writes much",
  permissions: { quota: { records: 1, perMs: 60_000 } },
  run: async (_input, context) => {
    await context.memory.remember("tea");
    await context.memory.remember("coffee");
  },
});

/** Provocations by skills. */
export const ofSkills: readonly Provocation[] = [
  {
    code: "not-permitted",
    provoke: async () => causeOf((await runtimeOf([nosy])).run("nosy", null)),
  },
  {
    code: "limit-exceeded",
    provoke: async () => causeOf((await runtimeOf([chatty])).run("chatty", null)),
  },
  { code: "skill-failed", provoke: async () => (await runtimeOf([clumsy])).run("clumsy", null) },
  {
    code: "skill-timed-out",
    provoke: async () => (await runtimeOf([slow], { timeoutMs: 1, graceMs: 0 })).run("slow", null),
  },
];
