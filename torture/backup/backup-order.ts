import type { BackupControl } from "./backup-options.ts";

/** A place for backups, as a process opens it. */
export type PlaceOrder =
  | { readonly kind: "folder"; readonly path: string }
  | {
      readonly kind: "s3";
      readonly endpoint: string;
      readonly bucket: string;
      readonly prefix: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

/** Task of a process that changes a memory, backs it up and restores it until it is killed. */
export interface BackupOrder {
  readonly seed: number;
  /** Path of the database. */
  readonly database: string;
  readonly place: PlaceOrder;
  /** Secret of the backups, if they are encrypted. */
  readonly key?: string | undefined;
  readonly stagingFolder: string;
  /** Folder of restored files. In it, `taken.db` is no database and must stay as it is. */
  readonly targets: string;
  /** File to which each state of the memory is added. */
  readonly states: string;
  /** Time at the start. */
  readonly nowMs: number;
  /** Call of the place at which it kills itself; none: others kill it. */
  readonly death?: { readonly call: number; readonly when: "before" | "after" } | undefined;
  readonly control?: BackupControl | undefined;
}

/** Line that the process prints. */
export type BackupEvent =
  /** The first call of the place. */
  | { readonly type: "began" }
  /** Backed up; `from`: states there were before. What was erased before is published. */
  | {
      readonly type: "backup";
      readonly id: string;
      readonly from: number;
      readonly isResumed: boolean;
      readonly removed: number;
    }
  /** About to erase these records, with these words in them. */
  | { readonly type: "erasing"; readonly records: readonly ErasedRecord[] }
  /** Lists of erasures of the place know these. */
  | { readonly type: "published"; readonly ids: readonly string[] }
  | { readonly type: "restored" }
  /** A call failed with a typed error. */
  | { readonly type: "failed"; readonly code: string }
  /** A promise was broken in the process itself. */
  | { readonly type: "broken"; readonly problem: string };

/** A record that is erased. */
export interface ErasedRecord {
  readonly id: string;
  /** A word that only it has. */
  readonly marker: string;
}
