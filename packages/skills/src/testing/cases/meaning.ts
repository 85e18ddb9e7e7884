import assert from "node:assert/strict";

import type { SkillEventName } from "@kioku/core";
import type { AnySkill, SkillMatch } from "@kioku/core/toolkit";

import { skillCases } from "../skill-case.js";
import type { SkillCase, SkillSubject } from "../skill-case.js";

/** A text, and the event that it comes with. */
interface Said {
  readonly text: string;
  readonly event: SkillEventName;
}

/** What wakes it by meaning, and what does not. */
export const skillMeaningCases: readonly SkillCase[] = skillCases("meaning", [
  {
    name: "each example of its triggers wakes it",
    requires: ["embedder", "triggers"],
    check: (subject) => expectMatches(subject, saidIn(subject.skill, "when"), true),
  },
  {
    name: "each counterexample of its triggers lets it sleep",
    requires: ["embedder", "counterexamples"],
    check: (subject) => expectMatches(subject, saidIn(subject.skill, "not"), false),
  },
  {
    name: "what is said in other words wakes it",
    requires: ["embedder", "texts that wake it"],
    check: (subject) => expectMatches(subject, messages(subject.options.wakes), true),
  },
  {
    name: "what is not for it lets it sleep",
    requires: ["embedder", "texts that let it sleep"],
    check: (subject) => expectMatches(subject, messages(subject.options.sleeps), false),
  },
]);

function messages(texts: readonly string[]): readonly Said[] {
  return texts.map((text) => ({ text, event: "message" }));
}

/** The examples, or the counterexamples, of all triggers. */
function saidIn({ triggers = [] }: AnySkill, which: "when" | "not"): readonly Said[] {
  return triggers.flatMap(({ events = ["message"], [which]: texts = [] }) => {
    const list = typeof texts === "string" ? [texts] : texts;
    return events.flatMap((event) => list.map((text) => ({ text, event })));
  });
}

async function expectMatches(
  { skill, createWorld }: SkillSubject,
  texts: readonly Said[],
  wakes: boolean,
): Promise<void> {
  const { runtime, createUser } = await createWorld();
  const memory = await createUser();
  const wrong: string[] = [];
  for (const { text, event } of texts) {
    const matches = await runtime.match(text, { event, memory, explain: true });
    const own = matches.find((match) => match.skill === skill.name);
    if ((own?.wakes ?? false) !== wakes) wrong.push(`${text} (${describe(own)})`);
  }
  assert.deepEqual(wrong, [], `it should ${wakes ? "wake" : "sleep"} at each of these`);
}

function describe(match: SkillMatch | undefined): string {
  if (!match) return "not near";
  return `${match.reason}, score ${match.score.toFixed(2)} of ${match.threshold}`;
}
