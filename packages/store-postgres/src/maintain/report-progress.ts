import { safeProgress } from "@kioku/core/toolkit";

import type { MaintainOptions, MaintenanceProgress } from "./maintain-options.js";

/** Tells a listener of progress, without waiting. Its failures harm nothing. */
export function report(
  listener: MaintainOptions["onProgress"],
  progress: MaintenanceProgress,
): void {
  safeProgress(listener)?.(progress);
}
