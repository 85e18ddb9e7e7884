import { join } from "node:path";

import Driver from "better-sqlite3";
import { load } from "sqlite-vec";

import type { Peer, PeerOptions, PeerSlice } from "./peer.ts";

/**
 * Plain sqlite-vec: one vec0 table of float32 vectors, with the file mapped into memory, which
 * halves its time.
 */
export async function openSqliteVec({ folder, dimensions }: PeerOptions): Promise<Peer> {
  const database = new Driver(join(folder, "vec0.db"));
  load(database);
  database.pragma("journal_mode = wal");
  database.pragma("mmap_size = 4294967296");
  database.exec(`CREATE VIRTUAL TABLE peer USING vec0(vector float[${dimensions}])`);
  const insert = database.prepare("INSERT INTO peer (rowid, vector) VALUES (?, ?)");
  const nearest = database
    .prepare("SELECT rowid FROM peer WHERE vector MATCH ? ORDER BY distance LIMIT ?")
    .pluck();
  return {
    add: database.transaction(({ first, vectors }: PeerSlice) => {
      for (const [place, vector] of vectors.entries()) insert.run(BigInt(first + place), vector);
    }),
    search: (vector, limit) => nearest.all(vector, limit) as number[],
    close: () => void database.close(),
  };
}
