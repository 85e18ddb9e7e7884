import type { Connection } from "../sql/connection.js";
import type { StoreContext } from "../store-context.js";
import { ScopeLedger } from "./scope-ledger.js";
import { VectorWriter } from "./vector-writer.js";

/** What the parts of one write share. */
export interface WriteTransaction {
  readonly connection: Connection;
  readonly scopes: ScopeLedger;
  readonly vectors: VectorWriter;
}

/** Runs `work` in one transaction; when it is committed, the resident vectors follow. */
export function inWriteTransaction<T>(
  { connection, resident }: StoreContext,
  work: (transaction: WriteTransaction) => T,
): T {
  const scopes = new ScopeLedger(connection);
  const vectors = new VectorWriter(connection);
  const { result, changedScopes } = connection.write(() => {
    const made = work({ connection, scopes, vectors });
    return { result: made, changedScopes: scopes.flush(vectors.changedScopes()) };
  });
  resident.follow(changedScopes, vectors.changes);
  return result;
}
