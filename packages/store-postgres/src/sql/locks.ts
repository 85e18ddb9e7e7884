import { createHash } from "node:crypto";

import { compareText, type ScopeRange } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import type { StoreContext } from "../store-context.js";
import { textArray } from "./encode.js";

/** A transaction that locks more scopes takes one lock of all, to spare the server's lock table. */
const MAX_SCOPES = 64;
const ALL_SCOPES = "";

/** Returns the part of ranges that a transaction with these locks writes alone. */
export function lockedRanges(
  lock: readonly string[],
  ranges: readonly ScopeRange[],
): readonly ScopeRange[] {
  return locksAllScopes(lock) ? ranges : lock.map((path) => ({ path, below: false }));
}

function locksAllScopes(paths: readonly string[]): boolean {
  return paths.length > MAX_SCOPES;
}

/** Locks of a transaction that writes. */
export interface WriteLocks {
  /** Paths of the scopes that it writes alone. */
  readonly lock: readonly string[];
  /** Names of the spaces that it writes vectors in, which must not be dropped meanwhile. */
  readonly spaces?: readonly string[];
  /** Paths of scopes that it writes vectors in, not alone: these must not move meanwhile. */
  readonly vectorsOf?: readonly string[];
}

/** Becomes the only writer of scopes for the rest of the transaction. */
export async function takeLocks(context: StoreContext, locks: WriteLocks): Promise<void> {
  if (locks.lock.length === 0 && (locks.spaces ?? []).length === 0) return;
  await context.channel.rows(lockScopes(context.names.schema, locks));
}

/** Returns the locks of the only scope and the only space of a write: shared, alone, shared. */
export function locksOfOne(schema: string, path: string, space: string | undefined): string {
  const ofSpace = space === undefined ? [] : [spaceLock(schema, space)];
  return textArray([lockKey(schema, ALL_SCOPES), lockKey(schema, `scope:${path}`), ...ofSpace]);
}

/** Locks are taken in one order, scopes, spaces, vectors, so that none deadlock. */
function lockScopes(
  schema: string,
  { lock, spaces = [], vectorsOf = [] }: WriteLocks,
): RawBuilder<unknown> {
  const paths = [...new Set(lock)];
  const everything = lockKey(schema, ALL_SCOPES);
  const ofSpaces = spaces.map((name) => spaceLock(schema, name));
  const ofVectors = [...new Set(vectorsOf.map((path) => vectorsLock(schema, path)))];
  const shared = [ofSpaces, ofVectors].filter((keys) => keys.length > 0);
  const rest = sql.join(
    shared.map(
      (keys) => sql` union all select pg_advisory_xact_lock_shared(key)
      from unnest(${sorted(keys)}::bigint[]) as key`,
    ),
    sql``,
  );
  if (locksAllScopes(paths)) {
    return sql`select pg_advisory_xact_lock(${everything}::bigint)${rest}`;
  }
  const keys = paths.map((path) => lockKey(schema, `scope:${path}`));
  return sql`
      select pg_advisory_xact_lock_shared(${everything}::bigint)
      union all
      select pg_advisory_xact_lock(key) from unnest(${sorted(keys)}::bigint[]) as key${rest}`;
}

/** Returns the lock of a space: shared by writers of its vectors, exclusive for dropping it. */
export function spaceLock(schema: string, name: string): string {
  return lockKey(schema, `space:${name}`);
}

/** Scopes that share a lock of their vectors do not disturb each other, unless one moves. */
const VECTOR_LOCKS = 64;

/**
 * Returns the lock of the vectors of a scope, comes after those of scopes and spaces: shared by
 * those who write some without the lock of the scope, exclusive for moving them.
 */
export function vectorsLock(schema: string, path: string): string {
  const [byte = 0] = createHash("sha256").update(path).digest();
  return lockKey(schema, `vectors:${byte % VECTOR_LOCKS}`);
}

/** Locks the registry of spaces; comes after all other locks. */
export async function lockRegistry(context: StoreContext): Promise<void> {
  await lockAlone(context, lockKey(context.names.schema, "spaces"));
}

/** Takes a lock for the rest of the transaction. */
export async function lockAlone({ channel }: StoreContext, key: string): Promise<void> {
  await channel.rows(sql`select pg_advisory_xact_lock(${key}::bigint)`);
}

function sorted(keys: readonly string[]): string {
  return textArray(keys.toSorted(compareText));
}

/** Returns the advisory lock number of a name. */
export function lockKey(schema: string, name: string): string {
  const digest = createHash("sha256").update(`kioku\0${schema}\0${name}`).digest();
  return digest.readBigInt64BE().toString();
}
