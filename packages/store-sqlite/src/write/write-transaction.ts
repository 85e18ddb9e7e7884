import { KeywordWriter } from "../keyword/keyword-writer.js";
import type { Connection } from "../sql/connection.js";
import type { StoreContext } from "../store-context.js";
import { ScopeLedger } from "./scope-ledger.js";
import { TouchedRecords } from "./touched-records.js";
import { VectorWriter } from "./vector-writer.js";

/** What the parts of one write share. */
export interface WriteTransaction {
  readonly connection: Connection;
  readonly scopes: ScopeLedger;
  readonly vectors: VectorWriter;
  readonly keywords: KeywordWriter;
  readonly touched: TouchedRecords;
}

/** Runs `work` in one transaction. */
export async function inWriteTransaction<T>(
  { connection, pause }: Pick<StoreContext, "connection" | "pause">,
  work: (transaction: WriteTransaction) => T | Promise<T>,
): Promise<T> {
  return connection.write(async () => {
    const touched = new TouchedRecords();
    const scopes = new ScopeLedger(connection);
    const vectors = new VectorWriter(connection, touched);
    const keywords = new KeywordWriter(connection);
    const result = await work({ connection, scopes, vectors, keywords, touched });
    if (keywords.isMuch) connection.writeThrough();
    await keywords.flush(pause);
    scopes.flush();
    vectors.flush();
    touched.flush(connection);
    // What FTS5 writes out here, and what the log gets, each take a while where there is much.
    const pausing = pause();
    if (pausing) await pausing;
    return result;
  });
}
