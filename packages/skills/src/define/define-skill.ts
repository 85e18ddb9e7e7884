import type { JsonValue, Skill, SkillContext } from "@kioku/core";
import { checkObject, invalidInput, type AnySkill } from "@kioku/core/toolkit";
import type { StandardSchemaV1 } from "@standard-schema/spec";

import { checkSkill, isPlain } from "./check-skill.js";

/** A skill whose name, input and output the compiler knows. */
export interface DefinedSkill<
  Name extends string,
  Given = JsonValue,
  Input = Given,
  Output = unknown,
> extends Omit<Skill<Input, Output>, "name" | "input" | "output" | "run" | "start" | "stop"> {
  /** Name, as a literal type. */
  readonly name: Name;
  /** Checks the input before `run`. */
  readonly input?: StandardSchemaV1<Given, Input>;
  /** Checks the output of `run`. */
  readonly output?: StandardSchemaV1<unknown, Output>;
  /** Does the work. A generator yields parts of its output. */
  run?(
    input: Input,
    context: SkillContext,
  ): Output | Promise<Output> | AsyncGenerator<unknown, Output | void>;
  /** Called once before anything else, after the `start` of skills registered before it. */
  start?(context: SkillContext): void | Promise<void>;
  /** Called once at the end, before the `stop` of skills registered before it. */
  stop?(): void | Promise<void>;
}

/**
 * Checks, copies and freezes a skill, and keeps the types of its name, input and output, so that
 * `runtime.run("name", input)` is typed.
 * @throws `invalid-input` naming the member.
 */
export function defineSkill<
  const Name extends string,
  Given = JsonValue,
  Input = Given,
  Output = unknown,
>(skill: DefinedSkill<Name, Given, Input, Output>): DefinedSkill<Name, Given, Input, Output> {
  checkObject(skill, "skill");
  // A copy would lose its class and its private members.
  if (!isPlain(skill)) throw invalidInput("skill", "a plain object: register an instance as it is");
  return checkSkill(skill) as unknown as DefinedSkill<Name, Given, Input, Output>;
}

const METHODS = ["instructions", "run", "start", "stop"] as const;

/** Checks a skill and returns a frozen copy. Methods of a class stay bound to the instance. */
export function freezeSkill(skill: AnySkill, name: string): AnySkill {
  const copy = checkSkill(skill, name) as unknown as AnySkill;
  return isPlain(skill) ? copy : Object.freeze({ ...copy, ...methodsOf(copy, skill) });
}

function methodsOf(copy: AnySkill, instance: AnySkill): Readonly<Record<string, unknown>> {
  const methods = METHODS.flatMap((name) => {
    const method = copy[name];
    return typeof method === "function" ? [[name, method.bind(instance as never)] as const] : [];
  });
  return Object.fromEntries(methods);
}
