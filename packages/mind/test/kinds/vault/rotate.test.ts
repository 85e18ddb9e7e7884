import { inMemoryStore, type MemoryRecord } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { sqliteStore } from "@kioku/store-sqlite";
import { rejection, watchedStore } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { MemoryKinds } from "../../../src/kinds/index.js";
import { keepSecret, keyOf, secretFields, testKinds, vaultOf } from "./vault-test.js";

const both = vaultOf("first", "second");
const onlyNew = vaultOf("second");
const ALL = { reach: "below", includeRetired: true, includeArchived: true } as const;

test.each(["memory", "sqlite"])(
  "all secrets change their key and nothing else (%s)",
  async (name) => {
    const store = name === "memory" ? inMemoryStore() : sqliteStore({ path: ":memory:" });
    const { kinds, with: withVault, clock } = testKinds({ store });
    const work = kinds.scope("work");
    const one = await keepSecret(kinds, "first secret", "Router");
    const two = await keepSecret(work, "second secret", "Safe");
    const old = await keepSecret(kinds, "old secret", "Door");
    clock.now = new Date(clock.now.getTime() + 1_000);
    await kinds.replace("knowledge_vault", { ids: [old.id], items: [secretFields("new", "Door")] });
    const before = (await kinds.memory.list(ALL)).items;
    expect(await withVault(both).rotate()).toBe(4);
    const after = (await kinds.memory.list(ALL)).items;
    expect(after.map(keyOf)).toEqual(Array(4).fill("second"));
    expect(after.map(withoutChanges)).toEqual(before.map(withoutChanges));
    const capability = onlyNew.grant({ scope: [], reason: "test" });
    expect(await withVault(onlyNew).reveal(one.id, capability)).toBe("first secret");
    expect(await withVault(onlyNew).scope("work").reveal(two.id, capability)).toBe("second secret");
    expect(await withVault(both).rotate()).toBe(0);
  },
);

test("nothing that the old key opens is left in history or an export", async () => {
  const { kinds, with: withVault, memory } = testKinds();
  const { id } = await keepSecret(kinds, "first secret");
  await kinds.memory.update(id, { importance: 0.9 });
  await withVault(both).rotate();
  const history = await kinds.memory.history(id);
  expect(history.map(({ version }) => version)).toEqual([3]);
  expect(history[0]?.cause).toBe("secret was encrypted with the current key");
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(JSON.stringify(line));
  expect(lines.join("\n")).toContain('"key":"second"');
  expect(lines.join("\n")).not.toContain('"key":"first"');
});

test("captions are found as before, and are not embedded again", async () => {
  const { kinds, with: withVault } = testKinds();
  const { id } = await keepSecret(kinds, "first secret", "Password of the router in the hall");
  await withVault(both).rotate();
  const [found] = await kinds.search({ kind: "knowledge_vault", query: "router" });
  expect(found?.item.id).toBe(id);
  expect((await kinds.memory.recall({ query: "router", mode: "semantic" }))[0]?.id).toBe(id);
});

/** Ways in which a call of the store fails. */
const FAILURES = ["before it takes effect", "after it took effect", "as the caller stops"] as const;

test.each(FAILURES)(
  "a rotation that ends at any call of the store, %s, goes on with the next",
  async (failure) => {
    let ends = 0;
    for (let failsAt = 1; ; failsAt += 1) {
      const controller = new AbortController();
      const faulty = failingStore(inMemoryStore(), { failure, controller });
      const { kinds, with: withVault } = testKinds({ store: faulty.store });
      const kept = await keepSome(kinds);
      const rotating = withVault(both);
      faulty.failAt(failsAt);
      const outcome = await rotating.rotate({ signal: controller.signal }).then(
        (count) => count,
        () => undefined,
      );
      faulty.failAt(Infinity);
      if (outcome === undefined) ends += 1;
      // In between every secret can be read, whether it is done or not.
      const between = both.grant({ scope: [], reason: "test" });
      for (const { view, id, secret } of kept) {
        expect(await view(rotating).reveal(id, between)).toBe(secret);
      }
      await rotating.rotate();
      const after = onlyNew.grant({ scope: [], reason: "test" });
      for (const { view, id, secret } of kept) {
        const next = view(withVault(onlyNew));
        expect(await next.reveal(id, after)).toBe(secret);
        const history = await next.memory.history(id);
        expect(history.map(({ version }) => version)).toEqual([2]);
      }
      if (outcome === kept.length) break;
      expect(failsAt).toBeLessThan(100);
    }
    expect(ends).toBeGreaterThan(5);
  },
);

