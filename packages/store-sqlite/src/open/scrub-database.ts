import type { Database } from "better-sqlite3";

import { isBusy } from "../errors.js";
import { rewriteDatabase } from "./rewrite-database.js";

/** Makes what was erased unreadable in the file and its write-ahead log, and says in words if that has to wait. */
export function scrubDatabase(database: Database): readonly string[] {
  if (database.memory) return [];
  const what = `${database.name} and its write-ahead log can still hold what was erased`;
  if (!isRewritten(database)) {
    return [
      `${what}, because another connection is writing to it: it is rewritten when the last connection closes`,
    ];
  }
  if (!isLogEmptied(database)) {
    return [
      `${what}, because another connection is using it: the log, which has the file as it was rewritten, ` +
        "moves into it when the last connection closes",
    ];
  }
  return [];
}

function isRewritten(database: Database): boolean {
  try {
    rewriteDatabase(database);
    return true;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return false;
  }
}

/** To be busy is an answer here, not an error. */
function isLogEmptied(database: Database): boolean {
  return database.pragma("wal_checkpoint(truncate)", { simple: true }) === 0;
}
