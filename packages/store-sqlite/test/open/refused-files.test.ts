import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

import { putOp, testRecord } from "@kioku/testing";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { rejection } from "../support/rejection.js";
import { temporaryFile } from "../support/temporary-directory.js";

/**
 * Expectations of a refusal: the code, the words of the message, and that nothing was
 * written.
 */
interface Refusal {
  readonly code: string;
  readonly missingWords: readonly string[];
  readonly changed: boolean;
}

/** Tries to open the file, and tells which of the words the message lacks. */
async function refusal(path: string, ...words: readonly string[]): Promise<Refusal> {
  const before = directoryOf(path);
  const store = sqliteStore({ path });
  const { code, message } = await rejection(store.open());
  await store.close();
  return {
    code,
    missingWords: words.filter((word) => !message.includes(word)),
    changed: !isDeepStrictEqual(directoryOf(path), before),
  };
}

const FAILED: Refusal = { code: "store-failed", missingWords: [], changed: false };

/**
 * Names and bytes of all files of the directory; shared memory of SQLite has no content of its own.
 */
function directoryOf(path: string): Record<string, string> {
  const directory = dirname(path);
  if (!existsSync(directory) || !statSync(directory).isDirectory()) return {};
  const files = readdirSync(directory, { withFileTypes: true }).filter((file) => file.isFile());
  return Object.fromEntries(
    files
      .filter(({ name }) => !name.endsWith("-shm"))
      .map(({ name }) => [name, readFileSync(`${directory}/${name}`).toString("base64")]),
  );
}

test("a missing directory is named, with the advice to create it", async () => {
  const path = `${temporaryFile("missing")}/memory.db`;
  expect(await refusal(path, dirname(path), "create it")).toEqual(FAILED);
  expect(existsSync(dirname(path))).toBe(false);
});

test("a directory that is a file is refused", async () => {
  const file = temporaryFile("file");
  writeFileSync(file, "text");
  expect(await refusal(`${file}/memory.db`, file, "is a file")).toEqual(FAILED);
});

test("a path that is a directory is refused", async () => {
  const path = temporaryFile("directory");
  mkdirSync(path);
  expect(await refusal(path, path, "is a directory")).toEqual(FAILED);
});

test.each([
  ["text", "This is no database, and a long text it is. ".repeat(300)],
  ["short text", "x"],
  ["almost a header", "SQLite format 2\0".padEnd(8_192, "\0")],
])("a file of %s is refused", async (_what, content) => {
  const path = temporaryFile();
  writeFileSync(path, content);
  expect(await refusal(path, path, "not an SQLite database")).toEqual(FAILED);
});

test("a file that only begins like a database is refused as damaged or foreign", async () => {
  const path = temporaryFile();
  writeFileSync(path, `SQLite format 3\0${"\u0001".repeat(8_000)}`);
  expect(await refusal(path, path)).toEqual(FAILED);
});

test.each(["delete", "wal"])(
  "a database of another application in journal mode %s is refused",
  async (mode) => {
    const path = temporaryFile();
    const other = new Driver(path);
    other.pragma(`journal_mode = ${mode}`);
    other.exec("create table notes (text); insert into notes values ('mine')");
    other.close();
    expect(await refusal(path, path, "another application")).toEqual(FAILED);
  },
);

test("a database of another application that is in use is refused, its log included", async () => {
  const path = temporaryFile();
  const other = new Driver(path);
  other.pragma("journal_mode = wal");
  other.exec("create table notes (text); insert into notes values ('only in the log')");
  expect(await refusal(path, "another application")).toEqual(FAILED);
  other.close();
});

test("a database of another application that crashed keeps its log", async () => {
  const [path, left] = [temporaryFile(), temporaryFile()];
  const other = new Driver(path);
  other.pragma("journal_mode = wal");
  other.exec("create table notes (text); insert into notes values ('only in the log')");
  for (const suffix of ["", "-wal"]) copyFileSync(`${path}${suffix}`, `${left}${suffix}`);
  other.close();
  expect(await refusal(left, "another application")).toEqual(FAILED);
});

