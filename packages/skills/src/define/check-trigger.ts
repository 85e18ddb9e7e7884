import type { SkillEventName, SkillTrigger } from "@kioku/core";
import {
  MAX_DELAY_MS,
  checkFunction,
  checkMembers,
  checkNumber,
  checkTexts,
  invalidInput,
} from "@kioku/core/toolkit";

import { MAX_EXAMPLE_LENGTH, MAX_EXAMPLES, MAX_NAME_LENGTH } from "../limits.js";

interface CheckedTrigger extends Omit<SkillTrigger, "input"> {
  readonly input?: unknown;
}

/** Refuses anything but a trigger; returns a frozen copy. */
export function checkTrigger(value: unknown, name: string): SkillTrigger {
  checkMembers(value, name, ["when", "not", "threshold", "events", "cooldownMs", "input"]);
  const { when, not, threshold, events, cooldownMs, input } = value as CheckedTrigger;
  if (threshold !== undefined) checkNumber(threshold, `${name}.threshold`, { min: 0, max: 1 });
  if (cooldownMs !== undefined) {
    checkNumber(cooldownMs, `${name}.cooldownMs`, { min: 0, max: MAX_DELAY_MS });
  }
  if (input !== undefined) checkFunction(input, `${name}.input`);
  return Object.freeze({
    when: checkExamples(when, `${name}.when`, 1),
    ...(not !== undefined && { not: checkExamples(not, `${name}.not`, 0) }),
    ...(threshold !== undefined && { threshold }),
    ...(events !== undefined && { events: checkEvents(events, `${name}.events`) }),
    ...(cooldownMs !== undefined && { cooldownMs }),
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
