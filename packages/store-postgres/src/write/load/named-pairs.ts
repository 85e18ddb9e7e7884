import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { textArray } from "../../client/encode-array.js";

/** Names in scopes, such as ids or keys; each pair once. */
export class NamedPairs {
  readonly #names = new Map<string, Set<string>>();
  #size = 0;

  /** How many there are. */
  get size(): number {
    return this.#size;
  }

  /** The scopes. */
  get paths(): readonly string[] {
    return [...this.#names.keys()];
  }

  /** Adds a name in a scope. */
  add(path: string, name: string): void {
    const names = this.#names.get(path);
    if (names?.has(name) === true) return;
    this.#size += 1;
    if (names) names.add(name);
    else this.#names.set(path, new Set([name]));
  }

  /** The pairs as rows of two columns, in the order in which they came, scope by scope. */
  get rows(): RawBuilder<unknown> {
    const pairs = [...this.#names].flatMap(([path, names]) =>
      [...names].map((name) => [path, name] as const),
    );
    const paths = textArray(pairs.map(([path]) => path));
    const names = textArray(pairs.map(([, name]) => name));
    return sql`unnest(${paths}::text[], ${names}::text[])`;
  }
}
