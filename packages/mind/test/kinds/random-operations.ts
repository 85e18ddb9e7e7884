import type { JsonObject } from "@kioku/core";
import type { Picker } from "@kioku/testing";

import type { ItemKind } from "../../src/kinds/index.js";
import { ITEM_KINDS, SCHEMAS } from "../../src/kinds/schemas/item-schemas.js";
import { type Change, INVALID, type PlainItem, type PlainModel } from "./plain-model.js";

/** Words that share no stem and no character with each other. */
const WORDS = "apple river stone violin garden lantern ticket 苹果 河流 石头".split(" ");
const LABELS = ["persona", "human", "plans"];
/** Handle that no item has. */
const UNKNOWN = -1;

/** Question of a search. */
export interface Question {
  readonly kind: ItemKind;
  readonly field: string;
  readonly method: "bm25" | "embedding";
  readonly words: readonly string[];
  readonly limit: number;
  readonly tags: JsonObject;
}

function text(picker: Picker, least = 1): string {
  const count = least + picker.integer(3);
  return Array.from({ length: count }, () => picker.one(WORDS)).join(" ");
}

/** Circumstances of a change. */
export interface Draw {
  readonly model: PlainModel;
  /** Another scope, whose items are unknown here. */
  readonly others: PlainModel;
  /** Kinds of the run, so that each of them has many changes. */
  readonly kinds: readonly ItemKind[];
}

/** Returns the kinds of a run. */
export function randomKinds(picker: Picker): readonly ItemKind[] {
  return [picker.one(ITEM_KINDS), picker.one([...ITEM_KINDS, "episodic"])];
}

/** Returns a change that fits the model more often than not. */
export function randomChange(picker: Picker, draw: Draw): Change {
  const isTrusted = picker.chance(0.8);
  const tags: JsonObject = picker.chance(0.3) ? { team: picker.one(["a", "b"]) } : {};
  const kind = picker.one(draw.kinds);
  const count = picker.integer(3);
  const items = Array.from({ length: count }, () => randomFields(picker, kind, draw.model));
  const insert = { op: "insert", kind, items, tags, isTrusted } as const;
  const own = draw.model.of(kind);
  switch (picker.integer(10)) {
    case 0: {
      const lines = Array.from({ length: 1 + picker.integer(8) }, () => text(picker)).join(", ");
      return { op: "append", label: picker.one(LABELS), text: lines, isTrusted };
    }
    case 1: {
      const line = picker.chance(0.1) ? "" : text(picker);
      return { op: "rewrite", label: picker.one(LABELS), text: line, isTrusted };
    }
    case 2:
    case 3: {
      if (own.length === 0 && picker.chance(0.8)) return insert;
      const target = randomTarget(picker, "episodic", draw);
      const summary = picker.chance(0.1) ? " " : text(picker);
      return { op: "merge", target, summary, details: text(picker, 0), isTrusted };
    }
    case 4:
    case 5:
    case 6: {
      if (own.length === 0 && picker.chance(0.8)) return insert;
      const wanted = picker.chance(0.95) ? 1 + picker.integer(2) : 0;
      const targets = Array.from({ length: wanted }, () => randomTarget(picker, kind, draw));
      return { op: "replace", kind, targets, items, tags, isTrusted };
    }
    case 7: {
      const [item] = own;
      if (item && picker.chance(0.5)) return { op: "forget", kind, target: item.handle };
      return insert;
    }
    default:
      return insert;
  }
}

function randomTarget(picker: Picker, kind: ItemKind, { model, others, kinds }: Draw): number {
  const own = model.of(kind);
  if (own.length > 0 && picker.chance(0.9)) return picker.one(own).handle;
  const elsewhere = [...others.of(kind), ...model.of(picker.one(kinds))];
  return elsewhere.length > 0 ? picker.one(elsewhere).handle : UNKNOWN;
}

/** Returns fields that are there already now and then, or not valid. */
function randomFields(picker: Picker, kind: ItemKind, model: PlainModel): PlainItem["fields"] {
  const own = model.of(kind);
  if (own.length > 0 && picker.chance(0.25)) return picker.one(own).fields;
  const fields = fieldsOf(picker, kind);
  return picker.chance(0.95) ? fields : { ...fields, [INVALID]: true };
}

function fieldsOf(picker: Picker, kind: ItemKind): PlainItem["fields"] {
  const [summary, details, name] = [text(picker), text(picker, 0), picker.one(WORDS)];
  const day = 1 + picker.integer(9);
  const fields: Readonly<Record<ItemKind, PlainItem["fields"]>> = {
    episodic: {
      event_type: "user_message",
      summary,
      details,
      actor: picker.one(["user", "assistant"]),
      occurred_at: `2026-02-0${day} 12:00:00`,
    },
    semantic: { name, summary, details, source: "user" },
    procedural: { entry_type: "guide", summary, steps: [text(picker), text(picker)] },
    resource: { title: name, summary, resource_type: "doc", content: text(picker) },
    knowledge_vault: {
      entry_type: "credential",
      source: picker.one(WORDS),
      sensitivity: picker.one(["low", "medium", "high"]),
      secret_value: `secret-${day % 3}-x9`,
      caption: name,
    },
  };
  return fields[kind];
}

/** Returns a search of any kind, field and method that go together. */
export function randomQuestion(picker: Picker, kinds: readonly ItemKind[]): Question {
  const kind = picker.one(kinds);
  const [field, methods] = picker.one(Object.entries(SCHEMAS[kind].searchable));
  const words = [...new Set([picker.one(WORDS), picker.one(WORDS)])];
  const tags: JsonObject = picker.chance(0.3) ? { team: "a" } : {};
  const limit = picker.one([1, 2, 10, 100]);
  return { kind, field, method: picker.one(methods), words, limit, tags };
}
