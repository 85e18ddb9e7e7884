import { MemoryError, type CallOptions, type SkillFiles, type SkillManifest } from "@kioku/core";
import { escapeAttribute, escapeText, unlessAborted, visibleText } from "@kioku/core/toolkit";
import type { AnySkill } from "@kioku/core/toolkit";

import { unreadable } from "../format/fault-report.js";
import { checkSkillPath } from "../format/skill-path.js";

/** The start of a tag of the elements below, or of what looks like one. */
const OWN_TAG = /[<\uFE64\uFF1C](?=[\s/]*(?:skill_content|skill_resources|available_skills))/giu;

/** Writes `<available_skills>` for a prompt, one line a skill and escaped; empty for no skills. */
export function skillCatalog(skills: readonly SkillManifest[]): string {
  if (skills.length === 0) return "";
  const entries = skills.map(
    ({ name, description }) =>
      `<skill>\n<name>${oneLine(name)}</name>\n<description>${oneLine(description)}</description>\n</skill>\n`,
  );
  return `<available_skills>\n${entries.join("")}</available_skills>`;
}

/**
 * Writes `<skill_content>` of one skill for a prompt: its instructions, then the paths of its
 * files. Tags of these elements are escaped in the instructions, and invisible characters are left
 * out.
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
  return [
    `<skill_content name="${escapeAttribute(name)}">`,
    visibleText(body).replaceAll(OWN_TAG, "&lt;"),
    ...resourceLines(paths),
    "</skill_content>",
  ].join("\n");
}

/**
 * Reads one file of a skill as text, without a byte order mark.
 * @throws `not-found`; `invalid-input` for a path that leaves the skill, a file above 1 MiB or one
 *   that is not UTF-8 text; `skill-failed` if it cannot be read.
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
    throw unreadable(what, error);
  }
}

/** Largest file to read as text, in bytes. */
const MAX_BYTES = 1_048_576;

function decodeText(bytes: Uint8Array, shown: string): string {
  if (bytes.length > MAX_BYTES) {
    throw new MemoryError(
      "invalid-input",
      `${shown} has ${bytes.length} bytes, at most ${MAX_BYTES} can be read as text`,
    );
  }
  const text = decodeUtf8(bytes);
  // A file with a NUL is binary, even if it happens to be UTF-8.
  if (text !== undefined && !text.includes("\0")) return text;
  throw new MemoryError("invalid-input", `${shown} is not UTF-8 text`);
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
