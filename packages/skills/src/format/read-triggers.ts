import type { SkillTrigger } from "@kioku/core";

import { MAX_EXAMPLE_LENGTH, MAX_EXAMPLES } from "../limits.js";
import type { FaultReport } from "./fault-report.js";

const WHEN = "kioku-triggers";
const NOT = "kioku-not";

/** Names of the fields of the metadata that hold examples. */
export const EXAMPLE_FIELDS: ReadonlySet<string> = new Set([WHEN, NOT]);

/**
 * What wakes the skill, from two fields of the metadata that the standard leaves to clients:
 * `kioku-triggers` and `kioku-not`, one example per line, with or without a `-` before it.
 */
export function readTriggers(
  metadata: Readonly<Record<string, string>> | undefined,
  report: FaultReport,
): readonly SkillTrigger[] {
  const when = readExamples(metadata, WHEN, report);
  const not = readExamples(metadata, NOT, report);
  if (when.length === 0) {
    if (not.length > 0) report(`"${NOT}" is of no use without "${WHEN}"`);
    return [];
  }
  return [not.length === 0 ? { when } : { when, not }];
}

function readExamples(
  metadata: Readonly<Record<string, string>> | undefined,
  key: string,
  report: FaultReport,
): readonly string[] {
  const text = metadata && Object.hasOwn(metadata, key) ? (metadata[key] ?? "") : "";
  const lines = text.split("\n").map((line) => line.replace(/^\s*-\s/u, "").trim());
  const examples = [...new Set(lines.filter((line) => line !== ""))];
  const fitting = examples
    .filter((example) => example.length <= MAX_EXAMPLE_LENGTH)
    .slice(0, MAX_EXAMPLES);
  if (fitting.length < examples.length) {
    report(
      `"${key}" must be at most ${MAX_EXAMPLES} lines of at most ${MAX_EXAMPLE_LENGTH} characters; the rest is left out`,
    );
  }
  return fitting;
}
