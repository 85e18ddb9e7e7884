import type { Memory, SkillContext } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";
import { defineSkill } from "@kioku/skills";
import type { SkillConformanceOptions } from "@kioku/skills/testing";
import { z } from "zod";

/** Input of the good skill. */
export interface Said {
  readonly text: string;
}

/** Keeps where things are. */
export function goodSkill(): AnySkill {
  return defineSkill({
    name: "finder",
    description: "Remembers where things are",
    input: z.object({ text: z.string() }),
    triggers: [
      {
        when: ["remember where I put my keys", "the umbrella is in the hall"],
        not: ["where are my keys"],
      },
    ],
    permissions: { call: [], emit: [] },
    run: (input: Said, context: SkillContext) => keep(input, context),
  });
}

/** Does the work of the good skill. */
export async function keep(
  { text }: Said,
  { memory, signal, state }: SkillContext,
): Promise<string> {
  const [room] = await memory.recall({ query: text, kinds: ["room"], limit: 1 }, { signal });
  await memory.set(`place of: ${text}`, text, { signal });
  await state.set("last", text, { signal });
  return room === undefined ? "noted" : `noted, ${room.content}`;
}

/** Options of the suite for the good skill. */
export const GOOD_OPTIONS: SkillConformanceOptions = {
  inputs: [{ text: "The passport is in the blue drawer" }, { text: "The ladder is in the shed" }],
  wakes: ["please keep in mind where I put my keys"],
  sleeps: ["what a lovely morning"],
  answers: [{ question: "where is my passport?", answer: "blue drawer" }],
  repeatable: true,
  prepare: (memory: Memory) => memory.remember({ content: "the hall", kind: "room" }),
};
