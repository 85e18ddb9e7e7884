import type { SkillEventName, SkillTrigger } from "@kioku/core";
import {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkObject,
  checkOneOf,
  checkSchema,
  checkText,
  checkTexts,
  invalidInput,
  MAX_DELAY_MS,
} from "@kioku/core/toolkit";
import type { AnySkill } from "@kioku/core/toolkit";

import { checkPermissions } from "../access/check-permissions.js";
import { checkSkillName } from "../format/skill-name.js";
import { runSource } from "../isolate/run-source.js";
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_EXAMPLE_LENGTH,
  MAX_EXAMPLES,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_TRIGGERS,
} from "../limits.js";

type Check = (value: unknown, name: string) => unknown;

/** Checks of the members. Each returns the value for the copy of the skill. */
const CHECKS: { readonly [M in keyof Required<AnySkill>]: Check } = {
  name: checkSkillName,
  description: (value, name) => checkText(value, name, MAX_DESCRIPTION_LENGTH),
  license: (value, name) => checkText(value, name, MAX_NOTE_LENGTH),
  compatibility: (value, name) => checkText(value, name, MAX_NOTE_LENGTH),
  metadata: checkMetadata,
  allowedTools: (value, name) => Object.freeze(checkTexts(value, name, MAX_NOTE_LENGTH)),
  whenToUse: (value, name) => checkText(value, name, MAX_DESCRIPTION_LENGTH),
  disableModelInvocation: checkBoolean,
  location: (value, name) => checkText(value, name, MAX_NOTE_LENGTH),
  instructions: checkInstructions,
  files: (value, name) => asIs(value, () => checkMethods(value, name, ["list", "read"])),
  input: (value, name) => asIs(value, () => checkSchema(value, name)),
  output: (value, name) => asIs(value, () => checkSchema(value, name)),
  triggers: checkTriggers,
  permissions: checkPermissions,
  timeoutMs: (value, name) => checkNumber(value, name, { above: 0, max: MAX_DELAY_MS }),
  exclusive: (value, name) => checkText(value, name, MAX_NAME_LENGTH),
  priority: (value, name) => checkNumber(value, name, { min: -1_000, max: 1_000 }),
  isolate: checkBoolean,
  on: checkHandlers,
  run: (value, name) => asIs(value, () => checkFunction(value, name)),
  start: (value, name) => asIs(value, () => checkFunction(value, name)),
  stop: (value, name) => asIs(value, () => checkFunction(value, name)),
};

const NEEDED: ReadonlySet<string> = new Set(["name", "description"]);

/**
 * Checks a skill and returns a frozen copy. Only instances of classes may have other members.
 * @throws `invalid-input` naming the member.
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
  if (members["isolate"] === true) checkIsolated(members["run"], isPlain(skill), name);
  return Object.freeze(members);
}

/** Returns true for an object without a class. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function checkAnswer(members: Readonly<Record<string, unknown>>, name: string): void {
  const { triggers, run, instructions } = members as Partial<AnySkill>;
  if (!triggers || triggers.length === 0 || run || instructions !== undefined) return;
  throw invalidInput(`${name}.triggers`, "absent without run or instructions");
}

/** Checks that the run of an isolated skill can be sent to a worker, so without its object. */
function checkIsolated(run: unknown, isPlainSkill: boolean, name: string): void {
  if (run === undefined) throw invalidInput(`${name}.isolate`, "absent without run");
  if (!isPlainSkill) throw invalidInput(`${name}.isolate`, "absent for an instance of a class");
  runSource(run, `${name}.run`);
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

interface CheckedTrigger extends Omit<SkillTrigger, "input"> {
  readonly input?: unknown;
}

function checkTrigger(value: unknown, name: string): SkillTrigger {
  checkMembers(value, name, ["when", "not", "threshold", "events", "cooldownMs", "mood", "input"]);
  const { when, not, threshold, events, cooldownMs, mood, input } = value as CheckedTrigger;
  if (threshold !== undefined) checkNumber(threshold, `${name}.threshold`, { min: 0, max: 1 });
  if (cooldownMs !== undefined) {
    checkNumber(cooldownMs, `${name}.cooldownMs`, { min: 0, max: MAX_DELAY_MS });
  }
  if (mood !== undefined) checkOneOf(mood, `${name}.mood`, ["command", "any"]);
  if (input !== undefined) checkFunction(input, `${name}.input`);
  return Object.freeze({
    when: checkExamples(when, `${name}.when`, 1),
    ...(not !== undefined && { not: checkExamples(not, `${name}.not`, 0) }),
    ...(threshold !== undefined && { threshold }),
    ...(events !== undefined && { events: checkEvents(events, `${name}.events`) }),
    ...(cooldownMs !== undefined && { cooldownMs }),
    ...(mood !== undefined && { mood }),
    ...(input !== undefined && { input: input as NonNullable<SkillTrigger["input"]> }),
  });
}

function checkExamples(value: unknown, name: string, min: number): readonly string[] {
  const list: unknown = typeof value === "string" ? [value] : value;
  const texts = checkTexts(list, name, MAX_EXAMPLE_LENGTH);
  if (texts.length < min || texts.length > MAX_EXAMPLES) {
    throw invalidInput(name, `${min} to ${MAX_EXAMPLES} examples`, value);
  }
  return Object.freeze(texts);
}

function checkEvents(value: unknown, name: string): readonly SkillEventName[] {
  const events = checkTexts(value, name, MAX_NAME_LENGTH);
  if (events.length === 0) throw invalidInput(name, "at least one name of an event", value);
  return Object.freeze(events as readonly SkillEventName[]);
}
