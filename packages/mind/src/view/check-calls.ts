import type { WriteOptions } from "@kioku/core";
import {
  checkBoolean,
  checkCallOptions,
  checkFunction,
  checkNumber,
  checkText,
  checkWriteOptions,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";

import type { ConsolidateOptions, MindSweepOptions } from "../api/runs.js";

/** @throws `invalid-input` */
export function checkConsolidateOptions(options: ConsolidateOptions): ConsolidateOptions {
  checkCallOptions(options, ["ifDue", "dryRun", "maxTokens", "onProgress"]);
  const { signal, ifDue = false, dryRun = false, maxTokens, onProgress } = options;
  checkBoolean(ifDue, "options.ifDue");
  checkBoolean(dryRun, "options.dryRun");
  if (maxTokens !== undefined) checkNumber(maxTokens, "options.maxTokens", { min: 0 });
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  return { signal, ifDue, dryRun, maxTokens, onProgress };
}

/** @throws `invalid-input` */
export function checkSweepOptions(options: MindSweepOptions): MindSweepOptions {
  checkCallOptions(options, ["limit", "onProgress"]);
  const { signal, limit, onProgress } = options;
  if (limit !== undefined) checkNumber(limit, "options.limit", { min: 1, integer: true });
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  return { signal, limit, onProgress };
}

/** @throws `invalid-input` */
export function checkUndo(run: string, options: WriteOptions): void {
  checkText(run, "run", MAX_NAME_LENGTH);
  checkWriteOptions(options);
}
