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

/** Options of `forget`. */
export interface ForgetOptions extends WriteOptions {
  /** Only say how many records it would be, and change nothing. @defaultValue `false` */
  readonly dryRun?: boolean | undefined;
  /** Of one id or key: the version must still be this one; otherwise `conflict`. */
  readonly ifVersion?: number | undefined;
  /** For `filter` and `everything`. @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
  /**
   * Also drop the history of what is forgotten: of an id that was forgotten before, too, and with
   * `everything` of all that was ever in the scope.
   * @defaultValue `false`
   */
  readonly purge?: boolean | undefined;
}

/** Options of `erase`. */
export interface EraseOptions extends WriteOptions {
  /** For `filter` and `everything`. @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
  /** Only report what it would be, and change nothing. @defaultValue `false` */
  readonly dryRun?: boolean | undefined;
  /**
   * Also make it unreadable in the store's files before this resolves. It rewrites the whole file,
   * so a server with a large one may leave it to `close`. @defaultValue `true`
   */
  readonly scrub?: boolean | undefined;
  /** Called as records are looked at, with their number so far. */
  readonly onProgress?: ((looked: number) => void) | undefined;
}

/** Result of an erasure: the removed data, and the places that it could not reach. */
export interface ErasureReport {
  /**
   * The records that the target names, those that were forgotten before and had only history
   * included.
   */
  readonly records: readonly RecordId[];
  /**
   * The records that were derived from these, by `sources` of any of their versions, and from those
   * in turn.
   */
  readonly derived: readonly RecordId[];
  /** Versions of all these, deletions included. */
  readonly revisions: number;
  /** Vectors of all these. */
  readonly vectors: number;
  /**
   * Places that cannot be reached from here, in words: files in use, and always backups and exports
   * that were made before.
   */
  readonly unreached: readonly string[];
}
