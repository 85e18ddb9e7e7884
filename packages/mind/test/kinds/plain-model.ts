import type { JsonObject } from "@kioku/core";

import type { ItemKind } from "../../src/kinds/index.js";
import { ITEM_KINDS } from "../../src/kinds/schemas/item-schemas.js";

/** Item of the plain model. */
export interface PlainItem {
  /** Number by which operations name it, before and after it has an id. */
  readonly handle: number;
  readonly kind: ItemKind;
  /** All fields, with a secret in clear. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags: JsonObject;
  readonly isTrusted: boolean;
}

/** Block of the plain model. */
export interface PlainBlock {
  readonly value: string;
  readonly isTrusted: boolean;
}

/** Change that is asked for, by kinds or by tools. */
export type Change =
  | {
      readonly op: "append" | "rewrite";
      readonly label: string;
      readonly text: string;
      readonly isTrusted: boolean;
    }
  | {
      readonly op: "insert";
      readonly kind: ItemKind;
      readonly items: readonly PlainItem["fields"][];
      readonly tags: JsonObject;
      readonly isTrusted: boolean;
    }
  | {
      readonly op: "replace";
      readonly kind: ItemKind;
      /** Handles; what is not an item of the kind here is unknown. */
      readonly targets: readonly number[];
      readonly items: readonly PlainItem["fields"][];
      readonly tags: JsonObject;
      readonly isTrusted: boolean;
    }
  | {
      readonly op: "merge";
      readonly target: number;
      readonly summary: string;
      readonly details: string;
      readonly isTrusted: boolean;
    }
  | { readonly op: "forget"; readonly kind: ItemKind; readonly target: number };

/** Result of a change: the code of an error, or a status for each item. */
export type Outcome =
  | { readonly error: string }
  | { readonly statuses: readonly ("stored" | "duplicate")[] };

/** Scope of the six kinds as plain lists and maps. */
export class PlainModel {
  readonly blocks = new Map<string, PlainBlock>();
  /** Items that hold, by kind, in the order of their insertion. */
  readonly items = new Map<ItemKind, PlainItem[]>(ITEM_KINDS.map((kind) => [kind, []]));
  readonly #newHandle: () => number;
  readonly #blockLimit: number;

  constructor(newHandle: () => number, blockLimit: number) {
    this.#newHandle = newHandle;
    this.#blockLimit = blockLimit;
  }

  of(kind: ItemKind): readonly PlainItem[] {
    return this.items.get(kind) ?? [];
  }

  apply(change: Change): Outcome {
    if (change.op === "insert") return this.#insert(change, []);
    if (change.op === "replace") return this.#replace(change);
    if (change.op === "merge") return this.#merge(change);
    if (change.op !== "forget") return this.#changeBlock(change);
    this.#remove(change.kind, [change.target]);
    return { statuses: [] };
  }

  #changeBlock(change: Change & { readonly op: "append" | "rewrite" }): Outcome {
    const { op, label, text, isTrusted } = change;
    const old = this.blocks.get(label);
    if (op === "append" && text.trim() === "") return { error: "invalid-input" };
    const isAdded = op === "append" && old !== undefined && old.value !== "";
    const value = isAdded ? `${old.value}\n${text}` : text;
    if (value.length > this.#blockLimit) return { error: "invalid-input" };
    if (old?.isTrusted === true && !isTrusted) return { error: "untrusted" };
    const wasTrusted = op === "rewrite" || old === undefined || old.isTrusted;
    this.blocks.set(label, { value, isTrusted: isTrusted && wasTrusted });
    return { statuses: ["stored"] };
  }

  #insert(
    {
      kind,
      items,
      tags,
      isTrusted,
    }: Pick<Change & { op: "insert" }, "kind" | "items" | "tags" | "isTrusted">,
    ended: readonly number[],
  ): Outcome {
    if (!items.every((fields) => isValid(fields))) return { error: "invalid-input" };
    const before = this.of(kind).filter(({ handle }) => !ended.includes(handle));
    const added: PlainItem[] = [];
    const statuses = items.map((fields): "stored" | "duplicate" => {
      const text = JSON.stringify(fields);
      const isThere = before.some((item) => {
        return JSON.stringify(item.fields) === text && (item.isTrusted || !isTrusted);
      });
      const isRepeated = added.some((item) => JSON.stringify(item.fields) === text);
      if (isThere || isRepeated) return "duplicate";
      added.push({ handle: this.#newHandle(), kind, fields, tags, isTrusted });
      return "stored";
    });
    this.#remove(kind, ended);
    this.items.get(kind)?.push(...added);
    return { statuses };
  }

  #replace(change: Change & { readonly op: "replace" }): Outcome {
    const { kind, targets, items, isTrusted } = change;
    const isAllValid = items.every((fields) => isValid(fields));
    if (targets.length === 0 || !isAllValid) return { error: "invalid-input" };
    const old = this.of(kind).filter(({ handle }) => targets.includes(handle));
    if (old.length < new Set(targets).size) return { error: "not-found" };
    if (!isTrusted && old.some((item) => item.isTrusted)) return { error: "untrusted" };
    return this.#insert(change, targets);
  }

  #merge(change: Change & { readonly op: "merge" }): Outcome {
    const { target, summary, details, isTrusted } = change;
    const events = this.items.get("episodic") ?? [];
    const at = events.findIndex(({ handle }) => handle === target);
    const old = events[at];
    if (!old) return { error: "not-found" };
    if (summary.trim() === "") return { error: "invalid-input" };
    if (old.isTrusted && !isTrusted) return { error: "untrusted" };
    const fields = { ...old.fields, summary, details };
    events[at] = { ...old, fields, isTrusted: old.isTrusted && isTrusted };
    return { statuses: ["stored"] };
  }

  #remove(kind: ItemKind, handles: readonly number[]): void {
    const left = this.of(kind).filter(({ handle }) => !handles.includes(handle));
    this.items.set(kind, left);
  }
}

/** Mark of fields that are not valid, which each kind has in a field of its own. */
export const INVALID = "\u0001invalid";

function isValid(fields: PlainItem["fields"]): boolean {
  return !(INVALID in fields);
}
