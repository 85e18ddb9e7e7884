import type { SkillManifest, SkillTrigger } from "@kioku/core";

import { MAX_EXAMPLE_LENGTH, MAX_EXAMPLES } from "../limits.js";
import { describedTriggers } from "./described-triggers.js";
import type { FaultReport } from "./fault-report.js";

const WHEN = "kioku-triggers";
const NOT = "kioku-not";

/** Returns true for a field of the metadata that holds examples. */
export function isExampleField(key: string): boolean {
  return key === WHEN || key === NOT;
}

/**
 * Makes triggers of the metadata `kioku-triggers` and `kioku-not`, one example per line. Without
 * `kioku-triggers` they are made of the description; an empty one means none.
 */
export function readTriggers(
  manifest: SkillManifest,
  report: FaultReport,
): readonly SkillTrigger[] {
  const { metadata = {}, disableModelInvocation } = manifest;
  const when = readExamples(metadata, WHEN, report);
  const not = readExamples(metadata, NOT, report);
  if (disableModelInvocation) return [];
  if (!Object.hasOwn(metadata, WHEN)) return describedTriggers(manifest, not);
  if (when.length === 0) return [];
  return [not.length === 0 ? { when } : { when, not }];
}

function readExamples(
  metadata: Readonly<Record<string, string>>,
  key: string,
  report: FaultReport,
): readonly string[] {
  const text = Object.hasOwn(metadata, key) ? (metadata[key] ?? "") : "";
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
