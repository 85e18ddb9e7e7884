import { statSync } from "node:fs";

import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/** Files that take over two seconds, the longest of a project first, by the end of their path. */
const LONG = [
  "examples/test/ai-sdk-chat.test.ts",
  "bench/test/skills.test.ts",
  "examples/test/own-store.test.ts",
  "torture/test/crash.test.ts",
  "torture/test/limits.test.ts",
  "bench/test/store.test.ts",
  "store-postgres/test/conformance.test.ts",
  "store-postgres/test/memory.test.ts",
  "store-postgres/test/isolation.test.ts",
  "store-sqlite/test/conformance.test.ts",
  "store-postgres/test/migrations.test.ts",
  "store-postgres/test/server-kill.test.ts",
  "embed-openai/test/conformance.test.ts",
  "mind/test/kinds/random.test.ts",
  "mind/test/kinds/conformance.test.ts",
  "mind/test/kinds/vault/no-clear-secrets.test.ts",
  "mind/test/kinds/vault/changed-rows.test.ts",
  "plugins/test/conformance.test.ts",
  "store-postgres/test/write.test.ts",
  "store-postgres/test/segment-builds.test.ts",
  "skills/test/testing/skill-conformance.test.ts",
];

/**
 * Starts long files first, so that all cores end at about the same time. Otherwise the larger
 * files, of one project after another.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizes = new Map(files.map((file) => [file, statSync(file.moduleId).size]));
    const size = (file: TestSpecification): number => sizes.get(file) ?? 0;
    // oxlint-disable-next-line unicorn/no-array-sort -- the types here lack toSorted
    return [...files].sort((a, b) => order(a) - order(b) || rank(a) - rank(b) || size(b) - size(a));
  }
}

/** Of its project: processes are shared within one only, and programs take longest. */
function order({ project }: TestSpecification): number {
  return ["programs", "apart", "packages", "ai-6"].indexOf(project.name);
}

function rank({ moduleId }: TestSpecification): number {
  const found = LONG.findIndex((end) => moduleId.endsWith(end));
  return found === -1 ? LONG.length : found;
}
