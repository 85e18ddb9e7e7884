import type { Connection } from "../sql/connection.js";

const MARK = "update erasure set erased = erased + 1 where id = 1";

/**
 * Notes that something was erased: the file has to be rewritten before it is out of its unused
 * bytes too.
 */
export function markErasure(connection: Connection): void {
  connection.run(MARK);
}
