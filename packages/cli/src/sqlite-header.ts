import { open } from "node:fs/promises";

/** Facts of the first 100 bytes of an SQLite file, https://sqlite.org/fileformat2.html. */
export interface SqliteHeader {
  /** Version of the schema. */
  readonly schemaVersion: number;
  /** SQLite that wrote it last, such as `3.50.4`. */
  readonly writtenBy: string;
}

const MAGIC = "SQLite format 3\0";

/**
 * Reads the header of a file; `undefined` if it is no SQLite file. Call it before the store opens:
 * closing the file would drop the locks of SQLite in this process.
 */
export async function readSqliteHeader(path: string): Promise<SqliteHeader | undefined> {
  const handle = await open(path, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(100), 0, 100, 0);
    if (bytesRead < 100 || buffer.toString("latin1", 0, 16) !== MAGIC) return undefined;
    const version = buffer.readUInt32BE(96);
    return {
      schemaVersion: buffer.readUInt32BE(60),
      writtenBy: [version / 1e6, (version / 1000) % 1000, version % 1000].map(Math.trunc).join("."),
    };
  } finally {
    await handle.close();
  }
}
