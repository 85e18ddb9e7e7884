import { dirname } from "node:path";

import { MemoryError, type CallOptions, type SkillManifest } from "@kioku/core";
import {
  escapeAttribute,
  escapeText,
  hashText,
  visibleText,
  type AnySkill,
} from "@kioku/core/toolkit";

import { readOr } from "./read-or.js";

/** The start of a tag of the elements below, or of what looks like one. */
const OWN_TAG = /[<\uFE64\uFF1C](?=[\s/]*(?:skill_content|skill_resources|available_skills))/giu;

/** Most files that `<skill_resources>` lists. */
const MAX_LISTED = 100;

/** Length of a revision, in hexadecimal digits. */
const REVISION_LENGTH = 12;

/** A skill as a catalog shows it. */
type Listed = SkillManifest & Pick<AnySkill, "location">;

/** Writes `<available_skills>` for a prompt, one line a member, escaped; empty for no skills. */
export function skillCatalog(skills: readonly Listed[]): string {
  if (skills.length === 0) return "";
  return ["<available_skills>", ...skills.flatMap(entryOf), "</available_skills>"].join("\n");
}

function entryOf(skill: Listed): readonly string[] {
  const { name, description, whenToUse, compatibility, location } = skill;
  return [
    "<skill>",
    `<name>${oneLine(name)}</name>`,
    `<description>${oneLine([description, whenToUse ?? ""].join(" "))}</description>`,
    ...(compatibility === undefined
      ? []
      : [`<compatibility>${oneLine(compatibility)}</compatibility>`]),
    ...(location === undefined ? [] : [`<location>${escapeText(location)}</location>`]),
    "</skill>",
  ];
}

/**
 * Writes `<skill_content>` of one skill for a prompt: its instructions, its requirements and its
 * directory, then the paths of its files. The attribute `revision` changes with any of these. Tags
 * of these elements are escaped in the instructions, and invisible characters are left out.
 * @throws `not-found` if it has no instructions, or its `SKILL.md` is gone; `invalid-input` if its
 *   `SKILL.md` is invalid by now; `skill-failed` if it cannot be read.
 */
export async function skillContent(skill: AnySkill, { signal }: CallOptions): Promise<string> {
  const { name, instructions, files } = skill;
  const shown = `the skill ${JSON.stringify(name)}`;
  if (instructions === undefined) {
    throw new MemoryError("not-found", `${shown} has no instructions`);
  }
  const body: unknown = await readOr(shown, signal, async () =>
    typeof instructions === "string" ? instructions : instructions(),
  );
  if (typeof body !== "string") {
    throw new MemoryError("skill-failed", `${shown} returned instructions that are no string`);
  }
  const paths: unknown = await readOr(shown, signal, async () => files?.list({ signal }) ?? []);
  if (!isListOfTexts(paths)) {
    throw new MemoryError(
      "skill-failed",
      `${shown} returned a list of files that is no list of strings`,
    );
  }
  const lines = [ownText(body), ...requirementLines(skill), ...resourceLines(paths)].join("\n");
  const revision = hashText(lines).slice(0, REVISION_LENGTH);
  return `<skill_content name="${escapeAttribute(name)}" revision="${revision}">\n${lines}\n</skill_content>`;
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Returns a text of the author without what could end the element that it is in. */
function ownText(text: string): string {
  return visibleText(text).replaceAll(OWN_TAG, "&lt;");
}

function oneLine(text: string): string {
  return escapeText(text.replaceAll(/\s+/gu, " ").trim());
}

function requirementLines(skill: AnySkill): readonly string[] {
  const { compatibility, allowedTools = [], location } = skill;
  const lines = [
    ...(compatibility === undefined ? [] : [`Compatibility: ${oneLine(compatibility)}`]),
    ...(allowedTools.length === 0 ? [] : [`Allowed tools: ${oneLine(allowedTools.join(" "))}`]),
    ...(location === undefined
      ? []
      : [
          `Skill directory: ${escapeText(dirname(location))}`,
          "Relative paths in this skill are relative to the skill directory.",
        ]),
  ];
  return lines.length === 0 ? [] : ["", ...lines];
}

function resourceLines(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const files = paths.slice(0, MAX_LISTED).map((path) => `<file>${escapeText(path)}</file>`);
  const left = paths.length - files.length;
  const more = left > 0 ? [`${left} more files are not listed.`] : [];
  return ["", "<skill_resources>", ...files, ...more, "</skill_resources>"];
}
