import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { appendFile, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { createMemory } from "@kioku/core";
import type { Memory, MemoryRoot, MemoryStore } from "@kioku/core";
import { fuzzMemory, isolationProbes, memoryConformance, storeConformance } from "@kioku/testing";
import { afterAll, describe, expect, test } from "vitest";

import { FileStore } from "../own-store/file-store.ts";

const folder = mkdtempSync(join(tmpdir(), "own-store-"));
let made = 0;

/** Makes a store that is empty and not yet open. */
function create(): MemoryStore {
  made += 1;
  return new FileStore(join(folder, `${made}.jsonl`));
}

function memoryAt(path: string): MemoryRoot {
  return createMemory({ store: new FileStore(path) });
}

async function contentsOf(memory: Memory): Promise<readonly string[]> {
  const { items } = await memory.list({ limit: 1_000 });
  return items.map(({ content }) => content).toSorted();
}

async function recalled(memory: Memory): Promise<readonly string[]> {
  return (await memory.recall("robins")).map(({ content }) => content);
}

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("a store of one's own", () => {
  // Every fourth, or all.
  const cases = [...storeConformance(create), ...memoryConformance(create)];
  const tried = cases.filter((_, n) => n % 4 === 0 || process.env["KIOKU_TEST_SIZE"] === "full");

  for (const { group, name, run } of tried) {
    test(`${group}: ${name}`, async (context) => {
      const outcome = await run();
      if (outcome.status === "skipped") context.skip(`the store has no ${outcome.missing}`);
      expect(outcome.status).toBe("passed");
    });
  }

  test("skips what it does not claim, and nothing else", async () => {
    const missing = new Set<string>();
    for (const { requires } of cases) for (const one of requires) missing.add(one);
    missing.delete("text");
    const skipped = cases.filter(({ requires }) => requires.some((one) => missing.has(one)));
    for (const { run } of skipped) expect(await run()).toMatchObject({ status: "skipped" });
    expect(cases.length - skipped.length).toBeGreaterThan(150);
  });

  test("random calls see and change nothing of another scope", async () => {
    expect(
      await isolationProbes(create, { probes: process.env["KIOKU_TEST_SIZE"] === "full" ? 20 : 2 }),
    ).toBeDefined();
  });

  test("hostile arguments lead to an answer or a typed error", async () => {
    expect(await fuzzMemory(create, { cases: 300 })).toBeDefined();
  });
});

test("what is closed and opened again is as it was, also the third time", async () => {
  const path = join(folder, "again.jsonl");
  const memory = memoryAt(path);
  const ann = memory.scope("ann");
  await ann.set("drink", "tea");
  await ann.set("drink", "coffee");
  await ann.remember("The rent is due on Friday");
  await ann.remember("Robins sing early");
  await ann.forget({ key: "drink" });
  const before = [await ann.list(), await recalled(ann)];
  await memory.close();

  for (let time = 0; time < 2; time += 1) {
    const again = memoryAt(path);
    const view = again.scope("ann");
    expect([await view.list(), await recalled(view)]).toEqual(before);
    await again.close();
  }
});

test("what was forgotten is out of the file once it is opened again", async () => {
  const path = join(folder, "forgotten.jsonl");
  const memory = memoryAt(path);
  await memory.set("pin", "code-zq81");
  await memory.set("door", "code-zq82");
  await memory.forget({ key: "pin" });
  await memory.close();
  expect(await readFile(path, "utf8")).toContain("code-zq81");
  const again = memoryAt(path);
  expect(await again.get("door")).toBe("code-zq82");
  await again.close();
  expect(await readFile(path, "utf8")).not.toContain("code-zq81");
});

test("a file that was cut off inside of its last line opens without that one", async () => {
  const path = join(folder, "cut.jsonl");
  const memory = memoryAt(path);
  await memory.remember("one");
  await memory.close();
  await appendFile(path, '[["half a');

  for (const content of ["two", "three"]) {
    const again = memoryAt(path);
    await again.remember(content);
    await again.close();
  }
  const last = memoryAt(path);
  expect(await contentsOf(last)).toEqual(["one", "three", "two"]);
  await last.close();
});

test("a file that cannot be opened fails the call with the cause", async () => {
  const memory = memoryAt(folder);
  const cause = expect.objectContaining({ code: "EISDIR" }) as unknown;
  await expect(memory.remember("one")).rejects.toMatchObject({ code: "store-failed", cause });
  await memory.close();
});

test("a write that cannot reach the disk fails and changes nothing, and later ones go on", async () => {
  const path = join(folder, "lost.jsonl");
  const memory = memoryAt(path);
  await memory.remember("one");
  renameSync(path, `${path}.away`);
  mkdirSync(path);
  await expect(memory.remember("two")).rejects.toMatchObject({ code: "store-failed" });
  expect(await contentsOf(memory)).toEqual(["one"]);
  rmSync(path, { recursive: true });
  renameSync(`${path}.away`, path);
  await appendFile(path, "half of what could not be written");
  await memory.remember("three");
  await memory.close();

  const again = memoryAt(path);
  expect(await contentsOf(again)).toEqual(["one", "three"]);
  await again.close();
});

test("what was acknowledged is there after the process was killed", async () => {
  const path = join(folder, "killed.jsonl");
  const program = fileURLToPath(new URL("file-store-writer.ts", import.meta.url));
  const child = spawn(process.execPath, [program, path], { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === 50) child.kill("SIGKILL");
  }
  await closed;

  const memory = memoryAt(path);
  const kept = new Set(await contentsOf(memory));
  expect(acknowledged.length).toBeGreaterThanOrEqual(50);
  expect(acknowledged.filter((fact) => !kept.has(fact))).toEqual([]);
  await memory.close();
});
