import type { ListSchema, TextSchema } from "@kioku/tools";

import { type GivenFields, type ItemKind, MAX_SECRET_BYTES } from "../model/kind-fields.js";

/** Way to search a field: by keywords, or by meaning. */
export type SearchMethod = "bm25" | "embedding";

/** JSON Schema of a field. */
export type FieldSchema = TextSchema | (ListSchema & { readonly items: TextSchema });

/** Facts about a kind of items that all code goes by. */
export interface KindSchema<K extends ItemKind = ItemKind> {
  /** Fields in the order in which they are shown, each of them required. */
  readonly fields: Readonly<Record<keyof GivenFields[K], FieldSchema>>;
  /** Field that is an instant, as `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly timeField?: string;
  /** Searchable fields, which are the text of the record, with the ways to search each. */
  readonly searchable: Readonly<Record<string, readonly SearchMethod[]>>;
  /** Method of a search that names none. */
  readonly method: SearchMethod;
  /** Field of a search that names none, by its method. */
  readonly field: Readonly<Record<SearchMethod, string>>;
}

/** Kinds that have items, in the order in which they are shown. */
export const ITEM_KINDS: readonly ItemKind[] = [
  "episodic",
  "semantic",
  "procedural",
  "resource",
  "knowledge_vault",
];

/** Form of times, for models. */
export const TIME_FORMAT = "YYYY-MM-DD HH:MM:SS in UTC";
const BOTH = ["bm25", "embedding"] as const;
const SUMMARY = { bm25: "summary", embedding: "summary" } as const;

const NAME = { type: "string", maxLength: 300 } as const;
const SENTENCE = { type: "string", maxLength: 2_000 } as const;
const DETAILS = { type: "string", minLength: 0, maxLength: 20_000 } as const;
const ORIGIN = { type: "string", minLength: 0, maxLength: 1_000 } as const;

/** The five kinds that have items, with the fields of MIRIX. */
export const SCHEMAS: { readonly [K in ItemKind]: KindSchema<K> } = {
  episodic: {
    fields: {
      event_type: { ...NAME, description: "Such as user_message." },
      summary: SENTENCE,
      details: DETAILS,
      actor: { type: "string", enum: ["user", "assistant"] },
      occurred_at: { type: "string", maxLength: 40, description: TIME_FORMAT },
    },
    timeField: "occurred_at",
    searchable: { summary: BOTH, details: BOTH },
    method: "embedding",
    field: SUMMARY,
  },
  semantic: {
    fields: { name: NAME, summary: SENTENCE, details: DETAILS, source: ORIGIN },
    searchable: { name: BOTH, summary: BOTH, details: BOTH },
    method: "embedding",
    field: SUMMARY,
  },
  procedural: {
    fields: {
      entry_type: { type: "string", enum: ["workflow", "guide", "script"] },
      summary: SENTENCE,
      steps: { type: "array", items: SENTENCE, minItems: 1, maxItems: 100 },
    },
    searchable: { summary: BOTH, steps: BOTH },
    method: "embedding",
    field: SUMMARY,
  },
  resource: {
    fields: {
      title: NAME,
      summary: SENTENCE,
      resource_type: { ...NAME, description: "Such as doc or markdown." },
      content: { type: "string", maxLength: 200_000 },
    },
    searchable: { title: BOTH, summary: BOTH, content: ["bm25"] },
    method: "bm25",
    field: { bm25: "content", embedding: "summary" },
  },
  knowledge_vault: {
    fields: {
      entry_type: { ...NAME, description: "Such as credential." },
      source: ORIGIN,
      sensitivity: { type: "string", enum: ["low", "medium", "high"] },
      secret_value: { type: "string", maxLength: MAX_SECRET_BYTES, isSecret: true },
      caption: { ...SENTENCE, description: "What it is for, without the secret." },
    },
    searchable: { caption: BOTH, source: BOTH },
    method: "bm25",
    field: { bm25: "caption", embedding: "caption" },
  },
};

/** Returns the fields of a kind that are shown: all but secrets. */
export function shownFields(kind: ItemKind): readonly (readonly [string, FieldSchema])[] {
  return fieldsOf(kind).filter(([, schema]) => schema.type !== "string" || !schema.isSecret);
}

/** Returns all fields of a kind, in order. */
export function fieldsOf(kind: ItemKind): readonly (readonly [string, FieldSchema])[] {
  return Object.entries<FieldSchema>(SCHEMAS[kind].fields);
}
