import type { JsonValue, Skill, SkillContext } from "@kioku/core";
import { checkObject, invalidInput } from "@kioku/core/toolkit";
import type { StandardSchemaV1 } from "@standard-schema/spec";

import { checkSkill, isPlain } from "./check-skill.js";

/** A skill whose name, input and output the compiler knows. */
export interface DefinedSkill<
  Name extends string,
  Given = JsonValue,
  Input = Given,
  Output = unknown,
> extends Omit<Skill<Input, Output>, "name" | "input" | "output" | "run" | "start" | "stop"> {
  /** Its name, as a literal type. */
  readonly name: Name;
  /** Checks the input before `run`. */
  readonly input?: StandardSchemaV1<Given, Input>;
  /** Checks what `run` returns. */
  readonly output?: StandardSchemaV1<unknown, Output>;
  /** Does the work. */
  run?(input: Input, context: SkillContext): Output | Promise<Output>;
  /** Called once before anything else, after those registered before it. */
  start?(context: SkillContext): void | Promise<void>;
  /** Called once at the end, before those registered before it. */
  stop?(): void | Promise<void>;
}

/**
 * Checks a skill, copies and freezes it, and keeps the types of its name, input and output, so that
 * `runtime.run("name", input)` is typed.
 * @throws `invalid-input` naming the member, what is allowed and what came.
 */
export function defineSkill<
  const Name extends string,
  Given = JsonValue,
  Input = Given,
  Output = unknown,
>(skill: DefinedSkill<Name, Given, Input, Output>): DefinedSkill<Name, Given, Input, Output> {
  checkObject(skill, "skill");
  // A copy would have lost its class and what that keeps to itself.
  if (!isPlain(skill)) throw invalidInput("skill", "a plain object: register an instance as it is");
  return checkSkill(skill) as unknown as DefinedSkill<Name, Given, Input, Output>;
}
