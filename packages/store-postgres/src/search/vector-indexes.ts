import { performance } from "node:perf_hooks";

import { sql } from "kysely";

import type { Channel } from "../client/driver.js";
import { compile } from "../sql/compile.js";
import type { Names } from "../sql/names.js";

/** For so long what was read is taken as it is. */
const FRESH_FOR_MS = 30_000;

/** An index that is complete. */
export interface BuiltIndex {
  /** Path of its scope. */
  readonly scope: string;
  /** Number of its space. */
  readonly space: number;
  /** Name of the index. */
  readonly name: string;
  /** How many vectors there were when it was made. */
  readonly vectors: number;
}

/**
 * Which scopes have a complete index of their vectors: read when the store opens, and again in the
 * background.
 */
export class VectorIndexes {
  readonly #load: () => Promise<readonly BuiltIndex[]>;
  readonly #now: () => number;
  #built: ReadonlyMap<string, BuiltIndex> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;

  /** @param now - Milliseconds of a clock that only goes forward. */
  constructor(
    load: () => Promise<readonly BuiltIndex[]>,
    now: () => number = () => performance.now(),
  ) {
    this.#load = load;
    this.#now = now;
  }

  /** Reads them again. */
  async refresh(): Promise<void> {
    this.#readAt = this.#now();
    const built = await this.#load();
    this.#built = new Map(built.map((index) => [keyOf(index.scope, index.space), index]));
  }

  /**
   * The index, as far as is known. After some time they are read again while the caller goes on.
   */
  find(scope: string, space: number): BuiltIndex | undefined {
    if (this.#now() - this.#readAt > FRESH_FOR_MS) {
      // Whoever is not told searches exactly, or through an index that is gone: slower, and right.
      this.refresh().catch(() => undefined);
    }
    return this.#built.get(keyOf(scope, space));
  }
}

/** The indexes that are complete. */
export async function readBuiltIndexes(
  channel: Channel,
  names: Names,
): Promise<readonly BuiltIndex[]> {
  return channel.rows<BuiltIndex>(
    compile(
      sql`select scope, space, name, vectors from ${names.vector_indexes} where built_at is not null`,
    ),
  );
}

function keyOf(scope: string, space: number): string {
  return `${space} ${scope}`;
}
