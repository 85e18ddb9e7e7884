import { setImmediate } from "node:timers/promises";

import { createMemory, inMemoryStore, MemoryError } from "@kioku/core";
import type { Memory } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { rejection, seededRandom, testMemory, watchedStore } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { claudeMemory } from "../../src/index.js";

/** The same store, each of whose writes ends at another time. */
function uneven(store: CompleteStore, rounds: () => number): CompleteStore {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        for (let round = rounds(); round > 0; round -= 1) await setImmediate();
        return (value as (...given: readonly unknown[]) => unknown).apply(target, [...args]);
      };
    },
  });
}

/** Two hosts on one store, now one is faster, now the other. */
function unevenHosts(seed: number): readonly [Memory, Memory] {
  const random = seededRandom(seed);
  const { store } = watchedStore(inMemoryStore());
  const open = () => createMemory({ store: uneven(store, () => Math.floor(random() * 4)) });
  return [open(), open()];
}

async function keysOf(memory: Memory): Promise<readonly (string | undefined)[]> {
  return (await memory.list({ orderBy: "key", limit: 1_000 })).items.map(({ key }) => key);
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "of two hosts that rename one directory at the same time, one is told that it did not (%j)",
  async (seed) => {
    const hosts = unevenHosts(seed);
    const names = ["1", "2", "3", "4", "5"];
    for (const name of names) await hosts[0].set(`/memories/a/${name}`, name, { kind: "file" });
    const renamed = await Promise.allSettled(
      ["/memories/x", "/memories/y"].map((to, index) =>
        claudeMemory(hosts[index] ?? hosts[0])({
          command: "rename",
          old_path: "/memories/a",
          new_path: to,
        }),
      ),
    );
    const losers = renamed.filter(({ status }) => status === "rejected");
    expect(losers).not.toEqual([]);
    for (const loser of losers) {
      expect(String((loser as PromiseRejectedResult).reason)).toMatch(
        /^(?:The path \/memories\/a does not exist|Somebody else has moved \/memories\/a\/\d elsewhere meanwhile\. \/memories\/a was not renamed: view it and try again\.)$/u,
      );
    }
    expect(await keysOf(hosts[1])).toHaveLength(names.length);
  },
);

test("a directory that somebody else takes a file out of is not renamed", async () => {
  const { store, intercept } = watchedStore();
  const { memory } = testMemory({ store });
  // The one that is taken is on another page.
  const keys = Array.from({ length: 150 }, (_, index) => `/memories/a/${index + 100}`);
  await memory.rememberAll(keys.map((key) => ({ content: "x", key, kind: "file" })));
  const taken = (await memory.list({ filter: { "@key": "/memories/a/240" } })).items[0];
  intercept("write", () => memory.update(taken?.id ?? "", { key: "/memories/c" }));
  const rename = { command: "rename", old_path: "/memories/a", new_path: "/memories/b" } as const;
  expect(await rejection(() => claudeMemory(memory)(rename))).toMatchObject({
    code: "conflict",
    message:
      "Somebody else has moved /memories/a/240 elsewhere meanwhile. /memories/a was not renamed: view it and try again.",
  });
  expect(await keysOf(memory)).toEqual([
    ...keys.filter((key) => key !== taken?.key),
    "/memories/c",
  ]);
});

test("a directory whose files are gone before the first is moved is told of as not there", async () => {
  const { store, intercept } = watchedStore();
  const { memory } = testMemory({ store });
  const { id } = await memory.set("/memories/a/1", "1", { kind: "file" });
  intercept("write", () => memory.forget(id));
  const rename = { command: "rename", old_path: "/memories/a", new_path: "/memories/b" } as const;
  expect(await rejection(() => claudeMemory(memory)(rename))).toMatchObject({
    code: "not-found",
    message: "The path /memories/a does not exist",
  });
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "two hosts that rename one directory in the same way leave all of it there (%j)",
  async (seed) => {
    const hosts = unevenHosts(seed);
    const names = ["1", "2", "3", "4", "5"];
    for (const name of names) await hosts[0].set(`/memories/a/${name}`, name, { kind: "file" });
    const rename = { command: "rename", old_path: "/memories/a", new_path: "/memories/b" } as const;
    const renamed = await Promise.allSettled(hosts.map((host) => claudeMemory(host)(rename)));
    expect(renamed.map(({ status }) => status)).toContain("fulfilled");
    expect(await keysOf(hosts[1])).toEqual(names.map((name) => `/memories/b/${name}`));
  },
);

test("a file whose move fails after it was written is moved back with the others", async () => {
  let isFailing = false;
  const { store } = watchedStore();
  const losing: CompleteStore = new Proxy(store, {
    get(target, name) {
      if (name !== "write") return Reflect.get(target, name, target) as unknown;
      return async (...args: Parameters<CompleteStore["write"]>) => {
        const result = await target.write(...args);
        const [op] = args[0];
        if (!isFailing || op?.op !== "put" || op.record.key !== "/memories/b/2") return result;
        isFailing = false;
        throw new MemoryError("store-unavailable", "the connection was lost", { retryable: true });
      };
    },
  });
  const { memory } = testMemory({ store: losing });
  for (const name of ["1", "2", "3"]) {
    await memory.set(`/memories/a/${name}`, name, { kind: "file" });
  }
  isFailing = true;
  const rename = { command: "rename", old_path: "/memories/a", new_path: "/memories/b" } as const;
  expect((await rejection(() => claudeMemory(memory)(rename))).code).toBe("store-unavailable");
  expect(await keysOf(memory)).toEqual(["/memories/a/1", "/memories/a/2", "/memories/a/3"]);
});

test("an abort by a timer lands while a large directory is renamed", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(
    Array.from({ length: 350 }, (_, index) => ({
      content: "x",
      key: `/memories/a/${index}`,
      kind: "file",
    })),
  );
  const abort = new AbortController();
  let moves = 0;
  memory.on("remembered", () => {
    moves += 1;
    if (moves === 1) setTimeout(() => abort.abort(new Error("enough")), 0);
  });
  const rename = { command: "rename", old_path: "/memories/a", new_path: "/memories/b" } as const;
  const renamed = claudeMemory(memory)(rename, { signal: abort.signal });
  await expect(renamed).rejects.toThrow("enough");
  const filter = { "@key": { $gte: "/memories/b" } };
  expect((await memory.list({ filter })).items).toEqual([]);
});

test("a directory that others write into while it is renamed takes what they write along", async () => {
  const { memory } = testMemory();
  const tool = claudeMemory(memory);
  for (const name of ["1", "2", "3", "4"]) {
    await tool({ command: "create", path: `/memories/a/${name}`, file_text: "x" });
  }
  const edits = ["1", "2", "3", "4"].map((name) =>
    tool({ command: "insert", path: `/memories/a/${name}`, insert_line: 1, insert_text: "y" }),
  );
  const renamed = tool({ command: "rename", old_path: "/memories/a", new_path: "/memories/b" });
  const outcomes = await Promise.allSettled([...edits, renamed]);
  expect(outcomes.at(-1)?.status).toBe("fulfilled");
  for (const [index, name] of ["1", "2", "3", "4"].entries()) {
    const isEdited = outcomes[index]?.status === "fulfilled";
    expect(await memory.get(`/memories/b/${name}`)).toBe(isEdited ? "x\ny" : "x");
  }
});
