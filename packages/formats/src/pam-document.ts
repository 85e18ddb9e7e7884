import type { JsonObject } from "@kioku/core";

/** A memory store of Portable AI Memory 1.0, as far as Kioku writes it. */
export interface PamMemoryStore {
  /** Names the format. */
  readonly schema: "portable-ai-memory";
  /** Of the format. */
  readonly schema_version: "1.0";
  /** Names the specification. */
  readonly spec_uri: string;
  /** Of this export, if one was given. */
  readonly export_id?: string;
  /** When it was made, if that was given, in RFC 3339. */
  readonly export_date?: string;
  /** Whose memories these are. */
  readonly owner: {
    /** Stable over exports. */
    readonly id: string;
  };
  /** In the order of their ids. */
  readonly memories: readonly PamMemory[];
  /** What was derived from what. */
  readonly relations: readonly PamRelation[];
  /** The threads that memories or messages belong to. */
  readonly conversations_index: readonly JsonObject[];
  /** Checksum and number of the memories. */
  readonly integrity: {
    /** The form that the checksum is made of. */
    readonly canonicalization: "RFC8785";
    /** `sha256:` and hexadecimal digits. */
    readonly checksum: string;
    /** How many memories. */
    readonly total_memories: number;
  };
  /** Everything. */
  readonly export_type: "full";
}

/** A memory of PAM; its other blocks are plain JSON. */
export interface PamMemory {
  /** Unique in the document. */
  readonly id: string;
  /** One of PAM's types, or `custom`. */
  readonly type: string;
  /** The record's kind, where that is none of PAM's types. */
  readonly custom_type: string | null;
  /** `active`, `archived` or `superseded`. */
  readonly status: string;
  /** Its text. */
  readonly content: string;
  /** Of the text without differences of case, space and Unicode form. */
  readonly content_hash: string;
  /** From the record's trust. */
  readonly confidence: JsonObject;
  /** When it was made and changed, and from when to when it is true. */
  readonly temporal: JsonObject;
  /** Where it comes from. */
  readonly provenance: JsonObject;
  /** Into the embeddings file. */
  readonly embedding_ref: string | null;
  /** Under `kioku` what PAM has no place for. */
  readonly metadata: JsonObject;
}

/** A relation of PAM between two memories. */
export interface PamRelation {
  /** Unique in the document. */
  readonly id: string;
  /** What was derived. */
  readonly from: string;
  /** What it was derived from. */
  readonly to: string;
  /** The only one that records tell of. */
  readonly type: "derived_from";
  /** When the derived one was made. */
  readonly created_at: string;
}

/** What `toPam` gives: the files of one export. */
export interface PamExport {
  /** For `memory-store.json`. */
  readonly memoryStore: PamMemoryStore;
  /** Conversations with their messages, each with the name of its file beside the memory store. */
  readonly conversations: readonly {
    /** Such as `conversations/1.json`; the index refers to it. */
    readonly file: string;
    /** What the file holds. */
    readonly conversation: JsonObject;
  }[];
  /** For `embeddings.json`; absent if the lines had no vectors. */
  readonly embeddings?: JsonObject;
}
