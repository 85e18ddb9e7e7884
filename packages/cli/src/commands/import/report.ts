import { failureOf } from "../../output/failure.js";
import type { Format } from "../../table/move-commands.js";

/** Numbers of memories by what became of them. */
export interface ImportCounts {
  /** New. */
  readonly stored: number;
  /** Passages whose text or metadata has changed in their file. */
  readonly updated: number;
  /** Here already exactly so. */
  readonly duplicate: number;
  /** Passages that are no longer in their file. */
  readonly forgotten: number;
  /** Left out by `--on-conflict`. */
  readonly skipped: number;
  /** Left out or removed because they were erased. */
  readonly erased: number;
}

const NO_COUNTS: ImportCounts = {
  stored: 0,
  updated: 0,
  duplicate: 0,
  forgotten: 0,
  skipped: 0,
  erased: 0,
};

/** Result of one file. */
export interface FileReport extends ImportCounts {
  /** Its name. */
  readonly file: string;
  /** Its format, if it was found. */
  readonly format: Format | undefined;
  /** Memories that it holds; a dry run of foreign formats knows no more. */
  readonly found: number;
  /** Why it was left out, which is no failure. */
  readonly ignored?: string;
  /** Why it failed. Batches before may be written. */
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string };
}

/** Result of an import. */
export interface ImportReport extends ImportCounts {
  /** In the order they were read. */
  readonly files: readonly FileReport[];
  /** Number of files that failed. */
  readonly failed: number;
}

/** Creates the report of a file. */
export function fileReport(
  file: string,
  format: Format | undefined,
  rest: Partial<FileReport>,
): FileReport {
  return { file, format, found: 0, ...NO_COUNTS, ...rest };
}

/** Creates the report of a file that failed. */
export function failedReport(
  file: string,
  error: unknown,
  { signal, format }: { readonly signal: AbortSignal; readonly format?: Format | undefined },
): FileReport {
  const { code, message, hint } = failureOf(error, signal);
  return fileReport(file, format, {
    error: { code, message, ...(hint === undefined ? {} : { hint }) },
  });
}

/** Adds the reports of files up. */
export function totalReport(files: readonly FileReport[]): ImportReport {
  const sums: Record<keyof ImportCounts, number> = { ...NO_COUNTS };
  for (const name of Object.keys(sums) as (keyof ImportCounts)[]) {
    sums[name] = files.reduce((sum, one) => sum + one[name], 0);
  }
  return { files, ...sums, failed: files.filter(({ error }) => error !== undefined).length };
}
