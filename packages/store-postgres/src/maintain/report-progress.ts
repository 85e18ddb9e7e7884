import type { MaintainOptions, MaintenanceProgress } from "./maintain-options.js";

/** Tells whoever wants to know; what they throw harms nothing. */
export function report(
  listener: MaintainOptions["onProgress"],
  progress: MaintenanceProgress,
): void {
  try {
    listener?.(progress);
  } catch {
    // The work does not depend on who listens.
  }
}
