/** @module-tag long */
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { open as openFile } from "node:fs/promises";

import { rangeKey, type PutOp } from "@kioku/core/toolkit";
import { deleteOp, testId } from "@kioku/testing";
import Driver from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";

import { sqliteStore, type SqliteStore } from "../../src/index.js";
import { followChanges } from "../../src/index/follow-changes.js";
import { ResidentIndex } from "../../src/index/index-cache.js";
import { PostingList } from "../../src/index/postings.js";
import { RecordTable } from "../../src/index/record-table.js";
import { IndexFiles } from "../../src/index/saved/index-files.js";
import { FILE_VERSION } from "../../src/index/saved/index-folder.js";
import { ProvedWriter } from "../../src/index/saved/proved-file.js";
import { beginToSave, saveIndex } from "../../src/index/saved/save-index.js";
import { lastChange } from "../../src/read/find-records.js";
import { Connection } from "../../src/sql/connection.js";
import { createQueryBuilder } from "../../src/sql/store-context.js";
import { bySize } from "../support/by-size.js";
import { seededRandom, testSeed } from "../support/random.js";
import { savedFiles, someFileHas } from "../support/saved-files.js";
import {
  largeDatabase,
  largePut,
  largeRequest,
  RECORDS,
  SECRET,
  SECRETS,
} from "../support/saved-template.js";
import { temporaryFile } from "../support/temporary-directory.js";

/** Some tests are for `npm run test:full` alone. */
const IS_FULL = bySize(1, 0) === 1;

const seed = testSeed();

async function open(path: string, indexBytes?: number): Promise<SqliteStore> {
  const store = sqliteStore({ path, indexBytes });
  onTestFinished(() => store.close());
  await store.open();
  return store;
}

/** Expects the answers that the database itself gives. */
async function expectExact(store: SqliteStore, path: string, requests = [1, 2, 3, 4]) {
  const plain = await open(path, 0);
  for (const one of requests) {
    expect(await store.search(largeRequest(one))).toEqual(await plain.search(largeRequest(one)));
  }
  await plain.close();
}

/** Searches until so many ranges have an index: until then the database answers. */
async function load(store: SqliteStore, ranges = 1): Promise<void> {
  for (let one = 2; (await indexOf(store)).ranges < ranges; one += ranges === 1 ? 2 : 1) {
    await store.search(largeRequest(one));
  }
  await store.search(largeRequest(2));
}

/** Loads indexes, and closes, which saves them. */
async function save(path: string, ranges = 1): Promise<void> {
  const store = await open(path);
  await load(store, ranges);
  await store.close();
}

const pause = () => undefined;

async function indexOf(store: SqliteStore) {
  const { index } = await store.stats();
  return { ranges: index.ranges, loads: index.loads, records: index.records };
}

