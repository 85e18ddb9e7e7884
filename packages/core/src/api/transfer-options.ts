import type { CallOptions, WriteOptions } from "../model/call-options.js";
import type { Reach } from "../model/scope.js";

/** Options of `export`. */
export interface ExportOptions extends CallOptions {
  /** @defaultValue `"below"` */
  readonly reach?: Reach | undefined;
  /**
   * `false`: only what was erased, to tell another store, or a backup that was restored.
   * @defaultValue `true`
   */
  readonly records?: boolean | undefined;
  /** Ended versions and deleted records, too. @defaultValue `true` */
  readonly history?: boolean | undefined;
  /** Vectors, too, so that an import need not embed anything. @defaultValue `false` */
  readonly vectors?: boolean | undefined;
  /** Called after each page with the number of records so far. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/**
 * Options of `import`. `actor` and `cause` are kept where the import itself changes something, such
 * as a record that makes way.
 */
export interface ImportOptions extends WriteOptions {
  /**
   * Treatment of a record whose id or key this memory has with other content: `skip` keeps the
   * present one; `replace` takes the imported one, history included; `newer` takes it if its last
   * change is later; `fail` rejects with `conflict` before its batch is written. Records that are
   * here already exactly so are passed over.
   * @defaultValue `"fail"`
   */
  readonly onConflict?: "fail" | "skip" | "replace" | "newer" | undefined;
  /**
   * Embed on arrival what comes without a vector of this memory's first embedder. @defaultValue
   * `true`
   */
  readonly embed?: boolean | undefined;
  /** Called after each batch that is durable. */
  readonly onProgress?: ((report: ImportReport) => void) | undefined;
}

/** Result of an import. */
export interface ImportReport {
  /** Records written. */
  readonly written: number;
  /** Records that were here already exactly so. */
  readonly unchanged: number;
  /** Records left out by `onConflict`. */
  readonly skipped: number;
  /** Records left out, or removed here, because they were erased. */
  readonly erased: number;
  /** Records that were written without a vector because the embedder failed; `reindex` adds it. */
  readonly queued: number;
}
