import { createHash } from "node:crypto";

import { compareText } from "@kioku/core/toolkit";
import type { ScopeRange } from "@kioku/core/toolkit";
import { sql } from "kysely";

import type { Statement } from "../client/driver.js";
import { textArray } from "../client/encode-array.js";
import { compile } from "../sql/compile.js";
import type { StoreContext } from "../store-context.js";

/**
 * A transaction that writes to more scopes takes one lock of all instead, so that the server's
 * table of locks does not fill.
 */
const MAX_SCOPES = 64;
const ALL_SCOPES = "";

/**
 * The part of areas that a transaction with these locks has to itself: the scopes that it has
 * locked, or all there are.
 */
export function lockedAreas(
  lock: readonly string[],
  areas: readonly ScopeRange[],
): readonly ScopeRange[] {
  return locksAllScopes(lock) ? areas : lock.map((path) => ({ path, below: false }));
}

function locksAllScopes(paths: readonly string[]): boolean {
  return paths.length > MAX_SCOPES;
}

/** What a transaction that writes locks. */
export interface WriteLocks {
  /** Paths of the scopes of which it becomes the only writer. */
  readonly lock: readonly string[];
  /** Names of the spaces that it writes vectors in, which nobody may drop meanwhile. */
  readonly spaces?: readonly string[];
}

/**
 * Becomes the only writer of scopes for the rest of the transaction, where the database has such
 * locks.
 */
export async function takeLocks(context: StoreContext, locks: WriteLocks): Promise<void> {
  if (!context.dialect.supports.advisoryLocks) return;
  if (locks.lock.length === 0 && (locks.spaces ?? []).length === 0) return;
  await context.channel.rows(lockScopes(context.names.schema, locks));
}

/**
 * The statement by which a transaction becomes the only writer of its scopes. All writers take
 * locks in the same order, scopes before spaces, so none waits for another in a circle. Locks end
 * with the transaction.
 */
function lockScopes(schema: string, { lock, spaces = [] }: WriteLocks): Statement {
  const paths = [...new Set(lock)];
  const everything = lockKey(schema, ALL_SCOPES);
  const ofSpaces = spaces.map((name) => spaceLock(schema, name));
  const shared = sql`
      select pg_advisory_xact_lock_shared(key) from unnest(${sorted(ofSpaces)}::bigint[]) as key`;
  const rest = spaces.length === 0 ? sql`` : sql` union all ${shared}`;
  if (locksAllScopes(paths)) {
    return compile(sql`select pg_advisory_xact_lock(${everything}::bigint)${rest}`);
  }
  const keys = paths.map((path) => lockKey(schema, `scope:${path}`));
  return compile(sql`
      select pg_advisory_xact_lock_shared(${everything}::bigint)
      union all
      select pg_advisory_xact_lock(key) from unnest(${sorted(keys)}::bigint[]) as key${rest}`);
}

/** The lock that writers of vectors of a space share, and that who drops the space has alone. */
export function spaceLock(schema: string, name: string): string {
  return lockKey(schema, `space:${name}`);
}

/** Becomes the only one who makes spaces known or changes them; comes after all other locks. */
export async function lockRegistry(context: StoreContext): Promise<void> {
  await lockAlone(context, lockKey(context.names.schema, "spaces"));
}

/** Takes a lock for the rest of the transaction. */
export async function lockAlone({ channel, dialect }: StoreContext, key: string): Promise<void> {
  if (!dialect.supports.advisoryLocks) return;
  await channel.rows(compile(sql`select pg_advisory_xact_lock(${key}::bigint)`));
}

function sorted(keys: readonly string[]): string {
  return textArray(keys.toSorted(compareText));
}

/** The number that stands for a name of this store among the locks of the database. */
export function lockKey(schema: string, name: string): string {
  const digest = createHash("sha256").update(`kioku\0${schema}\0${name}`).digest();
  return digest.readBigInt64BE().toString();
}
