import type { Pool } from "pg";

import type { PgliteDatabase, PgliteTransaction, PostgresPool } from "../../src/index.js";
import { isPglite } from "../../src/open/client/clients.js";
import { wrappedPool } from "./wrapped-pool.js";

const NEWER = /halfvec|binary_quantize|bit_hamming_ops|hnsw\.iterative_scan/u;

/** A client whose database says that it has pgvector 0.6.2, and that refuses what came later. */
export function oldPgvector(client: Pool | PgliteDatabase): PostgresPool | PgliteDatabase {
  if (!isPglite(client)) {
    return wrappedPool(client, async (query, send) => {
      refuseNewer(query.text);
      const answer = await send(query);
      // The beginning of a transaction has several answers, and no rows.
      return Array.isArray(answer) ? answer : { ...answer, rows: answer.rows.map(aged) };
    });
  }
  return {
    waitReady: client.waitReady,
    ...old(client),
    transaction: (work) => client.transaction((transaction) => work(old(transaction))),
  };
}

function old(target: PgliteTransaction): PgliteTransaction {
  return {
    query: async (text, values, options) => {
      refuseNewer(text);
      const answer = await target.query(text, values, options);
      return { ...answer, rows: answer.rows.map(aged) };
    },
  };
}

function refuseNewer(text: string): void {
  if (!NEWER.test(text)) return;
  throw Object.assign(new Error("there is no such type, function or setting"), { code: "42704" });
}

function aged(row: unknown): unknown {
  return typeof row === "object" && row !== null && "vector_version" in row
    ? { ...row, vector_version: "0.6.2" }
    : row;
}
