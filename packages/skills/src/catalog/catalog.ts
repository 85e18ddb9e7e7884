import { MemoryError } from "@kioku/core";
import type { CallOptions, SkillFiles, SkillManifest } from "@kioku/core";
import { escapeAttribute, escapeText, unlessAborted, visibleText } from "@kioku/core/toolkit";
import type { AnySkill } from "@kioku/core/toolkit";

import { skillFailure } from "../format/skill-failure.js";
import { checkSkillPath } from "../format/skill-path.js";
import { decodeText } from "./decode-text.js";

/** What opens or closes one of the elements that a skill is put into, or looks as if it did. */
const OWN_TAG = /[<\uFE64\uFF1C](?=[\s/]*(?:skill_content|skill_resources|available_skills))/giu;

/**
 * `<available_skills>` of these skills in this order, for a prompt: name and description of each,
 * on one line and escaped. The same skills make the same bytes. Empty text for none, since a model
 * should not hear of skills that are not there.
 */
export function skillCatalog(skills: readonly SkillManifest[]): string {
  if (skills.length === 0) return "";
  const entries = skills.map(
    ({ name, description }) =>
      `<skill>\n<name>${oneLine(name)}</name>\n<description>${oneLine(description)}</description>\n</skill>\n`,
  );
  return `<available_skills>\n${entries.join("")}</available_skills>`;
}

/**
 * `<skill_content>` of one skill, for a prompt: its instructions, then the paths of its files in
 * `<skill_resources>`. Instructions are Markdown with code and stay as they are, but for two
 * things. Tags of these elements have their `<` escaped, so that no skill can end its own element
 * and speak as somebody else. Characters that nobody sees are left out, so that nothing hides from
 * a reviewer.
 * @throws `not-found` if it has no instructions, or its `SKILL.md` is gone since it was loaded;
 *   `invalid-input` if its `SKILL.md` is none any more; `skill-failed` if instructions or the list
 *   of files cannot be read.
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
    throw new MemoryError("skill-failed", `${shown} must answer its instructions as a string`);
  }
  const paths: unknown = await readOr(shown, signal, async () => files?.list({ signal }) ?? []);
  if (!isListOfTexts(paths)) {
    throw new MemoryError("skill-failed", `${shown} must answer its files as a list of strings`);
  }
  return [
    `<skill_content name="${escapeAttribute(name)}">`,
    visibleText(body).replaceAll(OWN_TAG, "&lt;"),
    ...resourceLines(paths),
    "</skill_content>",
  ].join("\n");
}

/**
 * One file of a skill as text, without a byte order mark, not fenced.
 * @throws `not-found` for a file that the skill does not have; `invalid-input` for a path that
 *   leaves the skill, a file above 1 MiB or one that is no UTF-8 text; `skill-failed` if it cannot
 *   be read.
 */
export async function skillFileText(
  files: SkillFiles | undefined,
  path: string,
  { signal }: CallOptions,
): Promise<string> {
  const name = checkSkillPath(path);
  const shown = `the file ${JSON.stringify(name)}`;
  if (!files) throw new MemoryError("not-found", `${shown} is not there: the skill has no files`);
  return decodeText(await readOr(shown, signal, async () => files.read(name, { signal })), shown);
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function oneLine(text: string): string {
  return escapeText(text.replaceAll(/\s+/gu, " ").trim());
}

function resourceLines(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const files = paths.map((path) => `<file>${escapeText(path)}</file>`);
  return ["", "<skill_resources>", ...files, "</skill_resources>"];
}

/** What a skill's own code answers; its failures become ours. */
async function readOr<T>(
  what: string,
  signal: AbortSignal | undefined,
  read: () => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await unlessAborted(read(), signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw skillFailure(what, error);
  }
}
