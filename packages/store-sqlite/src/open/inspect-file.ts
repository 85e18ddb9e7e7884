import { constants } from "node:fs";
import { access, open, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { MemoryError } from "@kioku/core";
import Driver from "better-sqlite3";

import { readIdentity } from "./database-identity.js";
import type { DatabaseIdentity } from "./database-identity.js";

/** The file header and the header of the first page, https://sqlite.org/fileformat2.html */
const HEADER_BYTES = 108;
const MAGIC = "SQLite format 3\0";
const LEAF_TABLE_PAGE = 13;

/**
 * Whose database a file is, found out without changing a byte of it or beside it; `undefined` where there is no file yet,
 * or an empty one.
 * @throws `store-failed` if it cannot be a database of ours: its directory is missing, it is a directory, it cannot be
 * written, or it is no database.
 */
export async function inspectFile(file: string): Promise<DatabaseIdentity | undefined> {
  await requireDirectory(dirname(file));
  const size = await fileSize(file);
  if (size === undefined) return undefined;
  await requireWritable(file);
  if (size === 0) return undefined;
  const header = await readHeader(file);
  const log = await fileSize(`${file}-wal`);
  return log === undefined || log === 0 ? identityInHeader(header) : identityInLog(file);
}

async function requireDirectory(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw failed(
    `directory ${directory} of the database ${found ? "is a file" : "is missing: create it first"}`,
  );
}

/** In bytes; `undefined` where there is no file. */
async function fileSize(file: string): Promise<number | undefined> {
  const found = await stat(file).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  if (found?.isDirectory() === true) {
    throw failed(`database path ${file} is a directory: name a file in it`);
  }
  return found?.size;
}

async function requireWritable(file: string): Promise<void> {
  await access(file, constants.R_OK | constants.W_OK).catch((error: unknown) => {
    throw new MemoryError(
      "store-failed",
      `database ${file} is not readable and writable for this process: change its permissions`,
      { cause: error },
    );
  });
}

async function readHeader(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    await handle.read(header, 0, HEADER_BYTES, 0);
    if (header.toString("latin1", 0, MAGIC.length) === MAGIC) return header;
  } finally {
    await handle.close();
  }
  throw failed(`file ${file} is no SQLite database: choose another path, or move the file away`);
}

function identityInHeader(header: Buffer): DatabaseIdentity {
  const schemaRows = header.readUInt16BE(103);
  return {
    applicationId: header.readUInt32BE(68),
    schemaVersion: header.readUInt32BE(60),
    empty: header[100] === LEAF_TABLE_PAGE && schemaRows === 0,
  };
}

/** The log may hold newer pages than the file. A read-only connection never moves them into the file. */
function identityInLog(file: string): DatabaseIdentity {
  const database = new Driver(file, { readonly: true, fileMustExist: true });
  try {
    return readIdentity(database);
  } finally {
    database.close();
  }
}

function failed(message: string): MemoryError {
  return new MemoryError("store-failed", message);
}