test("two rotations at once, and changes meanwhile, lose nothing", async () => {
  const watched = watchedStore();
  const { kinds, with: withVault } = testKinds({ store: watched.store });
  const kept = await keepSome(kinds);
  const [first] = kept;
  watched.intercept("write", async () => {
    await kinds.memory.update(first?.id ?? "", { importance: 0.9 });
  });
  const counts = await Promise.all([withVault(both).rotate(), withVault(both).rotate()]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(kept.length);
  const capability = onlyNew.grant({ scope: [], reason: "test" });
  for (const { view, id, secret } of kept) {
    expect(await view(withVault(onlyNew)).reveal(id, capability)).toBe(secret);
  }
  expect((await kinds.memory.read(first?.id ?? ""))?.importance).toBe(0.9);
});

test("a secret that is replaced or forgotten meanwhile is left to that", async () => {
  const watched = watchedStore();
  const { kinds, with: withVault } = testKinds({ store: watched.store });
  const [first, second] = await keepSome(kinds);
  watched.intercept("get", async () => {
    await kinds.memory.forget(first?.id ?? "", { purge: true });
    const next = { ids: [second?.id ?? ""], items: [secretFields("newer secret", "Safe")] };
    await kinds.replace("knowledge_vault", next);
  });
  await withVault(both).rotate();
  await withVault(both).rotate();
  expect(await kinds.memory.read(first?.id ?? "")).toBeUndefined();
  const { items } = await kinds.memory.list(ALL);
  expect(new Set(items.map(keyOf))).toEqual(new Set(["second"]));
  expect(items.find(({ id }) => id === second?.id)?.validTo).toBeInstanceOf(Date);
});

test("damaged secrets are named in the end, when all others are done", async () => {
  const { kinds, with: withVault } = testKinds();
  const kept = await keepSome(kinds);
  const damaged = kept.slice(0, 2);
  for (const { view, id } of damaged) {
    const { memory } = view(kinds);
    const value = (await memory.read(id))?.value as object;
    await memory.update(id, {
      value: { ...value, secret: { v: 1, key: "first", iv: "", data: "" } },
    });
  }
  const error = await rejection(() => withVault(both).rotate());
  expect(error.code).toBe("store-failed");
  const ids = damaged.map(({ id }) => id);
  expect(error.message).toMatch(
    /^2 secrets could not be encrypted anew, such as \S+, \S+; 3 others were$/u,
  );
  for (const id of ids) expect(error.message).toContain(id);
  const missing = await rejection(() => withVault(vaultOf("first")).rotate());
  expect(missing.message).toMatch(/^5 secrets could not be encrypted anew/u);
});

test("a secret that a plugin lets nobody change does not keep the others from it", async () => {
  const gate = {
    id: "gate",
    hooks: {
      beforeRemember: ({ content = "" }, { operation = "" }) => {
        const isFixed = operation === "update" && content.startsWith("Door A");
        return isFixed ? { veto: "fixed" } : undefined;
      },
    },
  };
  const { kinds, with: withVault } = testKinds({ plugins: [gate] });
  const [fixed] = await keepSome(kinds);
  const error = await rejection(() => withVault(both).rotate());
  const problem = `1 secrets could not be encrypted anew, such as ${fixed?.id}; 4 others were`;
  expect(error).toMatchObject({ code: "store-failed", message: problem });
});

test("secrets of an import into another scope are opened there only after a rotation", async () => {
  const { kinds, memory, with: withVault } = testKinds();
  const { id } = await keepSecret(kinds, "first secret");
  const below = await keepSecret(kinds.scope("work"), "second secret");
  const lines = [];
  for await (const line of kinds.memory.export()) lines.push(line);
  await memory.scope("ann", "copy").import(lines);
  const copy = withVault(both).scope("copy");
  const capability = both.grant({ scope: [], reason: "test" });
  expect(await rejection(() => copy.reveal(id, capability))).toMatchObject({
    code: "store-failed",
  });
  expect(await rejection(() => copy.rotate())).toMatchObject({ code: "store-failed" });
  expect(await rejection(() => copy.rotate({ from: ["bob"] }))).toMatchObject({
    code: "store-failed",
  });
  expect(await copy.rotate({ from: ["ann"] })).toBe(2);
  expect(await copy.rotate({ from: ["ann"] })).toBe(0);
  expect(await copy.reveal(id, capability)).toBe("first secret");
  expect(await copy.scope("work").reveal(below.id, capability)).toBe("second secret");
});

test("a rotation reads page by page, however many secrets there are", async () => {
  const { store, counts } = watchedStore();
  const { kinds, with: withVault } = testKinds({ store });
  const fields = Array.from({ length: 250 }, (_, index) => {
    return secretFields(`secret number ${index}`, `Door ${index}`);
  });
  for (let start = 0; start < 250; start += 50) {
    await kinds.insert("knowledge_vault", fields.slice(start, start + 50));
  }
  counts.clear();
  expect(await withVault(both).rotate()).toBe(250);
  expect(counts.get("list")).toBe(3);
});

test("options of a rotation that cannot work are refused", async () => {
  const { kinds } = testKinds();
  const wrong = [{ from: "ann" }, { purge: true }, { signal: "now" }];
  for (const options of wrong) {
    const error = await rejection(() => kinds.rotate(options as never));
    expect(error.code).toBe("invalid-input");
  }
});

/** A secret of a test. */
interface Kept {
  readonly id: string;
  readonly secret: string;
  /** Returns the view that it is in. */
  readonly view: (kinds: MemoryKinds) => MemoryKinds;
}

/** Keeps five secrets in two scopes. */
async function keepSome(kinds: MemoryKinds): Promise<readonly Kept[]> {
  const kept: Kept[] = [];
  for (let index = 0; index < 5; index += 1) {
    const view = (all: MemoryKinds): MemoryKinds => (index < 3 ? all : all.scope("work"));
    const secret = `secret number ${index}`;
    const { id } = await keepSecret(view(kinds), secret, `Door ${"ABCDE"[index] ?? ""}`);
    kept.push({ id, secret, view });
  }
  return kept;
}

/** Returns what a rotation must leave as it is. */
function withoutChanges({ version: _v, updatedAt: _at, value, ...rest }: MemoryRecord): object {
  const { secret: _, ...others } = value as { readonly secret: unknown };
  return { ...rest, value: others };
}

/** Makes a store of which one call fails. */
function failingStore(
  inner: CompleteStore,
  how: { readonly failure: (typeof FAILURES)[number]; readonly controller: AbortController },
): { readonly store: CompleteStore; readonly failAt: (call: number) => void } {
  let [calls, failsAt] = [0, Infinity];
  const store = new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const call = value.bind(target) as (...args: readonly unknown[]) => unknown;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        calls += 1;
        if (calls !== failsAt) return call(...args);
        if (how.failure === "after it took effect") await call(...args);
        if (how.failure !== "as the caller stops") throw new Error("the connection broke");
        how.controller.abort(new Error("stopped"));
        return call(...args);
      };
    },
  });
  const failAt = (call: number): void => {
    [calls, failsAt] = [0, call];
  };
  return { store, failAt };
}
