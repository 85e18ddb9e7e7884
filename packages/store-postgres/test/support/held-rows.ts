import { Client } from "pg";

import type { TestDatabase } from "./databases.js";

/**
 * A transaction of somebody else, who is in the way of others until it is released, at the latest
 * when it goes out of scope.
 */
export interface Holder extends AsyncDisposable {
  /** The process that serves it. */
  readonly pid: number;
  /** Undoes all it did. */
  release(): Promise<void>;
}

/** Runs a statement in a transaction that stays open. */
export async function holdRows(
  connectionString: string | undefined,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Holder> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query("begin");
  await client.query(statement, [...values]);
  const { rows } = await client.query<{ readonly pid: number }>("select pg_backend_pid() as pid");
  let ended: Promise<void> | undefined;
  const release = async (): Promise<void> => {
    // Its changes are undone with it.
    ended ??= client.end();
    await ended;
  };
  return { pid: rows[0]?.pid ?? 0, release, [Symbol.asyncDispose]: release };
}

/**
 * Waits until a call waits for this process, and says which process serves the call.
 * @throws if the call has ended without that.
 */
export async function whoWaitsFor(
  database: Pick<TestDatabase, "query">,
  pid: number,
  call: Promise<unknown>,
): Promise<number> {
  const ended = new AbortController();
  call.finally(() => ended.abort()).catch(() => undefined);
  while (!ended.signal.aborted) {
    const [blocked] = await database.query(
      "select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid)) limit 1",
      [pid],
    );
    if (blocked) return Number(blocked["pid"]);
  }
  throw new Error("the call waited for nobody");
}