test("a database that claims another application_id is refused even without tables", async () => {
  const path = temporaryFile();
  const other = new Driver(path);
  other.pragma("application_id = 7");
  other.close();
  expect(await refusal(path, "application_id 7")).toEqual(FAILED);
});

test("a database whose texts are in UTF-16 is refused", async () => {
  const path = temporaryFile();
  const other = new Driver(path);
  other.exec("pragma encoding = 'UTF-16le'; create table notes (text); drop table notes");
  other.close();
  expect(await refusal(path, path, "UTF-16le")).toEqual(FAILED);
});

test("an empty file and an empty database are taken", async () => {
  const empty = temporaryFile();
  writeFileSync(empty, "");
  const vacuumed = temporaryFile();
  const database = new Driver(vacuumed);
  database.exec("create table t (x); drop table t; vacuum");
  database.close();
  for (const path of [empty, vacuumed]) {
    const store = sqliteStore({ path });
    await store.open();
    await store.write([putOp(testRecord(1))]);
    await store.close();
  }
  expect(directoryOf(vacuumed)).toHaveProperty("memory.db");
});

test.each([true, false])(
  "a schema newer than this version is refused with both versions, in use: %s",
  async (inUse) => {
    const path = temporaryFile();
    const store = sqliteStore({ path });
    await store.open();
    await store.write([putOp(testRecord(1))]);
    await store.close();
    const newer = new Driver(path);
    newer.pragma("user_version = 2");
    newer.exec("create table future (x)");
    if (!inUse) newer.close();
    const found = await refusal(path, path, "version 2", "up to 1");
    if (inUse) newer.close();
    expect(found).toEqual({ ...FAILED, code: "schema-too-new" });
  },
);

test("a damaged database is refused as damaged", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await store.write(Array.from({ length: 200 }, (_, n) => putOp(testRecord(n))));
  await store.close();
  const bytes = readFileSync(path);
  // Behind the header that tells whose file it is, everything is noise.
  writeFileSync(path, bytes.fill(0xa5, 108));
  expect(await refusal(path, path, "damaged")).toEqual(FAILED);
});

test("a file that this process may not write is refused", async (context) => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await store.close();
  chmodSync(path, 0o444);
  // Nothing is forbidden to root, so someone else has to try.
  const outcome =
    process.getuid?.() === 0
      ? openAsNobody(path)
      : String(await rejection(sqliteStore({ path }).open()));
  if (outcome === undefined) context.skip("another user cannot run this Node");
  expect(outcome).toContain("not readable and writable");
});

/**
 * Result of opening the file for a user without rights; `undefined` if that user cannot even
 * try.
 */
function openAsNobody(path: string): string | undefined {
  chmodSync(dirname(path), 0o755);
  const nobody = 65_534;
  const script = fileURLToPath(new URL("../support/open-once.ts", import.meta.url));
  const hooks = new URL("../support/use-sources.mjs", import.meta.url).href;
  try {
    return execFileSync(process.execPath, ["--import", hooks, script, path], {
      uid: nobody,
      gid: nobody,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return undefined;
  }
}

test.each([
  ["a column by another name", "alter table records rename column content to Content"],
  ["a missing index", "drop index records_by_scope"],
  ["a missing table", "drop table touched"],
])("a database of ours with %s is refused when it is opened", async (_, sql) => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await store.close();
  const other = new Driver(path);
  other.exec(`create table notes (text); ${sql}`);
  other.close();
  const refused = sqliteStore({ path });
  expect(await rejection(refused.open())).toMatchObject({
    code: "store-failed",
    message: expect.stringContaining("restore a backup") as unknown,
  });
  await refused.close();
});

test("what others keep beside our tables does no harm", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await store.close();
  const other = new Driver(path);
  other.exec("create table notes (text); create index notes_by_text on notes (text)");
  other.close();
  const again = sqliteStore({ path });
  await again.open();
  expect(await again.spaces()).toEqual([]);
  await again.close();
});
