import type { JsonObject } from "@kioku/core";

/** A memory store of Portable AI Memory 1.0, as Kioku writes it. */
export interface PamMemoryStore {
  /** Names the format. */
  readonly schema: "portable-ai-memory";
  /** Version of the format. */
  readonly schema_version: "1.0";
  /** URI of the specification. */
  readonly spec_uri: string;
  /** Id of this export, if given. */
  readonly export_id?: string;
  /** Time of this export in RFC 3339, if given. */
  readonly export_date?: string;
  /** Owner of the memories. */
  readonly owner: {
    /** The same in every export. */
    readonly id: string;
  };
  /** Memories in the order of their ids. */
  readonly memories: readonly PamMemory[];
  /** Relations between derived memories and their sources. */
  readonly relations: readonly PamRelation[];
  /** Threads of memories and messages. */
  readonly conversations_index: readonly JsonObject[];
  /** Checksum and number of the memories. */
  readonly integrity: {
    /** Canonical form for the checksum. */
    readonly canonicalization: "RFC8785";
    /** `sha256:` and hexadecimal digits. */
    readonly checksum: string;
    /** Number of memories. */
    readonly total_memories: number;
  };
  /** All memories are exported. */
  readonly export_type: "full";
}

/** A memory of PAM; its other blocks are plain JSON. */
export interface PamMemory {
  /** Unique in the document. */
  readonly id: string;
  /** One of PAM's types, or `custom`. */
  readonly type: string;
  /** The record's kind if it is no type of PAM. */
  readonly custom_type: string | null;
  /** `active`, `archived` or `superseded`. */
  readonly status: string;
  /** Its text. */
  readonly content: string;
  /** Hash of the text without differences of case, space and Unicode form. */
  readonly content_hash: string;
  /** From the record's trust. */
  readonly confidence: JsonObject;
  /** Times of its writes and of its validity. */
  readonly temporal: JsonObject;
  /** Its source. */
  readonly provenance: JsonObject;
  /** Id in the embeddings file. */
  readonly embedding_ref: string | null;
  /** Fields without a counterpart in PAM, under `kioku`. */
  readonly metadata: JsonObject;
}

/** A relation of PAM between two memories. */
export interface PamRelation {
  /** Unique in the document. */
  readonly id: string;
  /** The derived memory. */
  readonly from: string;
  /** Its source. */
  readonly to: string;
  /** The only relation of records. */
  readonly type: "derived_from";
  /** Time of the derived memory. */
  readonly created_at: string;
}

/** The files of one export, from `toPam`. */
export interface PamExport {
  /** For `memory-store.json`. */
  readonly memoryStore: PamMemoryStore;
  /** Conversations, each with the name of its file beside the memory store. */
  readonly conversations: readonly {
    /** Name of the file, such as `conversations/1.json`. */
    readonly file: string;
    /** Content of the file. */
    readonly conversation: JsonObject;
  }[];
  /** For `embeddings.json`; absent without vectors. */
  readonly embeddings?: JsonObject;
}
