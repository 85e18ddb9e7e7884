import { MemoryError } from "@kioku/core";
import type { CallOptions, JsonValue, Memory, SkillOutcome } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";
import type { SkillRequirement } from "@kioku/testing";

import type { AnySkillRuntime } from "../runtime/skill-runtime.js";
import type { SkillSuiteOptions } from "./skill-options.js";
import type { SkillWorld, SkillWorldOptions } from "./skill-world.js";

/** The subject of a case. Its worlds are closed when the case has ended. */
export interface SkillSubject {
  readonly skill: AnySkill;
  /** Starts a runtime with a fresh skill on a memory of its own. */
  readonly createWorld: (options?: SkillWorldOptions) => Promise<SkillWorld>;
  readonly calls: readonly SkillCall[];
  readonly options: SkillSuiteOptions;
}

export interface SkillCase {
  readonly group: string;
  readonly name: string;
  readonly requires?: readonly SkillRequirement[];
  check(subject: SkillSubject): Promise<void>;
}

export function skillCases(
  group: string,
  cases: readonly Omit<SkillCase, "group">[],
): readonly SkillCase[] {
  return cases.map((one) => ({ group, ...one }));
}

export interface SkillCall {
  readonly what: string;
  readonly texts: readonly string[];
  /** True if it names the skill, so that no meaning has to be understood first. */
  readonly isByName: boolean;
  make(target: CallTarget): Promise<Ended>;
}

interface CallTarget extends CallOptions {
  readonly runtime: AnySkillRuntime;
  readonly memory: Memory;
}

type Ended = Pick<SkillOutcome, "status" | "output" | "error">;

/** Returns every call that the options and the triggers of the skill give. */
export function callsOf(skill: AnySkill, options: SkillSuiteOptions): readonly SkillCall[] {
  const { inputs, wakes, embedder } = options;
  if (!skill.run) return [];
  const runs = inputs.map((input, index) => runCall(skill.name, input, `inputs[${index}]`));
  const texts = embedder ? [...new Set([...firstExamples(skill), ...wakes])] : [];
  return [...runs, ...texts.map((text) => messageCall(skill.name, text))];
}

function firstExamples({ triggers = [] }: AnySkill): readonly string[] {
  return triggers
    .filter(({ events = ["message"] }) => events.includes("message"))
    .flatMap(({ when }) => (typeof when === "string" ? [when] : when.slice(0, 1)));
}

function runCall(name: string, input: JsonValue, what: string): SkillCall {
  return caught({
    what: `run with ${what}`,
    texts: textsIn(input),
    isByName: true,
    make: async ({ runtime, memory, signal }) => {
      const output = await runtime.run(name, input, { memory, signal });
      return { status: "done", output };
    },
  });
}

function messageCall(name: string, text: string): SkillCall {
  return caught({
    what: `the message ${JSON.stringify(text)}`,
    texts: [text],
    isByName: false,
    make: async ({ runtime, memory, signal }) => {
      const { outcomes } = await runtime.emit("message", { text }, { memory, signal });
      const own = outcomes.find(({ skill }) => skill === name);
      return own ?? { status: "skipped", error: new Error("it slept") };
    },
  });
}

/** Turns a rejection into an ending. */
function caught(call: SkillCall): SkillCall {
  return {
    ...call,
    make: (target) => call.make(target).catch((error: unknown) => ({ status: "failed", error })),
  };
}

export function describeEnded({ status, error }: Ended): string {
  if (error === undefined) return status;
  const cause = MemoryError.is(error) && error.cause !== undefined ? error.cause : error;
  return `${status}: ${cause instanceof Error ? cause.message : typeof cause}`;
}

export function textsIn(value: unknown, seen: ReadonlySet<unknown> = new Set()): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  const within = new Set([...seen, value]);
  return Object.values(value).flatMap((member) => textsIn(member, within));
}
