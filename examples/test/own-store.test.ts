import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { createMemory } from "@kioku/core";
import type { Memory } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import {
  compareWithReference,
  fuzzMemory,
  isolationProbes,
  memoryConformance,
  storeConformance,
} from "@kioku/testing";
import { afterAll, describe, expect, test } from "vitest";

import { fileStore } from "../own-store/file-store.ts";
import { FILES } from "../own-store/operation-log.ts";
import type { FileFunctions } from "../own-store/operation-log.ts";

const folder = mkdtempSync(join(tmpdir(), "own-store-"));
let made = 0;

/** A store that is empty and not yet open. */
function create(): CompleteStore {
  made += 1;
  return fileStore({ path: join(folder, `${made}.log`) });
}

/** Does not wait for the disk, which thousands of writes would take most of their time for. */
function createQuick(): CompleteStore {
  made += 1;
  const functions = withHandles({ datasync: async () => undefined });
  return fileStore({ path: join(folder, `${made}.log`), files: functions });
}

/** The file functions of Node, but for these methods of open files. */
function withHandles(methods: Partial<FileHandle>): FileFunctions {
  return { ...FILES, open: async (...args) => Object.assign(await FILES.open(...args), methods) };
}

const FULL = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });

async function fail(): Promise<never> {
  throw FULL;
}

/** Returns the contents of a memory. */
async function contentsOf(memory: Memory): Promise<readonly string[]> {
  const { items } = await memory.list({ limit: 1_000 });
  return items.map(({ content }) => content).toSorted();
}

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("a store of one's own", () => {
  for (const { group, name, run } of [...storeConformance(create), ...memoryConformance(create)]) {
    test(`${group}: ${name}`, async (context) => {
      const outcome = await run();
      if (outcome.status === "skipped") context.skip(`the store has no ${outcome.missing}`);
      expect(outcome.status).toBe("passed");
    });
  }

  test("skips only what needs a queue, which it does not have", async () => {
    const skipped = storeConformance(create).filter(({ requires }) => requires.includes("queue"));
    for (const { run } of skipped) expect(await run()).toMatchObject({ status: "skipped" });
  });

  test("random listings and searches are those of the reference", async () => {
    const questions = { listings: 30, "searches by several legs": 30 };
    expect(
      await compareWithReference(create, { questions, seed: 1, tolerance: 1e-6 }),
    ).toBeDefined();
  });

  test("random calls see and change nothing of another scope", async () => {
    expect(await isolationProbes(createQuick, { probes: 50 })).toBeDefined();
  });

  test("hostile arguments lead to an answer or a typed error", async () => {
    expect(await fuzzMemory(createQuick, { cases: 500 })).toBeDefined();
  });
});

test("what is closed and opened again is as it was", async () => {
  const path = join(folder, "again.log");
  const memory = createMemory({ store: fileStore({ path }) });
  const ann = memory.scope("ann");
  await ann.set("drink", "tea");
  await ann.set("drink", "coffee");
  await ann.remember("The rent is due on Friday");
  await ann.remember("Robins sing early");
  await ann.forget({ key: "drink" });
  const contents = async (view: typeof ann): Promise<readonly string[]> =>
    (await view.recall("robins")).map(({ content }) => content);
  const before = [await ann.list(), await contents(ann)];
  await memory.close();

  const again = createMemory({ store: fileStore({ path }) });
  const view = again.scope("ann");
  expect([await view.list(), await contents(view)]).toEqual(before);
  await again.close();
});

test("after an erasure the file does not hold the text, and the rest is there when it is opened again", async () => {
  const path = join(folder, "erased.log");
  const memory = createMemory({ store: fileStore({ path }) });
  await memory.set("pin", "code-zq81");
  await memory.remember("Robins sing early");
  const { record } = (await memory.remember("code-zq82 is the old one")) as {
    record: { id: string };
  };
  await memory.forget(record.id);
  expect(await readFile(path, "latin1")).toContain("code-zq81");
  await memory.erase({ key: "pin" });
  const file = await readFile(path, "latin1");
  expect(file).not.toContain("code-zq81");
  expect(file).toContain("code-zq82");
  await memory.close();

  const again = createMemory({ store: fileStore({ path }) });
  expect((await again.list()).items.map(({ content }) => content)).toEqual(["Robins sing early"]);
  expect(await again.history(record.id)).toHaveLength(2);
  await again.close();
});

test("a file that was cut off inside of its last operation opens without that one", async () => {
  const path = join(folder, "cut.log");
  const memory = createMemory({ store: fileStore({ path }) });
  await memory.remember("one");
  await memory.close();
  await appendFile(path, Buffer.from([200, 0, 0, 0, 1, 2, 3]));

  for (const content of ["two", "three"]) {
    const again = createMemory({ store: fileStore({ path }) });
    await again.remember(content);
    await again.close();
  }
  const last = createMemory({ store: fileStore({ path }) });
  expect((await last.list()).items).toHaveLength(3);
  await last.close();
});

