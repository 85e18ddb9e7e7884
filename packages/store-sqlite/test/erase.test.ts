import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

import { createMemory } from "@kioku/core";
import type { Embedder, ForgetTarget, Memory, MemoryRoot, Receipt } from "@kioku/core";
import { expect, onTestFinished, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { packVector } from "../src/schema/packed-vector.js";
import { temporaryFile } from "./support/temporary-directory.js";

const DIMENSIONS = 64;
const SUFFIXES = ["", "-wal", "-journal", "-shm"];
const DAY = 86_400_000;

/** A vector of its own for every text, so that its bytes are found nowhere else. */
const embedder: Embedder = {
  id: "test/hash@64",
  dimensions: DIMENSIONS,
  profile: { unrelated: 0, related: 1 },
  embed: async (texts) => ({ vectors: texts.map((text) => vectorOf(text)) }),
};

function vectorOf(text: string): Float32Array {
  const bytes = createHash("sha512").update(text).digest();
  return Float32Array.from(bytes, (byte) => byte + 0.5);
}

/** The bytes that a store keeps for a text: of length 1, packed. */
function vectorBytes(text: string): Buffer {
  const vector = vectorOf(text);
  const length = Math.hypot(...vector);
  return Buffer.from(packVector(Float32Array.from(vector, (value) => value / length)));
}

interface Opened {
  readonly memory: MemoryRoot;
  readonly clock: { now: number };
}

function open(path: string): Opened {
  const clock = { now: Date.UTC(2026, 2, 1) };
  const memory = createMemory({
    store: sqliteStore({ path }),
    embedder,
    clock: () => new Date(clock.now),
  });
  onTestFinished(() => memory.close());
  return { memory, clock };
}

function idOf(receipt: Receipt | undefined): string {
  if (!receipt || receipt.status === "rejected") throw new Error("not written");
  return receipt.record.id;
}

const FIELDS = [
  "content",
  "changed",
  "derived",
  "entry",
  "value",
  "member",
  "metadata",
  "key",
  "thread",
  "once",
  "actor",
  "cause",
  "kind",
  "speaker",
] as const;

/**
 * A word that is nowhere else. Its end is its own, too: an index may keep no more of a word than
 * how it differs from the one before.
 */
function marker(field: (typeof FIELDS)[number]): string {
  return `qzsecret${field}wombatik`;
}

const CHINESE = "她的暗号是葫芦藤";
const CONTENTS = [
  `She said ${marker("content")} and ${CHINESE}`,
  `Then ${marker("changed")} came out`,
  `In short: ${marker("derived")}`,
];
const SOUGHT: readonly (readonly [string, Buffer])[] = [
  ...FIELDS.map((field) => [field, Buffer.from(marker(field))] as const),
  ...FIELDS.map((field) => [`end of ${field}`, Buffer.from(`${field.slice(-3)}wombatik`)] as const),
  ["Chinese", Buffer.from(CHINESE)],
  ["a pair of Chinese characters", Buffer.from("芦藤")],
  ["base64", Buffer.from(Buffer.from("qzsecret").toString("base64").slice(0, 10))],
  ["UTF-16", Buffer.from("qzsecret", "utf16le")],
  ...CONTENTS.flatMap((text, index) => {
    const bytes = vectorBytes(text);
    return [
      [`head of vector ${index}`, bytes.subarray(0, 24)] as const,
      [`tail of vector ${index}`, bytes.subarray(-24)] as const,
    ];
  }),
];

/** Returns the erased texts that are in any file of the database, and how often. */
function leftIn(path: string): string[] {
  const files = SUFFIXES.map((suffix) => `${path}${suffix}`).filter((file) => existsSync(file));
  return files.flatMap((file) => {
    const bytes = readFileSync(file);
    return SOUGHT.filter(([, sought]) => bytes.includes(sought)).map(
      ([name]) => `${name} in ${file.slice(path.length) || "the database"}`,
    );
  });
}

/**
 * Writes what is not to be found later in every way there is, and returns the ids of the originals.
 */
async function writeSecrets({ memory: root, clock }: Opened, memory: Memory): Promise<string[]> {
  const by = { actor: marker("actor"), cause: marker("cause") };
  const input = {
    content: CONTENTS[0] ?? "",
    kind: marker("kind"),
    value: { [marker("member")]: marker("value") },
    metadata: { who: "her", note: marker("metadata") },
    speaker: marker("speaker"),
    thread: marker("thread"),
    idempotencyKey: marker("once"),
    occurredAt: new Date("2025-05-01"),
  };
  const noted = idOf(await memory.remember(input, by));
  const changed = { content: CONTENTS[1] ?? "" };
  await memory.update(noted, changed, by);
  const metadata = { who: "her" };
  const entry = await memory.set(marker("key"), marker("entry"), { ...by, metadata });
  await memory.set(marker("key"), { again: marker("entry") }, by);
  const derived = { content: CONTENTS[2] ?? "", sources: [noted], origin: "derived" } as const;
  await memory.remember(derived, by);
  clock.now += 3_000 * DAY;
  await root.sweep({ archiveBelow: 0.9, ...by });
  await memory.markUsed([noted], by);
  const forgotten = idOf(await memory.remember({ ...input, idempotencyKey: "other" }, by));
  await memory.forget(forgotten, by);
  return [noted, entry.id, forgotten];
}

/** Fills pages that the secrets share. */
async function writeOthers(memory: Memory, word: string): Promise<void> {
  const inputs = Array.from({ length: 150 }, (_, n) => ({
    content: `${word} ${n} keepsake`,
    metadata: { n },
    key: `${word} ${n}`,
  }));
  const receipts = await memory.rememberAll(inputs);
  for (const receipt of receipts.slice(0, 50)) {
    await memory.update(idOf(receipt), { content: `${word} changed keepsake` });
  }
}

type Ways = Readonly<Record<string, (ids: readonly string[]) => readonly ForgetTarget[]>>;

const ways: Ways = {
  "by ids": (ids) => ids,
  "by key and filter": () => [{ key: marker("key") }, { filter: { who: "her" } }],
  "by a filter that only former versions match": () => [
    { filter: { "@kind": marker("kind") } },
    { filter: { "@content": CONTENTS[0] ?? "" } },
    { key: marker("key") },
  ],
};

test.each(Object.keys(ways))("what is erased %s leaves no byte in any file", async (name) => {
  const path = temporaryFile();
  const opened = open(path);
  const memory = opened.memory.scope("user-42");
  await writeOthers(memory, "before");
  const ids = await writeSecrets(opened, memory);
  await writeOthers(memory, "after");
  const before = leftIn(path);
  // A search that finds nothing before the erasure would prove nothing after it.
  const mayBeNowhere = /^(?:base64|UTF-16|(?:head|tail) of vector 0)/u;
  const fields = SOUGHT.map(([field]) => field).filter((field) => !mayBeNowhere.test(field));
  for (const field of fields) expect(before.join("\n")).toContain(field);

  const targets = ways[name]?.(ids) ?? [];
  for (const target of targets.slice(0, -1)) await memory.erase(target, { scrub: false });
  const report = await memory.erase(targets.at(-1) ?? "");
  expect(report.unreached).toEqual([expect.stringContaining("backups")]);
  expect(leftIn(path)).toEqual([]);
  expect(await memory.recall({ query: "keepsake", mode: "keyword", limit: 300 })).toHaveLength(300);
  await opened.memory.close();
  expect(leftIn(path)).toEqual([]);

  const again = open(path).memory.scope("user-42");
  expect((await again.list({ limit: 1_000 })).items).toHaveLength(300);
  expect((await again.recall({ query: "before 120", limit: 1 }))[0]?.key).toBe("before 120");
});

test("a scope that is erased as a whole leaves no byte either, and others stay", async () => {
  const path = temporaryFile();
  const opened = open(path);
  const { memory } = opened;
  await writeOthers(memory.scope("other"), "other");
  const user = memory.scope("user-42");
  await writeSecrets(opened, user);
  await writeSecrets(opened, user.scope("session"));
  expect(leftIn(path).length).toBeGreaterThan(20);
  const report = await user.erase({ everything: true }, { reach: "below" });
  expect(report.records).toHaveLength(8);
  expect(report.unreached).toHaveLength(1);
  expect(leftIn(path)).toEqual([]);
  await memory.close();
  expect(leftIn(path)).toEqual([]);
  const again = open(path).memory;
  expect((await again.list({ reach: "below", limit: 1_000 })).items).toHaveLength(150);
  expect((await again.scopes()).items).toEqual([["other"]]);
});

test("without scrub, closing makes it unreadable", async () => {
  const path = temporaryFile();
  const opened = open(path);
  await writeOthers(opened.memory, "other");
  await writeSecrets(opened, opened.memory);
  const target = { filter: { "@content": { $exists: true }, "@id": { $exists: true } } };
  const report = await opened.memory.erase(target, { scrub: false });
  expect(report.unreached[0]).toContain("not scrubbed");
  await opened.memory.close();
  expect(leftIn(path)).toEqual([]);
});

test("another memory on the same file has nothing of it left either", async () => {
  const path = temporaryFile();
  const opened = open(path);
  const other = open(path).memory;
  await writeOthers(opened.memory, "other");
  const ids = await writeSecrets(opened, opened.memory);
  const query = { query: marker("changed"), includeArchived: true } as const;
  expect(await other.recall({ ...query, mode: "keyword" })).toHaveLength(1);
  for (const id of ids) await opened.memory.erase(id);
  expect(await other.recall({ ...query, mode: "keyword" })).toEqual([]);
  for (const { id } of await other.recall({ ...query, limit: 300 })) expect(ids).not.toContain(id);
  await Promise.all([opened.memory.close(), other.close()]);
  expect(leftIn(path)).toEqual([]);
});

test("writers on other connections cannot bring back what is erased under their hands", async () => {
  const path = temporaryFile();
  const writers = [open(path).memory, open(path).memory, open(path).memory];
  const eraser = open(path).memory;
  for (let round = 0; round < 10; round += 1) {
    const { id } = await eraser.set("k", round);
    const outcomes = Promise.allSettled(
      writers.flatMap((writer, index) => [
        writer.update(id, { metadata: { [`by${index}`]: round } }),
        writer.update(id, { content: `said by ${index}` }),
        writer.markUsed(id),
        writer.remember({ content: `derived by ${index} in ${round}`, sources: [id] }),
      ]),
    );
    await eraser.erase(id, { scrub: false });
    const codes = (await outcomes).flatMap((one) =>
      one.status === "rejected" ? [(one.reason as { code?: string }).code] : [],
    );
    expect(codes.filter((code) => code !== "not-found")).toEqual([]);
    await eraser.erase(id, { scrub: false });
    expect(await eraser.read(id)).toBeUndefined();
    expect(await eraser.history(id)).toEqual([]);
    expect((await eraser.list({ includeArchived: true })).items).toEqual([]);
  }
});

test("what is purged by retention and expiry leaves no byte once the file is closed", async () => {
  const path = temporaryFile();
  const clock = { now: Date.UTC(2026, 2, 1) };
  const memory = createMemory({
    store: sqliteStore({ path }),
    embedder,
    clock: () => new Date(clock.now),
    retention: { [marker("kind")]: { keepDays: 30 } },
  });
  await writeOthers(memory, "other");
  const [content = "", changed = ""] = CONTENTS;
  const kind = marker("kind");
  await memory.remember({ content, kind });
  const gone = idOf(await memory.remember({ content: changed, kind }));
  await memory.forget(gone, { cause: marker("cause") });
  const short = idOf(await memory.remember({ content: CONTENTS[2] ?? "", ttlMs: DAY }));
  await memory.forget(short);
  clock.now += 30 * DAY;
  expect(await memory.sweep()).toEqual({ removed: 1, retired: 2, archived: 0 });
  await memory.close();
  expect(leftIn(path)).toEqual([]);
});

test(
  "no erased word stays as the key of a page of the keyword index, however often one erases",
  { tags: "long" },
  async () => {
    const path = temporaryFile();
    const memory = createMemory({ store: sqliteStore({ path }) });
    onTestFinished(() => memory.close());
    const texts = Array.from({ length: 3_000 }, (_, index) => {
      const isSecret = index % 2 === 0;
      const content = isSecret ? `aaaerased${index * 7919}` : `zkept${index}`;
      return { content, kind: isSecret ? "secret" : index % 4 === 1 ? "last" : "kept" };
    });
    for (let from = 0; from < texts.length; from += 500) {
      await memory.rememberAll(texts.slice(from, from + 500));
    }
    for (const kind of ["secret", "last"]) await memory.erase({ filter: { "@kind": kind } });
    await memory.close();
    const bytes = readFileSync(path, "latin1");
    const last = texts
      .filter(({ kind }) => kind === "last")
      .map(({ content }) => `${content}\u001F`);
    expect(bytes.match(/aaaerased\d+/gu)).toBeNull();
    expect(last.filter((term) => bytes.includes(term))).toEqual([]);
  },
);
