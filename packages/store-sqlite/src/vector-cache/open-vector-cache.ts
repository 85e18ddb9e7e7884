import type { Database } from "better-sqlite3";

import { requireOurs } from "../open/database-identity.js";
import type { ExpectedIdentity } from "../open/database-identity.js";
import { openFile, useWriteAheadLog } from "../open/open-file.js";
import { WRITER_PRAGMAS } from "../open/pragmas.js";
import { requireSafeVersion } from "../open/sqlite-version.js";
import { whenFree } from "../open/when-free.js";

/** "Kiov" in ASCII: the file of a cache is none of a store, and the other way round. */
const OURS: Required<ExpectedIdentity> = { applicationId: 0x4b_69_6f_76, newest: 1 };

/**
 * `used` counts the writes: what was used longest ago has the smallest number. Numbers of entries
 * are kept, since counting is slow.
 */
const SCHEMA = `
create table vectors (
  id integer primary key,
  key text not null unique,
  used integer not null,
  width integer not null,
  vector blob not null
) strict;
create index vectors_by_use on vectors (used);
create table counts (id integer primary key check (id = 1), entries integer not null) strict;
insert into counts values (1, 0);
pragma application_id = ${OURS.applicationId};
pragma user_version = ${OURS.newest};
`;

/**
 * Opens the file of a cache, or makes it. A file that is refused keeps every byte.
 * @throws `MemoryError` for what is ours to refuse, the driver's error otherwise.
 */
export async function openVectorCache(path: string, busyTimeoutMs: number): Promise<Database> {
  const database = await openFile(path, OURS);
  try {
    await whenFree(busyTimeoutMs, () => {
      requireSafeVersion(database);
      requireOurs(database, OURS);
      if (!database.memory) useWriteAheadLog(database);
    });
    // What is lost with the power is made again.
    for (const pragma of WRITER_PRAGMAS.relaxed) database.pragma(pragma);
    const create = database.transaction(() => {
      requireOurs(database, OURS);
      if (database.pragma("user_version", { simple: true }) === 0) database.exec(SCHEMA);
    });
    await whenFree(busyTimeoutMs, () => create.immediate());
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
