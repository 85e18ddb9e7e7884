/** Kinds of items, by the names that MIRIX has for them. Core memory has blocks instead. */
export type ItemKind = "episodic" | "semantic" | "procedural" | "resource" | "knowledge_vault";

/** All six kinds. */
export type MemoryKind = "core" | ItemKind;

/** Something that happened. */
export interface EpisodicFields {
  /** Sort of event, such as `user_message` or `inference`. */
  readonly event_type: string;
  /** One sentence. */
  readonly summary: string;
  /** All that is known about it. */
  readonly details: string;
  /** Who did it. */
  readonly actor: "user" | "assistant";
  /** When it happened, as `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly occurred_at: string;
}

/** Something that is so: a person, a thing, a notion. */
export interface SemanticFields {
  /** Its name. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** All that is known about it. */
  readonly details: string;
  /** Where it is known from. */
  readonly source: string;
}

/** A way to do something. */
export interface ProceduralFields {
  /** Sort of procedure. */
  readonly entry_type: "workflow" | "guide" | "script";
  /** One sentence. */
  readonly summary: string;
  /** Steps in order, at least one. */
  readonly steps: readonly string[];
}

/** A document that is worked with. */
export interface ResourceFields {
  /** Its title. */
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  /** Type of the document, such as `doc`, `markdown` or `pdf_text`. */
  readonly resource_type: string;
  /** Its text. */
  readonly content: string;
}

/** Most bytes of a secret in UTF-8. */
export const MAX_SECRET_BYTES = 65_536;

/** A secret as it is given. It is kept encrypted. */
export interface VaultFields extends ShownVaultFields {
  /** The secret: never shown, searched, embedded or logged. */
  readonly secret_value: string;
}

/** A secret as it is found. */
export interface ShownVaultFields {
  /** Sort of secret, such as `credential`, `bookmark` or `api_key`. */
  readonly entry_type: string;
  /** Where it is from. */
  readonly source: string;
  /** Harm that it does in the wrong hands. `high` is never part of a context. */
  readonly sensitivity: "low" | "medium" | "high";
  /** Purpose, in words that do not give the secret away. */
  readonly caption: string;
}

/** Fields to write, by kind. */
export interface GivenFields {
  /** Events. */
  readonly episodic: EpisodicFields;
  /** Knowledge. */
  readonly semantic: SemanticFields;
  /** Procedures. */
  readonly procedural: ProceduralFields;
  /** Documents. */
  readonly resource: ResourceFields;
  /** Secrets. */
  readonly knowledge_vault: VaultFields;
}

/** Fields that are shown, by kind. */
export interface ShownFields extends Omit<GivenFields, "knowledge_vault"> {
  /** Secrets, without what is secret. */
  readonly knowledge_vault: ShownVaultFields;
}