test("a large index is saved, and the first search after opening has it", async () => {
  const path = await largeDatabase();
  await save(path, 2);
  const files = savedFiles(path);
  expect(files).toHaveLength(2);
  expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(statSync(`${path}-index`).mode & 0o777).toBe(0o700);
  const store = await open(path);
  await store.search(largeRequest(2));
  expect(await indexOf(store)).toEqual({ ranges: 1, loads: 1, records: RECORDS });
  await expectExact(store, path, [1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await indexOf(store)).toEqual({ ranges: 2, loads: 2, records: 2 * RECORDS });
  await store.close();
  // Nothing changed, so nothing is written.
  expect(savedFiles(path)).toEqual(files);
});

test("what changed while the store was closed is found", async () => {
  const path = await largeDatabase();
  await save(path, 2);
  const other = await open(path, 0);
  const puts = [3, 500, 1_001, 20_599].map((n) => largePut(n, 2));
  const added = [RECORDS, RECORDS + 1, RECORDS + 2].map((n) => largePut(n));
  await other.write([...puts, ...added]);
  await other.write([7, RECORDS + 1, 1_002].map((n) => deleteOp(largePut(n).record)));
  await other.write([largePut(7, 3)]);
  await other.close();
  const store = await open(path);
  await expectExact(store, path, [1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await indexOf(store)).toMatchObject({ ranges: 2, loads: 2 });
});

test(
  "what changes while an index is being saved is found afterwards",
  { tags: "long" },
  async () => {
    const path = await largeDatabase();
    const store = await open(path);
    await load(store);
    // It is being saved from here on.
    for (let n = 0; n < 400; n += 7) {
      await store.write([largePut(n, 2), largePut(RECORDS + n), deleteOp(largePut(n + 1).record)]);
      await store.search(largeRequest(2 * n));
    }
    await store.close();
    const again = await open(path);
    await expectExact(again, path, [2, 4, 6, 8]);
    expect(await indexOf(again)).toMatchObject({ ranges: 1, loads: 1 });
  },
);

test.skipIf(!IS_FULL)("an index with changes that a loss of power took is not used", async () => {
  const path = await largeDatabase();
  await save(path);
  const [file = ""] = savedFiles(path);
  copyFileSync(path, `${path}.copy`);
  const connection = new Connection(new Driver(path), 1_000);
  const resident = new ResidentIndex({
    range: { path: "/test", below: false },
    change: lastChange(connection),
    table: new RecordTable(),
    spaces: [],
    matrices: new Map(),
  });
  // It follows a change while it is being saved.
  const index = beginToSave(resident);
  const writer = await open(path, 0);
  await writer.write([largePut(3, 2)]);
  await writer.close();
  const context = { connection, queries: createQueryBuilder(), pause };
  await connection.read(() => followChanges(context, resident));
  const handle = await openFile(file, "w");
  const proof = { key: tokenOf(path), version: FILE_VERSION };
  await saveIndex(new ProvedWriter(handle, proof), index, pause);
  await handle.close();
  connection.close();
  const store = await open(path);
  await store.search(largeRequest(2));
  expect(savedFiles(path)).toEqual([file]);
  await store.close();
  copyFileSync(`${path}.copy`, path);
  const again = await open(path);
  await expectExact(again, path, [2]);
  expect(savedFiles(path)).toEqual([]);
});

/** Ways to damage a file, or to put another one in its place. */
const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  "cut off": (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  "short of its code": (file) => truncateSync(file, statSync(file).size - 32),
  empty: (file) => truncateSync(file, 0),
  "of a few bytes": (file) => writeFileSync(file, "Kioku"),
  "longer than it was": (file) => appendFileSync(file, "more"),
  "of another version": (file) => {
    const bytes = readFileSync(file);
    bytes.writeUInt32LE(FILE_VERSION + 1, 8);
    writeFileSync(file, bytes);
  },
  "of a machine with another byte order": (file) => {
    const bytes = readFileSync(file);
    bytes.writeUInt32BE(0x01_02_03_04, 12);
    writeFileSync(file, bytes);
  },
  "random bytes": (file) => {
    const random = seededRandom(seed);
    writeFileSync(
      file,
      Uint8Array.from({ length: 300_000 }, () => random.below(256)),
    );
  },
};

test.for(Object.keys(DAMAGES).slice(0, bySize(100, 1)))(
  "a saved index that is %s is not used, but replaced",
  { tags: "long" },
  async (name) => {
    const path = await largeDatabase();
    await save(path);
    const [file = ""] = savedFiles(path);
    const { size } = statSync(file);
    DAMAGES[name]?.(file);
    const store = await open(path);
    await expectExact(store, path, [2, 4]);
    await load(store);
    await store.close();
    expect(statSync(file).size).toBeGreaterThan(size / 2);
    const again = await open(path);
    await again.search(largeRequest(2));
    expect(await indexOf(again)).toMatchObject({ ranges: 1 });
  },
);

test.skipIf(!IS_FULL)(`one flipped bit anywhere is noticed (seed ${seed})`, async () => {
  const path = await largeDatabase();
  await save(path);
  const [file = ""] = savedFiles(path);
  const sound = readFileSync(file);
  const random = seededRandom(seed);
  const ends = Array.from({ length: 90 }, (_, byte) => sound.length - 1 - byte);
  for (const place of [
    ...ends.filter(() => random.chance(0.2)),
    9,
    20,
    random.below(sound.length),
  ]) {
    const damaged = Buffer.from(sound);
    damaged[place] = (damaged[place] ?? 0) ^ (1 << random.below(8));
    writeFileSync(file, damaged);
    const store = await open(path);
    await store.search(largeRequest(2));
    // Answered by the database, while the index is requested.
    expect([place, await indexOf(store)]).toEqual([place, { ranges: 0, loads: 0, records: 0 }]);
    expect(savedFiles(path)).toEqual([]);
    await store.close();
  }
});

/** Texts of files that somebody wrote who knows the key, but not the format. */
const SECTION = { type: 0, bytes: 0 };
const CODES = { space: 1, dimensions: 16, end: 10, blocks: [] };
const NONSENSE: readonly unknown[] = [
  {},
  [],
  { key: "x" },
  { sections: [SECTION], codes: [], lists: [], table: {} },
  { sections: [{ type: 99, bytes: 0 }], codes: [], lists: [], table: {} },
  { sections: [{ type: 1, bytes: -2 }], codes: [CODES], lists: [], table: null },
  { sections: [{ type: 1, bytes: 2 ** 60 }], codes: [], lists: [], table: {} },
  { sections: [], codes: [{ ...CODES, dimensions: 1e9 }], lists: [], table: {} },
  { sections: [], codes: [{ ...CODES, dimensions: 0.5 }], lists: [], table: {} },
  {
    sections: [{ type: 4, bytes: 0 }],
    codes: [{ ...CODES, blocks: [1e12] }],
    lists: [],
    table: {},
  },
  { sections: [{ type: 4, bytes: 0 }], codes: [{ ...CODES, blocks: [3] }], lists: [], table: {} },
  { sections: [], codes: [], lists: [{ section: 5 }], table: { rows: { section: 9 } } },
];

test("a proved file that makes no sense is not used", { tags: "long" }, async () => {
  const path = await largeDatabase();
  await save(path);
  const [file = ""] = savedFiles(path);
  const key = rangeKey({ path: "/test", below: false });
  const plain = await open(path, 0);
  const expected = await plain.search(largeRequest(2));
  for (const nonsense of NONSENSE) {
    const handle = await openFile(file, "w");
    const writer = new ProvedWriter(handle, { key: tokenOf(path), version: FILE_VERSION });
    await writer.end(
      JSON.stringify(Array.isArray(nonsense) ? nonsense : { key, ...(nonsense as object) }),
    );
    await handle.close();
    const store = await open(path);
    expect(await store.search(largeRequest(2))).toEqual(expected);
    expect([nonsense, savedFiles(path)]).toEqual([nonsense, []]);
    await store.close();
  }
});

function tokenOf(path: string): Uint8Array {
  const driver = new Driver(path, { readonly: true });
  const token = driver.prepare("select token from identity").pluck().get();
  driver.close();
  if (!(token instanceof Uint8Array)) throw new Error("no token");
  return token;
}

test.skipIf(!IS_FULL)("an index of another database with the same scopes is not used", async () => {
  const [path, other] = [await largeDatabase(), await largeDatabase()];
  const driver = new Driver(other);
  driver.exec("update identity set token = randomblob(32)");
  driver.close();
  const changed = await open(other, 0);
  await changed.write([3, 4, 5].map((n) => largePut(n, 2)));
  await changed.close();
  await save(path);
  await save(other);
  const [file = ""] = savedFiles(path);
  const [foreign = ""] = savedFiles(other);
  copyFileSync(foreign, file);
  const store = await open(path);
  await expectExact(store, path, [2]);
  await store.close();
  rmSync(`${path}-index`, { recursive: true });
  renameSync(`${other}-index`, `${path}-index`);
  const again = await open(path);
  expect(savedFiles(path)).toEqual([]);
  await expectExact(again, path, [2]);
});

test.skipIf(!IS_FULL)("an index does not outlive the history that it is of", async () => {
  const path = await largeDatabase();
  const copy = `${path}.copy`;
  copyFileSync(path, copy);
  const store = await open(path);
  await store.write([10, 11, 12].map((n) => largePut(n, 2)));
  await store.close();
  await save(path);
  // The copy is put back, and as much as before happens to it.
  copyFileSync(copy, path);
  const other = await open(path, 0);
  await other.write([20, 21, 22].map((n) => largePut(n, 2)));
  await other.close();
  const again = await open(path);
  await again.search(largeRequest(2));
  expect(savedFiles(path)).toEqual([]);
  await expectExact(again, path, [2, 4, 6]);
});

test.skipIf(!IS_FULL)("a backup has no saved index, and leaves none where it is put", async () => {
  const path = await largeDatabase();
  await save(path);
  const store = await open(path);
  const target = temporaryFile();
  await store.backup(target);
  expect(savedFiles(target)).toEqual([]);
  await save(target);
  expect(savedFiles(target)).toHaveLength(1);
  await store.backup(target, { overwrite: true });
  expect(savedFiles(target)).toEqual([]);
  await expect(store.backup(`${path}-index`)).rejects.toMatchObject({ code: "invalid-input" });
});

test("an erasure deletes saved indexes before it is acknowledged, also those of other processes", async () => {
  const path = await largeDatabase();
  await save(path);
  const reader = await open(path);
  await load(reader);
  expect(savedFiles(path).some((file) => readFileSync(file).includes(SECRET))).toBe(true);
  const eraser = await open(path, 0);
  const ids = Array.from({ length: SECRETS }, (_, n) => testId(1_000 + n));
  await eraser.write(ids.map((id) => deleteOp({ scope: ["test"], id }, { purge: true })));
  expect(savedFiles(path)).toEqual([]);
  await eraser.scrub();
  await eraser.close();
  // The other one saves its index at the end, without any of it.
  await reader.close();
  expect(savedFiles(path)).toHaveLength(1);
  expect(someFileHas(path, SECRET)).toBe(false);
  const [file = ""] = savedFiles(path);
  // The last bytes of ids tell them apart.
  for (const id of ids) {
    const words = Uint32Array.from(id.replaceAll("-", "").match(/.{8}/gu) ?? [], (word) =>
      Number.parseInt(word, 16),
    );
    expect(readFileSync(file).includes(Buffer.from(words.buffer))).toBe(false);
  }
  const again = await open(path);
  await expectExact(again, path, [2, 4, 6]);
  expect(await indexOf(again)).toMatchObject({ ranges: 1, loads: 1 });
});

test("a sweep of what expired deletes saved indexes", { tags: "long" }, async () => {
  const path = await largeDatabase();
  const store = await open(path, 0);
  const { record } = largePut(3, 2);
  const expiresAt = new Date(record.updatedAt.getTime() + 1);
  await store.write([{ ...largePut(3, 2), record: { ...record, expiresAt } }]);
  await save(path);
  expect(savedFiles(path)).toHaveLength(1);
  await store.sweep(new Date(expiresAt.getTime() + 1));
  expect(savedFiles(path)).toEqual([]);
});

test("a process that was killed while it erased or saved leaves nothing that is read", async () => {
  const path = await largeDatabase();
  await save(path);
  const [file = ""] = savedFiles(path);
  // Killed before it renamed a complete file.
  copyFileSync(file, `${file}.new`);
  const store = await open(path);
  await expectExact(store, path, [2]);
  await store.close();
  // Killed after it erased, before it deleted the files.
  const driver = new Driver(path);
  driver.exec("update erasure set erased = erased + 1");
  driver.close();
  const again = await open(path);
  expect(savedFiles(path)).toEqual([]);
  await expectExact(again, path, [2]);
});

test.skipIf(!IS_FULL)(
  "the check of a file removes saved indexes that are damaged, and no others",
  async () => {
    const path = await largeDatabase();
    await save(path, 2);
    const files = savedFiles(path);
    const store = await open(path);
    expect(await store.integrityCheck()).toEqual({ ok: true, problems: [] });
    expect(savedFiles(path)).toEqual(files);
    const [first = ""] = files;
    const bytes = readFileSync(first);
    bytes[5_000] = (bytes[5_000] ?? 0) ^ 1;
    writeFileSync(first, bytes);
    expect(await store.integrityCheck()).toEqual({ ok: true, problems: [] });
    expect(savedFiles(path)).toEqual(files.slice(1));
  },
);

test.skipIf(!IS_FULL)("where nothing can be saved, searches do without", async () => {
  const path = await largeDatabase();
  writeFileSync(`${path}-index`, "a file of somebody else");
  await save(path);
  expect(readFileSync(`${path}-index`, "utf8")).toBe("a file of somebody else");
  const store = await open(path);
  await expectExact(store, path, [2, 4]);
  expect(await store.scrub()).toEqual([]);
  await store.close();
  rmSync(`${path}-index`);
  mkdirSync(`${path}-index`);
  writeFileSync(`${path}-index/notes.txt`, "of somebody else, too");
  const again = await open(path);
  await again.write([deleteOp(largePut(5).record, { purge: true })]);
  await again.scrub();
  expect(readFileSync(`${path}-index/notes.txt`, "utf8")).toBe("of somebody else, too");
});

test.skipIf(!IS_FULL)(
  "nothing is saved behind a link, which an erasure would not follow",
  async () => {
    const path = await largeDatabase();
    const elsewhere = temporaryFile();
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, `${path}-index`);
    await save(path);
    expect(readdirSync(elsewhere)).toEqual([]);
  },
);

test("an erasure that cannot be looked up fails no write, and the next one looks again", async () => {
  const path = temporaryFile();
  const files = new IndexFiles(path);
  const driver = new Driver(path);
  const connection = new Connection(driver, 1_000);
  // The table is not there.
  await files.afterWrite(connection);
  const range = { path: "/test", below: false };
  const identity = { token: Uint8Array.of(1), erased: 0 };
  await (await files.create(identity, range)).handle.close();
  driver.exec("create table identity (token); insert into identity values (x'01')");
  driver.exec("create table erasure (erased); insert into erasure values (1)");
  await files.afterWrite(connection);
  expect(savedFiles(path)).toEqual([]);
  connection.close();
});

test("an index with the lists of very many terms is saved", async () => {
  const table = new RecordTable();
  const range = { path: "/test", below: false };
  const resident = new ResidentIndex({ range, change: 1, table, spaces: [], matrices: new Map() });
  const list = new PostingList();
  for (let ordinal = 0; ordinal < 64; ordinal += 1) list.append(ordinal, 1);
  for (let n = 0; n < 40_000; n += 1) resident.postings.keep(`term${n}`, list);
  const handle = await openFile(temporaryFile(), "w");
  const proof = { key: Uint8Array.of(1), version: FILE_VERSION };
  await saveIndex(new ProvedWriter(handle, proof), beginToSave(resident), pause);
  expect((await handle.stat()).size).toBeGreaterThan(0);
  await handle.close();
});

test.skipIf(!IS_FULL)(
  "a database in memory and a lent handle save nothing, but erase what others saved",
  async () => {
    const path = await largeDatabase();
    await save(path);
    const handle = new Driver(path);
    const store = sqliteStore({ database: handle });
    await store.open();
    await load(store);
    await store.write([deleteOp(largePut(5).record, { purge: true })]);
    expect(savedFiles(path)).toEqual([]);
    await store.close();
    handle.close();
    expect(savedFiles(path)).toEqual([]);
  },
);

test.skipIf(!IS_FULL)(
  "a file that cannot be deleted is named among what an erasure leaves",
  async () => {
    const path = await largeDatabase();
    const store = await open(path);
    // A folder in the place of a file.
    const name = `00000000-0-${"0".repeat(32)}`;
    mkdirSync(`${path}-index/${name}`, { recursive: true });
    await store.write([deleteOp(largePut(5).record, { purge: true })]);
    const left = await store.scrub();
    expect(left).toHaveLength(1);
    expect(left[0]).toContain(`${path}-index can still hold erased data`);
    rmSync(`${path}-index`, { recursive: true });
    expect(await store.scrub()).toEqual([]);
  },
);

/** A record like another one, whose id is no UUID, in a thread of its own. */
function putNamed(n: number): PutOp {
  const put = largePut(n);
  return { ...put, record: { ...put.record, id: `id ${n} é`, thread: `thread-${n}` } };
}

test.skipIf(!IS_FULL)("ids that are no UUIDs, and many threads, are saved, too", async () => {
  const path = await largeDatabase();
  const store = await open(path);
  for (let start = 0; start < 10_000; start += 1_000) {
    await store.write(Array.from({ length: 1_000 }, (_, index) => putNamed(start + index)));
  }
  await load(store);
  await expectExact(store, path, [2, 4, 6, 8]);
  await store.close();
  const again = await open(path);
  await expectExact(again, path, [2, 4, 6, 8]);
  expect(await indexOf(again)).toEqual({ ranges: 1, loads: 1, records: RECORDS + 10_000 });
});

test.skipIf(!IS_FULL)(
  "an index that the list of changes no longer reaches is saved anew at the end",
  async () => {
    const path = await largeDatabase();
    await save(path);
    const store = await open(path);
    await store.search(largeRequest(2));
    await store.write([largePut(3, 2)]);
    await store.search(largeRequest(2));
    const driver = new Driver(path);
    driver.exec("delete from touched where row < (select max(row) from touched)");
    driver.close();
    await store.close();
    const again = await open(path);
    await again.search(largeRequest(2));
    expect(await indexOf(again)).toMatchObject({ ranges: 1, loads: 1 });
  },
);
