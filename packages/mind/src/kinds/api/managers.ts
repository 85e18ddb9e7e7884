import type { CallOptions, Schedule } from "@kioku/core";

import type { MemoryKind } from "../model/kind-fields.js";

/** Options of `absorb`. */
export interface AbsorbOptions extends CallOptions {
  /** Kinds whose managers are asked. @defaultValue those that the meta manager names */
  readonly kinds?: readonly MemoryKind[] | undefined;
  /** Do nothing while fewer turns wait, at least 1. @defaultValue 1 */
  readonly minTurns?: number | undefined;
  /** Managers that work at the same time, 1 to 6. @defaultValue 6 */
  readonly concurrency?: number | undefined;
  /** Longest time of one answer, in milliseconds. @defaultValue 120,000 */
  readonly timeoutMs?: number | undefined;
  /** Runs a task after a delay; returns its cancellation. @defaultValue `setTimeout` */
  readonly schedule?: Schedule | undefined;
}

/** Result of one manager. */
export interface ManagerReport {
  /** Its kind. */
  readonly kind: MemoryKind;
  /** `failed`: its turns wait for it still, and it is asked again by the next call. */
  readonly status: "done" | "nothing" | "failed";
  /** Operations that were written. */
  readonly written: number;
  /** Operations that were not, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** Tokens of its question and answer. */
  readonly tokens: number;
  /** Failure in words, without text of memories. */
  readonly failure?: string;
}

/** Result of `absorb`. */
export interface AbsorbReport {
  /** Turns that were looked at. */
  readonly turns: number;
  /** Managers that were asked, in the order of the kinds. */
  readonly managers: readonly ManagerReport[];
  /** Tokens of the meta manager. */
  readonly tokens: number;
}
