import type { Pool } from "pg";

import type { PgliteDatabase, PgliteTransaction, PostgresPool } from "../../src/index.js";
import { isPglite } from "../../src/open/client/clients.js";
import { wrappedPool } from "./wrapped-pool.js";

/** Hears of each statement and its values before it is sent. */
export type Listener = (text: string, values: readonly unknown[]) => void;
/** Hears how many rows each statement answered with. */
export type AnswerListener = (rows: number, text: string) => void;

/** A client whose statements are heard of, whatever it is. */
export function spyingClient(
  client: Pool | PgliteDatabase,
  hear: Listener,
  hearAnswer: AnswerListener = () => undefined,
): PostgresPool | PgliteDatabase {
  if (!isPglite(client)) {
    return wrappedPool(client, async (query, send) => {
      hear(query.text, query.values);
      const result = await send(query);
      // The beginning of a transaction has several answers, and no rows.
      hearAnswer(Array.isArray(result) ? 0 : result.rows.length, query.text);
      return result;
    });
  }
  const heard = (target: PgliteTransaction): PgliteTransaction => ({
    query: async (text, values, options) => {
      hear(text, values);
      const result = await target.query(text, values, options);
      hearAnswer(result.rows.length, text);
      return result;
    },
  });
  return {
    waitReady: client.waitReady,
    ...heard(client),
    transaction: (work) => client.transaction((transaction) => work(heard(transaction))),
  };
}
