import type { ImportOptions, ImportReport } from "../../api/transfer.js";
import { checkWriteOptions } from "../../internal/check/check-inputs.js";
import { checkBoolean, checkFunction, checkOneOf } from "../../internal/check/check.js";
import type { WriteOptions } from "../../model/call-options.js";
import type { Scope } from "../../model/scope.js";

/** Checked options of an import. */
export interface ImportCall extends WriteOptions {
  /** Scope to which those of the lines are relative. */
  readonly scope: Scope;
  readonly onConflict: "fail" | "skip" | "replace" | "newer";
  readonly embed: boolean;
  /** True if the export holds earlier versions. */
  readonly history: boolean;
  readonly onProgress: ((report: ImportReport) => void) | undefined;
}

/** A report in the making. */
export type Counts = { -readonly [Count in keyof ImportReport]: number };

/** @throws `invalid-input` naming the option, what is allowed and what came. */
export function checkImportCall(call: ImportOptions & { readonly scope: Scope }): ImportCall {
  const { scope, ...options } = call;
  checkWriteOptions(options, ["onConflict", "embed", "onProgress"]);
  const { onConflict = "fail", embed = true, onProgress, ...write } = options;
  checkOneOf(onConflict, "options.onConflict", ["fail", "skip", "replace", "newer"]);
  checkBoolean(embed, "options.embed");
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  return { ...write, scope, onConflict, embed, onProgress, history: true };
}
