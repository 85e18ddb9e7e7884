import type { RawBuilder } from "kysely";

import { compile } from "./sql/compile.js";
import type { DatabaseContext, StoreContext } from "./store-context.js";

/** Runs one statement that reads, and gives its rows. */
export type Ask = <Row>(
  statement: (database: DatabaseContext) => RawBuilder<unknown>,
) => Promise<readonly Row[]>;

/** Asks on the connection of a transaction. */
export function askOn(context: StoreContext): Ask {
  return (statement) => context.channel.rows(compile(statement(context)));
}
