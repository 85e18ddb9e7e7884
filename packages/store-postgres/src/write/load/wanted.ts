import type { Scope } from "@kioku/core";
import { scopeToPath, type PutOp, type RestoreOp, type WriteOp } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { textArray } from "../../sql/encode.js";

/** Content that a put with `unlessDuplicate` looks for. */
export interface WantedContent {
  readonly path: string;
  readonly hash: string;
  /** Milliseconds since 1970; records that ended by then do not count. */
  readonly at: number;
}

/** Everything that the ops of a batch may need. */
export interface Wanted {
  readonly ops: number;
  readonly ids: NamedPairs;
  readonly keys: NamedPairs;
  readonly idempotencyKeys: NamedPairs;
  readonly contents: readonly WantedContent[];
  readonly tombstones: NamedPairs;
  readonly vectorSpaces: ReadonlySet<string>;
  readonly changesSpaces: boolean;
  readonly paths: readonly string[];
}

/** Collects what a batch needs. */
export function wantedBy(ops: readonly WriteOp[]): Wanted {
  const wanted = {
    ops: ops.length,
    ids: new NamedPairs(),
    keys: new NamedPairs(),
    idempotencyKeys: new NamedPairs(),
    contents: [] as WantedContent[],
    tombstones: new NamedPairs(),
    vectorSpaces: new Set<string>(),
    changesSpaces: false,
  };
  for (const op of ops) {
    if (op.op === "space") wanted.changesSpaces = true;
    else if (op.op === "tombstone") wanted.tombstones.add(scopeToPath(op.scope), op.hash);
    else if (op.op === "put") addPut(wanted, op);
    else addNamed(wanted, op.scope, op.id);
    if (op.op === "restore") addRestore(wanted, op);
    if (op.op === "embed") wanted.vectorSpaces.add(op.vector.space.id);
  }
  const paths = new Set([...wanted.ids.paths, ...wanted.tombstones.paths]);
  return { ...wanted, paths: [...paths] };
}

type Growing = Omit<Wanted, "paths" | "contents" | "vectorSpaces"> & {
  readonly contents: WantedContent[];
  readonly vectorSpaces: Set<string>;
};

function addPut(wanted: Growing, op: PutOp): void {
  const { scope, id, key, updatedAt } = op.record;
  const path = addNamed(wanted, scope, id);
  if (key !== undefined) wanted.keys.add(path, key);
  if (op.idempotencyKey !== undefined) wanted.idempotencyKeys.add(path, op.idempotencyKey);
  if (op.unlessDuplicate === true) {
    wanted.contents.push({ path, hash: op.contentHash, at: updatedAt.getTime() });
  }
  addVectors(wanted, op);
}

function addRestore(wanted: Growing, op: RestoreOp): void {
  const path = scopeToPath(op.scope);
  const key = op.revisions.at(-1)?.record?.key;
  if (key !== undefined) wanted.keys.add(path, key);
  for (const idempotencyKey of op.idempotencyKeys) wanted.idempotencyKeys.add(path, idempotencyKey);
  addVectors(wanted, op);
}

function addNamed(wanted: Growing, scope: Scope, id: string): string {
  const path = scopeToPath(scope);
  wanted.ids.add(path, id);
  return path;
}

function addVectors({ vectorSpaces }: Growing, { search }: PutOp | RestoreOp): void {
  if (typeof search !== "object") return;
  for (const { space } of search.vectors) vectorSpaces.add(space.id);
}

/** Pairs of a scope and a name, such as an id or a key, without duplicates. */
class NamedPairs {
  readonly #names = new Map<string, Set<string>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get paths(): readonly string[] {
    return [...this.#names.keys()];
  }

  add(path: string, name: string): void {
    const names = this.#names.get(path);
    if (names?.has(name) === true) return;
    this.#size += 1;
    if (names) names.add(name);
    else this.#names.set(path, new Set([name]));
  }

  /** Returns the pairs as rows of two columns. */
  get rows(): RawBuilder<unknown> {
    const pairs = [...this.#names].flatMap(([path, names]) =>
      [...names].map((name) => [path, name] as const),
    );
    const paths = textArray(pairs.map(([path]) => path));
    const names = textArray(pairs.map(([, name]) => name));
    return sql`unnest(${paths}::text[], ${names}::text[])`;
  }
}
