import type { AnySkill } from "@kioku/core/toolkit";

import { checkSkill, isPlain } from "./check-skill.js";

const METHODS = ["instructions", "run", "start", "stop"] as const;

/**
 * A frozen copy of a skill, so that it stays as it was checked: who it is, what it asks for and
 * what it does. The methods of an instance of a class are still called as its own.
 * @throws `invalid-input` as `checkSkill`.
 */
export function takeSkill(skill: AnySkill, name: string): AnySkill {
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
