import type { Skill } from "@kioku/core";
import {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkText,
  invalidInput,
} from "@kioku/core/toolkit";

import { faultReport } from "./fault-report.js";
import { parseFrontmatter, splitFrontmatter } from "./frontmatter.js";
import { readManifest } from "./read-manifest.js";
import { boundMetadata } from "./read-metadata.js";
import { readTriggers } from "./read-triggers.js";

/** Longest SKILL.md, in UTF-16 units here and in bytes on disk. */
export const MAX_SKILL_FILE = 1_048_576;

/** Options of `parseSkill`. */
export interface ParseSkillOptions {
  /** Name of the directory of the file, which by the standard is the name of the skill. */
  readonly directoryName?: string | undefined;
  /**
   * True to refuse what the standard and its validator refuse.
   * @defaultValue `false`: faults are reported and repaired
   */
  readonly strict?: boolean | undefined;
  /** Called for each fault that was tolerated. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * Reads the text of a SKILL.md by the Agent Skills standard. The body becomes `instructions`,
 * `allowed-tools` becomes `allowedTools`. The metadata `kioku-triggers` and `kioku-not`, one
 * example per line, become `triggers`; without them, the sentences of the description and of
 * `when_to_use` do. With `disable-model-invocation` there are none. Other fields of clients are
 * ignored. No code runs.
 *
 * These faults are repaired and reported to `onWarning`: values without the quotes that YAML wants;
 * a name that is missing, has other characters or differs from the directory; a description above
 * 1,024 characters, which is cut; fields that are unknown, of another type, or above 4,096
 * characters.
 * @throws `invalid-input` without a description; without a closed frontmatter of YAML, at most
 *   16,384 characters and 1,000 lines; above 1,048,576 characters in all; if strict, for any fault.
 * @see https://agentskills.io/specification
 */
export function parseSkill(source: string, options: ParseSkillOptions = {}): Skill {
  checkMembers(options, "options", ["directoryName", "strict", "onWarning"]);
  const { directoryName, strict = false, onWarning } = options;
  checkBoolean(strict, "options.strict");
  if (directoryName !== undefined) checkText(directoryName, "options.directoryName", 1_024);
  if (onWarning !== undefined) checkFunction(onWarning, "options.onWarning");
  if (typeof source !== "string") throw invalidInput("source", "a string", source);
  if (source.length > MAX_SKILL_FILE) {
    throw invalidInput("source", `at most ${MAX_SKILL_FILE} characters long`, source);
  }
  const report = faultReport(strict, onWarning);
  const split = splitFrontmatter(source, report);
  const manifest = readManifest(parseFrontmatter(split, { strict, report }), {
    directoryName,
    strict,
    report,
  });
  const triggers = readTriggers(manifest, report);
  const { metadata } = manifest;
  return {
    ...manifest,
    ...(metadata === undefined ? {} : { metadata: boundMetadata(metadata, report) }),
    ...(triggers.length === 0 ? {} : { triggers }),
    instructions: split.body,
  };
}
