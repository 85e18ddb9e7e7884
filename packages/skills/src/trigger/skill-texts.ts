import type { SkillEventName, SkillTrigger } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

/** How much of a text is looked at, in UTF-16 units. */
const MAX_COMPARED_LENGTH = 2_000;

/** One example of a skill, or its description. */
export interface SkillText {
  readonly text: string;
  /** The trigger that it belongs to; none: the description. */
  readonly trigger: SkillTrigger | undefined;
  /** Whether it says what should not wake the skill. */
  readonly isCounterexample: boolean;
}

/** All that a skill says about when it is meant: its description first, then trigger by trigger. */
export function skillTexts(skill: AnySkill): readonly SkillText[] {
  const { triggers = [] } = skill;
  return [
    { text: clip(skill.description), trigger: undefined, isCounterexample: false },
    ...triggers.flatMap((trigger) => [
      ...toList(trigger.when).map((text) => ({
        text: clip(text),
        trigger,
        isCounterexample: false,
      })),
      ...toList(trigger.not).map((text) => ({ text: clip(text), trigger, isCounterexample: true })),
    ]),
  ].filter(({ text }) => text.trim() !== "");
}

/** Whether a trigger looks at the text of an event. */
export function hears({ events }: SkillTrigger, event: SkillEventName): boolean {
  return events ? events.includes(event) : event === "message";
}

/** The beginning of a text that is too long; whole characters. */
export function clip(text: string): string {
  return text.length <= MAX_COMPARED_LENGTH
    ? text
    : text.slice(0, MAX_COMPARED_LENGTH).toWellFormed();
}

function toList(texts: string | readonly string[] | undefined): readonly string[] {
  if (texts === undefined) return [];
  return typeof texts === "string" ? [texts] : texts;
}
