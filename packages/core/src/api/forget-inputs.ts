import type { WriteOptions } from "../model/call-options.js";
import type { Filter } from "../model/filter.js";
import type { RecordId } from "../model/record.js";
import type { Reach } from "../model/scope.js";

/** Target of `forget`: one id, one key, the matches of a filter, or everything. */
export type ForgetTarget = string | ForgetByKey | ForgetByFilter | ForgetEverything;

/** The record of one key. */
export interface ForgetByKey {
  /** Its key. */
  readonly key: string;
}

/** Every record that a filter selects, archived, retired and expired ones included. */
export interface ForgetByFilter {
  /** Filter of the records to forget. */
  readonly filter: Filter;
}

/** Every record, archived, retired and expired ones included. */
export interface ForgetEverything {
  /** Has to be said. */
  readonly everything: true;
}

/** Options of every removal. */
export interface RemovalOptions extends WriteOptions {
  /** Only report what would be removed. @defaultValue `false` */
  readonly dryRun?: boolean | undefined;
  /** For `filter` and `everything`. @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
}

/** Options of `forget`. */
export interface ForgetOptions extends RemovalOptions {
  /** Of one id or key: the version must still be this one; otherwise `conflict`. */
  readonly ifVersion?: number | undefined;
  /** Also drop history, of forgotten ids and, with `everything`, all. @defaultValue `false` */
  readonly purge?: boolean | undefined;
}

/** Options of `erase`. */
export interface EraseOptions extends RemovalOptions {
  /** Rewrite files so that it is unreadable; large ones perhaps at `close`. @defaultValue `true` */
  readonly scrub?: boolean | undefined;
  /** Called as records are looked at, with their number so far. */
  readonly onProgress?: ((looked: number) => void) | undefined;
}

/** Result of an erasure: the removed data, and the places that it could not reach. */
export interface ErasureReport {
  /** The target's records, including those forgotten before that only had history. */
  readonly records: readonly RecordId[];
  /** Records derived from these, by `sources` of any version, and from those in turn. */
  readonly derived: readonly RecordId[];
  /** Versions of all these, deletions included. */
  readonly revisions: number;
  /** Vectors of all these. */
  readonly vectors: number;
  /** Places out of reach, in words: files in use, and always earlier backups and exports. */
  readonly unreached: readonly string[];
}
