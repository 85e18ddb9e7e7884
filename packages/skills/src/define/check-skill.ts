import {
  MAX_DELAY_MS,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkObject,
  checkSchema,
  checkText,
  checkTexts,
  invalidInput,
} from "@kioku/core/toolkit";
import type { AnySkill } from "@kioku/core/toolkit";

import { checkPermissions } from "../access/check-permissions.js";
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_TRIGGERS,
} from "../limits.js";
import { checkSkillName } from "./check-skill-name.js";
import { checkTrigger } from "./check-trigger.js";

type Check = (value: unknown, name: string) => unknown;

/** What each member may be; a check returns what a copy of the skill holds in its place. */
const CHECKS: { readonly [M in keyof Required<AnySkill>]: Check } = {
  name: checkSkillName,
  description: (value, name) => checkText(value, name, MAX_DESCRIPTION_LENGTH),
  license: (value, name) => checkText(value, name, MAX_NOTE_LENGTH),
  compatibility: (value, name) => checkText(value, name, MAX_NOTE_LENGTH),
  metadata: checkMetadata,
  allowedTools: (value, name) => Object.freeze(checkTexts(value, name, MAX_NOTE_LENGTH)),
  instructions: checkInstructions,
  files: (value, name) => asIs(value, () => checkMethods(value, name, ["list", "read"])),
  input: (value, name) => asIs(value, () => checkSchema(value, name)),
  output: (value, name) => asIs(value, () => checkSchema(value, name)),
  triggers: checkTriggers,
  permissions: checkPermissions,
  timeoutMs: (value, name) => checkNumber(value, name, { above: 0, max: MAX_DELAY_MS }),
  on: checkHandlers,
  run: (value, name) => asIs(value, () => checkFunction(value, name)),
  start: (value, name) => asIs(value, () => checkFunction(value, name)),
  stop: (value, name) => asIs(value, () => checkFunction(value, name)),
};

const NEEDED: ReadonlySet<string> = new Set(["name", "description"]);

/**
 * Refuses anything but a skill; returns its members as a frozen copy has them. Members that no
 * skill has are refused, too, unless it is an instance of a class, which may keep there what it
 * likes.
 * @throws `invalid-input` naming the member, what is allowed and what came.
 */
export function checkSkill(skill: unknown, name = "skill"): Readonly<Record<string, unknown>> {
  checkObject(skill, name);
  if (isPlain(skill)) checkMembers(skill, name, Object.keys(CHECKS));
  const members: Record<string, unknown> = {};
  for (const [member, check] of Object.entries(CHECKS)) {
    const value = (skill as Readonly<Record<string, unknown>>)[member];
    if (value === undefined && !NEEDED.has(member)) continue;
    members[member] = check(value, `${name}.${member}`);
  }
  checkAnswer(members, name);
  return Object.freeze(members);
}

/** Whether an object is of no class. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What is woken has to do something then. */
function checkAnswer(members: Readonly<Record<string, unknown>>, name: string): void {
  const { triggers, run, instructions } = members as Partial<AnySkill>;
  if (!triggers || triggers.length === 0 || run || instructions !== undefined) return;
  throw invalidInput(`${name}.triggers`, "left out where there is neither run nor instructions");
}

function asIs(value: unknown, check: () => void): unknown {
  check();
  return value;
}

function checkInstructions(value: unknown, name: string): unknown {
  if (typeof value === "string" || typeof value === "function") return value;
  throw invalidInput(name, "a string, or a function that returns one", value);
}

function checkMetadata(value: unknown, name: string): unknown {
  checkObject(value, name);
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== "string")
      throw invalidInput(`${name}.${key.slice(0, 40)}`, "a string", text);
    if (text.length > MAX_NOTE_LENGTH) {
      throw invalidInput(
        `${name}.${key.slice(0, 40)}`,
        `at most ${MAX_NOTE_LENGTH} characters long`,
      );
    }
  }
  return Object.freeze({ ...value });
}

function checkTriggers(value: unknown, name: string): unknown {
  if (!Array.isArray(value)) throw invalidInput(name, "a list of triggers", value);
  if (value.length > MAX_TRIGGERS) throw invalidInput(name, `at most ${MAX_TRIGGERS}`, value);
  return Object.freeze(Array.from(value, (item, index) => checkTrigger(item, `${name}[${index}]`)));
}

function checkHandlers(value: unknown, name: string): unknown {
  checkObject(value, name);
  const handlers = Object.entries(value).filter(([, handler]) => handler !== undefined);
  for (const [event, handler] of handlers) {
    checkText(event, `a name in ${name}`, MAX_NAME_LENGTH);
    checkFunction(handler, `${name}.${event}`);
  }
  return Object.freeze(Object.fromEntries(handlers));
}
