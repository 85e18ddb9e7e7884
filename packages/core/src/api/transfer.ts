import type { SpaceState } from "../contracts/write-op.js";
import type { CallOptions, WriteOptions } from "../model/call-options.js";
import type { JsonObject, RevisionChange } from "../model/record.js";
import type { Reach, Scope } from "../model/scope.js";

/** Options of `export`. */
export interface ExportOptions extends CallOptions {
  /** @defaultValue `"below"` */
  readonly reach?: Reach | undefined;
  /** `false`: only tombstones, for another store or a restored backup. @defaultValue `true` */
  readonly records?: boolean | undefined;
  /** Ended versions and deleted records, too. @defaultValue `true` */
  readonly history?: boolean | undefined;
  /** Vectors, too, so that an import need not embed anything. @defaultValue `false` */
  readonly vectors?: boolean | undefined;
  /** Called after each page with the number of records so far. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Options of `import`. `actor` and `cause` are of its own changes, such as records it replaces. */
export interface ImportOptions extends WriteOptions {
  /**
   * A present record of the same id or key: `skip` keeps it, `replace` takes the imported one with
   * history, `newer` the one changed later, `fail` rejects the batch with `conflict`.
   * @defaultValue `"fail"`
   */
  readonly onConflict?: "fail" | "skip" | "replace" | "newer" | undefined;
  /** Embed records that come without a vector of the first embedder. @defaultValue `true` */
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

/** One line of an export: a plain JSON object. The first is the header, the last the footer. */
export type ExportLine =
  | ExportHeader
  | ExportedSpace
  | ExportedRecord
  | ExportedRevisions
  | ExportedTombstone
  | ExportFooter;

/** Says what follows. */
export interface ExportHeader {
  /** Tells lines apart. */
  readonly type: "header";
  /** Names the format. */
  readonly format: "kioku";
  /** Of the format. */
  readonly formatVersion: 1;
  /** The parts that the export holds. */
  readonly parts: ExportParts;
}

/** Parts of an export. */
export interface ExportParts {
  /** `below` if it holds the scopes below. */
  readonly reach: "here" | "below";
  /** True if it holds records, and not only tombstones. */
  readonly records: boolean;
  /** True if it holds ended versions and deleted records. */
  readonly history: boolean;
  /** True if it holds vectors. */
  readonly vectors: boolean;
}

/** A space that vectors of the export live in. */
export interface ExportedSpace {
  /** Tells lines apart. */
  readonly type: "space";
  /** The embedder's id. */
  readonly id: string;
  /** Length of its vectors. */
  readonly dimensions: number;
  /** Role of the space. */
  readonly state: SpaceState;
}

/** One version of a record. */
export interface ExportedRevision {
  /** The version this change made. */
  readonly version: number;
  /** Kind of the change. */
  readonly change: RevisionChange;
  /** When it was written, in ISO 8601. */
  readonly at: string;
  /** Who did it. */
  readonly actor?: string;
  /** Why. */
  readonly cause?: string;
  /** True if searches could find it. */
  readonly searchable: boolean;
  /** The record without scope and id, instants in ISO 8601; absent for a deletion. */
  readonly record?: JsonObject;
}

/** A record with its history. */
export interface ExportedRecord {
  /** Tells lines apart. */
  readonly type: "record";
  /** Its scope, from that of the export on: empty for the exported scope itself. */
  readonly scope: Scope;
  /** Unique within its scope. */
  readonly id: string;
  /** Oldest first; without history only the last one. */
  readonly revisions: readonly ExportedRevision[];
  /** These are the newest; earlier ones follow in lines of their own. */
  readonly more?: true;
  /** Keys it was written with. */
  readonly idempotencyKeys: readonly string[];
  /** By id of the space: little-endian float32 in base64. */
  readonly vectors?: Readonly<Record<string, string>>;
}

/** Earlier versions of the record that the line before is of. */
export interface ExportedRevisions extends Pick<ExportedRecord, "scope" | "id"> {
  /** Tells lines apart. */
  readonly type: "revisions";
  /** Oldest first, all before those of the line before; none if erased during the export. */
  readonly revisions: readonly ExportedRevision[];
  /** Still earlier ones follow. */
  readonly more?: true;
}

/** Something that was erased and must not come back. */
export interface ExportedTombstone extends Pick<ExportedRecord, "scope"> {
  /** Tells lines apart. */
  readonly type: "tombstone";
  /** Hash of what it was. */
  readonly hash: string;
  /** When it was erased, in ISO 8601. */
  readonly at: string;
}

/** Says what came before, so that an export that was cut or changed is noticed. */
export interface ExportFooter {
  /** Tells lines apart. */
  readonly type: "footer";
  /** Number of lines of type `record`. */
  readonly records: number;
  /** Number of lines of type `tombstone`. */
  readonly tombstones: number;
  /** SHA-256 in hexadecimal of all lines before it as JSON, each followed by a line feed. */
  readonly sha256: string;
}
