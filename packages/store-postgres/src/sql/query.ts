import type { RawBuilder } from "kysely";

import type { DatabaseContext, StoreContext } from "../store-context.js";

/** Runs one statement that reads, and returns its rows. */
export type Query = <Row>(
  statement: (database: DatabaseContext) => RawBuilder<unknown>,
) => Promise<readonly Row[]>;

/** Returns a query on the connection of a transaction. */
export function runQuery(context: StoreContext): Query {
  return (statement) => context.channel.rows(statement(context));
}

/** Starts `work` at once, to travel with `before`; rejects with the first failure. */
export async function pipelined<T>(before: Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const [, result] = await Promise.all([before, work()]);
  return result;
}
