import { MemoryError } from "@kioku/core";
import type { CallOptions, Scope } from "@kioku/core";

/** What `maintain` takes. */
export interface MaintainOptions extends CallOptions {
  /** Only these scopes, without those below them. Statistics are always of all. */
  readonly scopes?: readonly Scope[] | undefined;
  /**
   * How much memory building an index may take, from 1,048,576 bytes. It is a setting of the
   * connection that builds (`maintenance_work_mem`) and is taken back, so leave it out behind a
   * pooler in transaction mode and set it for the role instead:
   * `alter role … set maintenance_work_mem`.
   * @defaultValue what the server says
   */
  readonly memoryBytes?: number | undefined;
  /**
   * Told how far it is, about twice a second while an index is built. What it throws is passed
   * over.
   */
  readonly onProgress?: ((progress: MaintenanceProgress) => void) | undefined;
}

/** How far maintenance is. */
export interface MaintenanceProgress {
  /** What is done. */
  readonly phase: "vector index" | "keyword segment" | "statistics";
  /** Of which scope; the root for statistics. */
  readonly scope: Scope;
  /** How many of `total` are done. */
  readonly done: number;
  /** Vectors of the scope, percent of its keywords, or tables. */
  readonly total: number;
}

/** What `maintain` did. */
export interface MaintenanceReport {
  /** Another process is maintaining the same tables, so nothing was done. */
  readonly isBusy: boolean;
  /** Indexes that were made. */
  readonly built: readonly VectorIndexReport[];
  /** How many indexes were there already, complete. */
  readonly kept: number;
  /**
   * How many indexes were removed: of scopes and spaces that are gone or became small, or made in
   * another way.
   */
  readonly dropped: number;
  /** Scopes whose keywords were put into a new segment. */
  readonly segments: readonly Scope[];
  /** Tables whose statistics were refreshed. */
  readonly analyzed: readonly string[];
}

/** An index of the vectors of one scope and space. */
export interface VectorIndexReport {
  /** Whose vectors. */
  readonly scope: Scope;
  /** Name of their space. */
  readonly space: string;
  /** How many there are. */
  readonly vectors: number;
  /**
   * Why it was made: there was none, one whose making had failed, or one that had grown large with
   * what is gone.
   */
  readonly reason: "missing" | "invalid" | "bloated";
}

const NAMES: readonly string[] = ["signal", "scopes", "memoryBytes", "onProgress"];
const LEAST_MEMORY = 2 ** 20;

/** Checks what `maintain` was given. */
export function checkMaintainOptions(options: MaintainOptions): void {
  for (const name of Object.keys(options)) {
    if (NAMES.includes(name)) continue;
    throw new MemoryError(
      "invalid-input",
      `maintain has no option "${name}"; it has ${NAMES.join(", ")}`,
    );
  }
  const { memoryBytes } = options;
  if (memoryBytes === undefined) return;
  if (Number.isInteger(memoryBytes) && memoryBytes >= LEAST_MEMORY && memoryBytes <= 2 ** 40)
    return;
  throw new MemoryError(
    "invalid-input",
    `option memoryBytes must be an integer from ${LEAST_MEMORY} to ${2 ** 40}, not ${String(memoryBytes)}`,
  );
}
