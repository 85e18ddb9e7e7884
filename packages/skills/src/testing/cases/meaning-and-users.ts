import assert from "node:assert/strict";

import type { Memory, SkillEventName, SkillOutcome } from "@kioku/core";
import { compareText, type AnySkill, type SkillMatch } from "@kioku/core/toolkit";

import { skillCases, textsIn } from "../skill-calls.js";
import type { SkillCall, SkillCase, SkillSubject } from "../skill-calls.js";
import type { SkillWorld } from "../skill-world.js";
import { writtenBy, type WrittenRecord } from "../written-by.js";

interface Said {
  readonly text: string;
  readonly event: SkillEventName;
}

/** Cases about waking by meaning. */
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

/** Collects the examples, or the counterexamples, of all triggers. */
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

/** Cases about many users of one process. */
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
        // In a world of its own, without other users.
        const alone = await resultOf(call, await createWorld(), skill.name);
        for (const which of [index, index + calls.length]) {
          const { memory } = users[which] ?? together;
          const { status, output } = ended[which] ?? {};
          const found = { status, output, left: await writtenBy(memory, skill.name) };
          const what = `${call.what}, beside others`;
          assert.equal(found.status, alone.status, what);
          if (options.repeatable) assert.deepEqual(found, alone, what);
          // Time and chance may be in the answer and the records.
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
      // The notes of the runtime are in "skills".
      const others = items.filter(([first]) => first !== own && first !== "skills");
      assert.deepEqual(others, []);
    },
  },
]);

/** The end of a call, and the records that it left. */
interface CallResult {
  readonly status: SkillOutcome["status"] | undefined;
  readonly output: unknown;
  readonly left: readonly WrittenRecord[];
}

async function resultOf(
  call: SkillCall,
  { runtime, createUser }: SkillWorld,
  skill: string,
): Promise<CallResult> {
  const memory = await createUser();
  const { status, output } = await call.make({ runtime, memory });
  return { status, output, left: await writtenBy(memory, skill) };
}

function kindsOf({ left }: CallResult): readonly string[] {
  return left.map(({ at, kind }) => `${at}: ${kind}`).toSorted(compareText);
}

function toldIn({ output, left }: CallResult): readonly string[] {
  return textsIn([output, left]);
}

/** Shorter texts are too common to be found inside of others, in UTF-16 units. */
const MIN_TELLING_LENGTH = 6;

/** The answer of a call and the texts that it left. */
interface Told {
  /** Beside other calls. */
  readonly found: readonly string[];
  /** With nobody else. */
  readonly alone: readonly string[];
}

/** Finds texts that only other calls were given, and that this call tells only beside them. */
function strayTexts(
  call: SkillCall,
  calls: readonly SkillCall[],
  { found, alone }: Told,
): readonly string[] {
  const others = new Set(calls.flatMap(({ texts }) => texts));
  return [...others].filter(
    (text) =>
      !call.texts.some((own) => own.includes(text)) && tells(found, text) && !tells(alone, text),
  );
}

function tells(told: readonly string[], text: string): boolean {
  const isTelling = text.length >= MIN_TELLING_LENGTH;
  return told.some((one) => one === text || (isTelling && one.includes(text)));
}
