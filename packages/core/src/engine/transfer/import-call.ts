import type { ImportOptions, ImportReport } from "../../api/transfer.js";
import { checkWriteOptions } from "../../internal/check/check-inputs.js";
import { checkBoolean, checkFunction, checkOneOf } from "../../internal/check/check.js";
import type { Scope } from "../../model/scope.js";

/** Checked options of an import. */
export interface ImportCall {
  /** Scope to which those of the lines are relative. */
  readonly scope: Scope;
  readonly signal: AbortSignal | undefined;
  readonly actor: string | undefined;
  readonly cause: string | undefined;
  readonly onConflict: "fail" | "skip" | "replace" | "newer";
  readonly embed: boolean;
  readonly onProgress: ((report: ImportReport) => void) | undefined;
}

/** A report in the making. */
export type Counts = { -readonly [Count in keyof ImportReport]: number };

/** @throws `invalid-input` naming the option, what is allowed and what came. */
export function checkImportCall(call: ImportOptions & { readonly scope: Scope }): ImportCall {
  const { scope, ...options } = call;
  checkWriteOptions(options, ["onConflict", "embed", "onProgress"]);
  const { signal, actor, cause, onConflict = "fail", embed = true, onProgress } = options;
  checkOneOf(onConflict, "options.onConflict", ["fail", "skip", "replace", "newer"]);
  checkBoolean(embed, "options.embed");
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  return { scope, signal, actor, cause, onConflict, embed, onProgress };
}
