/** A value that the random operations put. */
export interface ModelValue {
  readonly color?: string | number | null;
  readonly "a b"?: boolean;
  readonly texts: readonly string[];
}

/** Where an item is. */
export interface ModelPlace {
  readonly namespace: string[];
  readonly key: string;
}

/** One step of the random operations. */
export type ModelStep =
  | (ModelPlace & {
      readonly type: "put";
      readonly value: ModelValue;
      readonly index: undefined | false | string[];
      /** In minutes. */
      readonly ttl: number | undefined;
    })
  | (ModelPlace & { readonly type: "delete" })
  | { readonly type: "wait"; readonly minutes: number };

/** Item in the model. */
export interface ModelItem {
  readonly value: ModelValue;
  /** Of the query "apple". */
  readonly score: number | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A name for a place that no other has. */
export function nameOf({ namespace, key }: ModelPlace): string {
  return JSON.stringify([namespace, key]);
}

/** The items whose namespace begins with a prefix. */
export function placesBelow(
  items: ReadonlyMap<string, ModelItem>,
  prefix: readonly string[],
): ReadonlyMap<string, ModelItem> {
  return new Map(
    [...items].filter(([name]) => {
      const namespace = namespaceOf(name);
      return prefix.every((label, index) => namespace[index] === label);
    }),
  );
}

/**
 * Model of a store, to compare random operations with. A query "apple" matches every text that
 * contains it.
 */
export class StoreModel {
  readonly #items = new Map<string, ModelItem>();

  /** Applies a batch, of which only the last write of each place counts. */
  apply(batch: readonly ModelStep[], now: number): void {
    this.live(now);
    const last = new Map<string, Exclude<ModelStep, { readonly type: "wait" }>>();
    for (const step of batch) if (step.type !== "wait") last.set(nameOf(step), step);
    for (const [name, step] of last) {
      if (step.type === "delete") {
        this.#items.delete(name);
        continue;
      }
      const { value, index, ttl } = step;
      const { color = null } = value;
      const chosen = index === undefined ? value.texts : color === null ? [] : [String(color)];
      const texts = new Set(index === false ? [] : chosen.filter((text) => text.trim() !== ""));
      const isLike = [...texts].some((text) => text.includes("apple"));
      this.#items.set(name, {
        value,
        score: texts.size === 0 ? undefined : Number(isLike),
        createdAt: this.#items.get(name)?.createdAt ?? now,
        expiresAt: ttl === undefined ? Infinity : now + ttl * 60_000,
      });
    }
  }

  /** Returns the items at a moment, by name. */
  live(now: number): ReadonlyMap<string, ModelItem> {
    for (const [name, { expiresAt }] of this.#items) {
      if (expiresAt <= now) this.#items.delete(name);
    }
    return this.#items;
  }

  /** The namespaces of what is there, as JSON. */
  namespaces(): ReadonlySet<string> {
    return new Set([...this.#items.keys()].map((name) => JSON.stringify(namespaceOf(name))));
  }
}

function namespaceOf(name: string): readonly string[] {
  const [namespace] = JSON.parse(name) as [string[]];
  return namespace;
}
