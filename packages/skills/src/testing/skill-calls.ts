import type { CallOptions, JsonValue, Memory, SkillOutcome } from "@kioku/core";
import { MemoryError } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

import type { AnySkillRuntime } from "../runtime/skill-runtime.js";
import type { SkillSuiteOptions } from "./skill-options.js";
import { textsIn } from "./texts-in.js";

/** One way to make the skill do its work. */
export interface SkillCall {
  /** For messages. */
  readonly what: string;
  /** The texts that it gives the skill. */
  readonly texts: readonly string[];
  /** Whether it is called by its name, so that no meaning has to be understood first. */
  readonly isByName: boolean;
  /** Makes it, and says how it ended. */
  make(target: CallTarget): Promise<Ended>;
}

/** Where a call is made. */
interface CallTarget extends CallOptions {
  readonly runtime: AnySkillRuntime;
  /** The shared memory of the call. */
  readonly memory: Memory;
}

/** How a call ended. */
export type Ended = Pick<SkillOutcome, "status" | "output" | "error">;

/** Every call that the options and the triggers of the skill give. */
export function callsOf(skill: AnySkill, options: SkillSuiteOptions): readonly SkillCall[] {
  const { inputs, wakes, embedder } = options;
  if (!skill.run) return [];
  const runs = inputs.map((input, index) => runCall(skill.name, input, `inputs[${index}]`));
  const texts = embedder ? [...new Set([...firstExamples(skill), ...wakes])] : [];
  return [...runs, ...texts.map((text) => messageCall(skill.name, text))];
}

/** The first example of each trigger that messages wake. */
function firstExamples({ triggers = [] }: AnySkill): readonly string[] {
  return triggers
    .filter(({ events = ["message"] }) => events.includes("message"))
    .flatMap(({ when }) => (typeof when === "string" ? [when] : when.slice(0, 1)));
}

function runCall(name: string, input: JsonValue, what: string): SkillCall {
  return {
    what: `run with ${what}`,
    texts: textsIn(input),
    isByName: true,
    make: async ({ runtime, memory, signal }) => {
      try {
        const output = await runtime.run(name, input, { memory, signal });
        return { status: "done", output };
      } catch (error) {
        return { status: "failed", error };
      }
    },
  };
}

function messageCall(name: string, text: string): SkillCall {
  return {
    what: `the message ${JSON.stringify(text)}`,
    texts: [text],
    isByName: false,
    make: async ({ runtime, memory, signal }) => {
      try {
        const { outcomes } = await runtime.emit("message", { text }, { memory, signal });
        const own = outcomes.find(({ skill }) => skill === name);
        return own ?? { status: "skipped", error: new Error("it slept") };
      } catch (error) {
        return { status: "failed", error };
      }
    },
  };
}

/** An ending in a few words. */
export function describeEnded({ status, error }: Ended): string {
  if (error === undefined) return status;
  const cause = MemoryError.is(error) && error.cause !== undefined ? error.cause : error;
  return `${status}: ${cause instanceof Error ? cause.message : typeof cause}`;
}
