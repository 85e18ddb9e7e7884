import type { Pool, PoolClient } from "pg";

import type {
  PostgresPool,
  PostgresPoolClient,
  PostgresQuery,
  PostgresResult,
} from "../../src/index.js";

/** Sends a statement on. */
type Send = (query: PostgresQuery) => Promise<PostgresResult>;

/**
 * A pool whose connections run each statement through `intercept`: how a test makes one of them
 * fail.
 */
export function wrappedPool(
  pool: Pool,
  intercept: (query: PostgresQuery, send: Send, client: PoolClient) => Promise<PostgresResult>,
): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      const send: Send = (query) => client.query(query);
      const wrapped: PostgresPoolClient = {
        pipeline: client.pipeline,
        query: (query) => intercept(query, send, client),
        release: (destroy) => client.release(destroy),
        on: (event, listener) => client.on(event, listener),
        off: (event, listener) => client.off(event, listener),
        connection: client.connection,
      };
      return wrapped;
    },
  };
}
