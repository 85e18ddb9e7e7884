import type { MemoryErrorCode } from "@kioku/core";

/** Function that provokes an error whose message docs/troubleshooting.md shows under its code. */
export interface Provocation {
  readonly code: MemoryErrorCode;
  /** Rejects or throws it. */
  readonly provoke: () => unknown;
}
