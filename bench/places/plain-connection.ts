import type { PGlite } from "@electric-sql/pglite";
import { Pool } from "pg";

import type { PlainConnection } from "./place.ts";

const EF_SEARCH = 200;

/** Opens one connection to a server, or uses the one that PGlite has. */
export async function plainConnection(
  schema: string,
  server: string | PGlite,
): Promise<PlainConnection> {
  if (typeof server !== "string") {
    await server.query(`set hnsw.ef_search = ${EF_SEARCH}`);
    return {
      schema,
      isServer: false,
      ask: async <Row>(text: string, values: readonly unknown[] = []) =>
        (await server.query<Row>(text, [...values])).rows,
      close: async () => void (await server.query("reset hnsw.ef_search")),
    };
  }
  const options = `-c hnsw.ef_search=${EF_SEARCH}`;
  const pool = new Pool({ connectionString: server, max: 1, idleTimeoutMillis: 0, options });
  return {
    schema,
    isServer: true,
    ask: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await pool.query(text, [...values])).rows as Row[],
    close: () => pool.end(),
  };
}