test("a file that cannot be opened fails the call with the cause", async () => {
  const memory = createMemory({ store: fileStore({ path: folder }) });
  const cause = expect.objectContaining({ code: "EISDIR" }) as unknown;
  await expect(memory.remember("one")).rejects.toMatchObject({ code: "store-failed", cause });
  await memory.close();
});

test("a write that the disk has no space for fails, and all after it; the file opens without it", async () => {
  const path = join(folder, "full.log");
  let isFull = false;
  const files = withHandles({
    async appendFile(this: FileHandle, data) {
      if (!isFull) return appendFile(path, data);
      await appendFile(path, (data as Uint8Array).subarray(0, 9));
      throw FULL;
    },
  });
  const store = fileStore({ path, files });
  const memory = createMemory({ store });
  await memory.remember("one");
  isFull = true;
  const failure = { code: "store-failed", cause: FULL };
  await expect(memory.remember("two")).rejects.toMatchObject(failure);
  isFull = false;
  await expect(store.spaces()).rejects.toMatchObject(failure);
  await expect(memory.remember("three")).rejects.toMatchObject(failure);
  await memory.close();

  const again = createMemory({ store: fileStore({ path }) });
  expect(await contentsOf(again)).toEqual(["one"]);
  await again.remember("four");
  expect(await contentsOf(again)).toEqual(["four", "one"]);
  await again.close();
});

test.each<[string, FileFunctions]>([
  ["written", withHandles({ writeFile: fail })],
  ["renamed", { ...FILES, rename: fail }],
])("where the file that scrub makes cannot be %s, all is as it was", async (what, files) => {
  const path = join(folder, `${what}.log`);
  const store = fileStore({ path, files });
  const memory = createMemory({ store });
  await memory.remember("one");
  await expect(store.scrub()).rejects.toMatchObject({ code: "store-failed", cause: FULL });
  await memory.remember("two");
  expect(readdirSync(folder)).not.toContain(`${what}.log.new`);
  await memory.close();

  const again = createMemory({ store: fileStore({ path }) });
  expect(await contentsOf(again)).toEqual(["one", "two"]);
  await again.close();
});

test("where the file that scrub has made cannot be opened again, nothing more is written", async () => {
  const path = join(folder, "lost.log");
  let isFull = false;
  const open: FileFunctions["open"] = (name, flags) =>
    isFull && flags === "a" ? fail() : FILES.open(name, flags);
  const store = fileStore({ path, files: { ...FILES, open } });
  const memory = createMemory({ store });
  await memory.remember("one");
  isFull = true;
  await expect(store.scrub()).rejects.toMatchObject({ code: "store-failed", cause: FULL });
  await expect(memory.remember("two")).rejects.toMatchObject({ code: "store-failed" });
  await memory.close();

  const again = createMemory({ store: fileStore({ path }) });
  expect(await contentsOf(again)).toEqual(["one"]);
  await again.close();
});

test("a file that a store has open is refused to others until it is closed", async () => {
  const path = join(folder, "shared.log");
  const first = createMemory({ store: fileStore({ path }) });
  await first.remember("one");
  const second = createMemory({ store: fileStore({ path: relative(process.cwd(), path) }) });
  await expect(second.remember("two")).rejects.toMatchObject({
    code: "store-failed",
    message: expect.stringContaining(`is open already, in process ${process.pid}`) as string,
  });
  await second.close();
  expect(existsSync(`${path}.lock`)).toBe(true);
  await first.close();
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test.each([
  ["a process that has ended", 2 ** 22 + 1],
  ["an earlier process of the same number", process.pid],
])("a lock that %s has left keeps nobody out", async (what, owner) => {
  const path = join(folder, `${what}.log`);
  await writeFile(`${path}.lock`, String(owner));
  const memory = createMemory({ store: fileStore({ path }) });
  await memory.remember("one");
  await memory.close();
  expect(readdirSync(folder).filter((name) => name.startsWith(what))).toEqual([`${what}.log`]);
});

test("a process has the file alone, and what was acknowledged is there after it was killed", async () => {
  const path = join(folder, "killed.log");
  const program = fileURLToPath(new URL("file-store-writer.ts", import.meta.url));
  const child = spawn(process.execPath, [program, path], { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  const acknowledged: string[] = [];
  let refusal: unknown;
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === 10) refusal = await fileStore({ path }).open().catch(String);
    if (acknowledged.length === 50) child.kill("SIGKILL");
  }
  await closed;
  expect(refusal).toContain(`is open already, in process ${child.pid}`);

  const memory = createMemory({ store: fileStore({ path }) });
  const { items } = await memory.list({ limit: 1_000 });
  const kept = new Set(items.map(({ content }) => content));
  expect(acknowledged.length).toBeGreaterThanOrEqual(50);
  expect(acknowledged.filter((fact) => !kept.has(fact))).toEqual([]);
  await memory.close();
});
