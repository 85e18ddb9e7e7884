import type { CallOptions, Scope } from "@kioku/core";
import { invalidInput, safeProgress } from "@kioku/core/toolkit";

import { checkedInteger, checkNames } from "../open/check-options.js";

/** Options of `maintain`. */
export interface MaintainOptions extends CallOptions {
  /** Only these scopes, without those below them. Statistics are refreshed for all. */
  readonly scopes?: readonly Scope[] | undefined;
  /**
   * Memory for building an index, from 1,048,576 bytes: `maintenance_work_mem` of the connection
   * that builds. Behind a pooler in transaction mode leave it out, and use `alter role … set
   * maintenance_work_mem`.
   * @defaultValue the server's setting
   */
  readonly memoryBytes?: number | undefined;
  /** Hears the progress, about twice a second while an index is built. Its errors are ignored. */
  readonly onProgress?: ((progress: MaintenanceProgress) => void) | undefined;
}

/** Progress of maintenance. */
export interface MaintenanceProgress {
  /** The current task. */
  readonly phase: "vector table" | "vector index" | "keyword segment" | "statistics";
  /** Its scope; the root for statistics. */
  readonly scope: Scope;
  /** Number of the shard, of a sharded store. */
  readonly shard?: number;
  /** Finished part of `total`. */
  readonly done: number;
  /** Vectors of the scope, percent of its keywords, or tables. */
  readonly total: number;
}

/** Result of `maintain`. */
export interface MaintenanceReport {
  /** True if another process is maintaining the same tables, so that nothing was done. */
  readonly isBusy: boolean;
  /** Indexes that were made. */
  readonly built: readonly VectorIndexReport[];
  /** Number of indexes that were complete already. */
  readonly kept: number;
  /** Number of indexes removed: of small scopes and retired spaces, or made in another way. */
  readonly dropped: number;
  /** Scopes whose keywords were put into a new segment. */
  readonly segments: readonly Scope[];
  /** Tables whose statistics were refreshed. */
  readonly analyzed: readonly string[];
}

/** An index of the vectors of one scope and space. */
export interface VectorIndexReport {
  /** Scope of the vectors. */
  readonly scope: Scope;
  /** Name of their space. */
  readonly space: string;
  /** Number of vectors. */
  readonly vectors: number;
  /** Reason for making it: none existed, an earlier build had failed, or it had grown too large. */
  readonly reason: "missing" | "invalid" | "bloated";
}

const NAMES: readonly (keyof MaintainOptions)[] = ["signal", "scopes", "memoryBytes", "onProgress"];

/** Checks the options of `maintain`. */
export function checkMaintainOptions(options: MaintainOptions): void {
  checkNames("maintain", options, NAMES);
  const { memoryBytes, scopes } = options;
  if (scopes !== undefined && !Array.isArray(scopes)) {
    throw invalidInput("option scopes", "a list of scopes", scopes);
  }
  if (memoryBytes !== undefined) checkedInteger("memoryBytes", memoryBytes, [2 ** 20, 2 ** 40]);
}

/** Reports progress to a listener, whose errors are ignored. */
export function report(
  listener: MaintainOptions["onProgress"],
  progress: MaintenanceProgress,
): void {
  safeProgress(listener)?.(progress);
}
