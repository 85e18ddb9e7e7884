import type { CatalogChange } from "../catalog/catalog-entry.js";
import type { Connection } from "../sql/connection.js";
import type { StoreContext } from "../store-context.js";
import { ScopeLedger } from "./scope-ledger.js";
import { VectorWriter } from "./vector-writer.js";

/** What the parts of one write share. */
export interface WriteTransaction {
  readonly connection: Connection;
  readonly scopes: ScopeLedger;
  readonly vectors: VectorWriter;
  /** What changed in catalogs, in order. */
  readonly catalog: CatalogChange[];
}

/** Runs `work` in one transaction; when it is committed, what is resident follows. */
export function inWriteTransaction<T>(
  { connection, resident, catalogs, postings }: StoreContext,
  work: (transaction: WriteTransaction) => T,
): T {
  const scopes = new ScopeLedger(connection);
  const vectors = new VectorWriter(connection);
  const catalog: CatalogChange[] = [];
  const { result, changedScopes } = connection.write(() => {
    const made = work({ connection, scopes, vectors, catalog });
    return { result: made, changedScopes: scopes.flush(vectors.changedScopes()) };
  });
  resident.follow(changedScopes, vectors.changes);
  catalogs.follow(changedScopes, catalog);
  postings.follow(changedScopes);
  return result;
}
