import { escapeText } from "@kioku/core/toolkit";
import type { AnySkill } from "@kioku/core/toolkit";

/** Returns the entry of a skill in a catalog, in the form of the Agent Skills standard, escaped. */
export function catalogEntry(skill: AnySkill, more: readonly string[] = []): string {
  const { name, description, whenToUse = "", compatibility } = skill;
  return [
    "<skill>",
    `<name>${oneLine(name)}</name>`,
    `<description>${oneLine(`${description} ${whenToUse}`)}</description>`,
    ...(compatibility === undefined
      ? []
      : [`<compatibility>${oneLine(compatibility)}</compatibility>`]),
    ...more,
    "</skill>",
  ].join("\n");
}

/** Returns a catalog of such entries. */
export function catalogText(entries: readonly string[]): string {
  return ["<available_skills>", ...entries, "</available_skills>"].join("\n");
}

/** Returns the first entries that fit; the first always does. */
export function fittingEntries(
  entries: readonly string[],
  maxCharacters: number,
): readonly string[] {
  let left = maxCharacters;
  const end = entries.findIndex((entry, index) => {
    left -= entry.length;
    return left < 0 && index > 0;
  });
  return end === -1 ? entries : entries.slice(0, end);
}

function oneLine(text: string): string {
  return escapeText(text.replaceAll(/\s+/gu, " ").trim());
}
