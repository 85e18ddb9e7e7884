import type { Pool } from "pg";

import { isPglite } from "../../src/client/clients.js";
import type { PgliteDatabase, PgliteTransaction, PostgresPool } from "../../src/index.js";
import { wrappedPool } from "./wrapped-pool.js";

/** Hears of each statement and its values before it is sent. */
export type Listener = (text: string, values: readonly unknown[]) => void;

/** A client whose statements are heard of, whatever it is. */
export function spyingClient(
  client: Pool | PgliteDatabase,
  hear: Listener,
): PostgresPool | PgliteDatabase {
  if (!isPglite(client)) {
    return wrappedPool(client, (query, send) => {
      hear(query.text, query.values);
      return send(query);
    });
  }
  const heard = (target: PgliteTransaction): PgliteTransaction => ({
    query: (text, values, options) => {
      hear(text, values);
      return target.query(text, values, options);
    },
  });
  return {
    waitReady: client.waitReady,
    ...heard(client),
    transaction: (work) => client.transaction((transaction) => work(heard(transaction))),
  };
}
