import type { SkillEventName, SkillTrigger } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

/** Longest text to compare, in UTF-16 units; the rest is ignored. */
const MAX_COMPARED_LENGTH = 2_000;

export interface SkillText {
  readonly text: string;
  readonly trigger: SkillTrigger | undefined;
  readonly isCounterexample: boolean;
}

/**
 * Returns the description of a skill, then its examples, trigger by trigger, whose moods are filled
 * in.
 */
export function skillTexts(skill: AnySkill): readonly SkillText[] {
  const mood = skill.run ? "command" : "any";
  const triggers = (skill.triggers ?? []).map((trigger) => ({
    ...trigger,
    mood: trigger.mood ?? mood,
  }));
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

/** Returns true if a trigger reads the text of an event. */
export function subscribes({ events }: SkillTrigger, event: SkillEventName): boolean {
  return events ? events.includes(event) : event === "message";
}

/** Returns the first trigger that reads the text of the event and has the example. */
export function triggerOf(
  { triggers = [] }: AnySkill,
  event: SkillEventName,
  example: string,
): SkillTrigger | undefined {
  return triggers.find(
    (trigger) =>
      subscribes(trigger, event) && toList(trigger.when).some((text) => clip(text) === example),
  );
}

/** Returns a text in lower case, with single blanks instead of punctuation. */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\p{P}\s]+/gu, " ")
    .trim();
}

/** Cuts a text that is too long after a whole character. */
export function clip(text: string): string {
  return text.length <= MAX_COMPARED_LENGTH
    ? text
    : text.slice(0, MAX_COMPARED_LENGTH).toWellFormed();
}

function toList(texts: string | readonly string[] | undefined): readonly string[] {
  if (texts === undefined) return [];
  return typeof texts === "string" ? [texts] : texts;
}
