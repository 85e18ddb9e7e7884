import type { Mind } from "@kioku/mind";

import type { PassageFile } from "./passage.js";
import { planPassages, type PassagePlan } from "./plan-passages.js";
import { fileReport, type FileReport } from "./report.js";
import { readStored } from "./stored-passages.js";

/** A file with passages, whose name tells it from all others. */
export interface NamedPassages extends PassageFile {
  readonly name: string;
  readonly format: "markdown" | "text";
}

/** Options of imports into a memory. */
export interface WritingOptions {
  readonly mind: Mind;
  readonly signal: AbortSignal;
  /** Trust of what is imported. @defaultValue that of earlier imports, or by origin */
  readonly trust: number | undefined;
  readonly isDryRun: boolean;
}

/** Inputs of one transaction. */
const BATCH = 500;
const CAUSE = "import";

/** Brings the passages of files up to date. */
export async function importPassages(
  files: readonly NamedPassages[],
  options: WritingOptions,
): Promise<readonly FileReport[]> {
  const { mind, signal, trust, isDryRun } = options;
  const stored = await readStored(
    mind,
    files.map(({ name }) => name),
    { signal },
  );
  const byFile = Map.groupBy(stored, ({ file }) => file);
  const plans = files.map((file) => planPassages(file, byFile.get(file.name) ?? [], trust));
  if (!isDryRun) await runPlans(plans, options);
  return plans.map(({ stored: fresh, updated, duplicate, vanished }, index) => {
    const { name = "", format, passages = [] } = files[index] ?? {};
    const found = passages.length;
    const forgotten = vanished.length;
    return fileReport(name, format, { found, stored: fresh, updated, duplicate, forgotten });
  });
}

/** Forgets passages, with what was made of them. */
export async function forgetPassages(
  ids: readonly string[],
  { mind, signal }: Pick<WritingOptions, "mind" | "signal">,
): Promise<void> {
  for (const some of slicesOf(ids)) {
    await mind.forget({ filter: { "@id": { $in: some } } }, { signal, cause: CAUSE });
  }
}

async function runPlans(plans: readonly PassagePlan[], options: WritingOptions): Promise<void> {
  const { mind, signal, trust } = options;
  for (const id of plans.flatMap(({ distrusted }) => distrusted)) {
    await mind.update(id, { trust }, { signal, cause: CAUSE });
  }
  for (const inputs of slicesOf(plans.flatMap((plan) => plan.inputs))) {
    await mind.rememberAll(inputs, { signal, cause: CAUSE, rejections: "throw" });
  }
  // Last, so that an import that was cut finds again what it has written.
  await forgetPassages(
    plans.flatMap(({ vanished }) => vanished),
    options,
  );
}

function* slicesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
}
