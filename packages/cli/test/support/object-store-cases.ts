import { rejection } from "@kioku/testing/support";
import { expect } from "vitest";

import type { ObjectStore } from "../../src/backup/object-store.js";
import { bySize } from "./by-size.js";

/** A behaviour of every object store, run on an empty one. */
export interface ObjectStoreCase {
  /** A sentence about behaviour. */
  readonly name: string;
  /** Rejects if the store behaves otherwise. */
  readonly run: (store: ObjectStore) => Promise<void>;
}

const BODY = Uint8Array.from({ length: 300 }, (_, index) => index);
const KEYS = bySize(1_100, 30);

/** Behaviour that backups rely on. */
export const OBJECT_STORE_CASES: readonly ObjectStoreCase[] = [
  {
    name: "what was put is read again byte by byte, whatever the bytes",
    run: async (store) => {
      await store.put("parts/a/00001", BODY);
      expect(same(await store.get("parts/a/00001"), BODY)).toBe(true);
      const large = new Uint8Array(2 ** 20 + 1).map((_, index) => index * 7);
      await store.put("parts/a/00002", large);
      expect(same(await store.get("parts/a/00002"), large)).toBe(true);
      expect(same(await store.get("parts/a/00001"), BODY)).toBe(true);
    },
  },
  {
    name: "an object that is not there is undefined, and nothing else",
    run: async (store) => {
      expect(await store.get("manifests/none.json")).toBeUndefined();
      await store.put("manifests/one.json", BODY);
      expect(await store.get("manifests/one.jso")).toBeUndefined();
      expect(await store.get("manifests")).toBeUndefined();
      expect(await store.get("manifests/one.json/more")).toBeUndefined();
    },
  },
  {
    name: "an object of no bytes is there",
    run: async (store) => {
      await store.put("empty", new Uint8Array());
      expect((await store.get("empty"))?.length).toBe(0);
      expect(await listed(store, "")).toEqual([{ key: "empty", bytes: 0 }]);
    },
  },
  {
    name: "a put replaces what is there, also by less",
    run: async (store) => {
      await store.put("a", BODY);
      await store.put("a", BODY.subarray(7, 9));
      expect(same(await store.get("a"), BODY.subarray(7, 9))).toBe(true);
      expect(await listed(store, "")).toEqual([{ key: "a", bytes: 2 }]);
    },
  },
  {
    name: "a part of a larger buffer is stored as that part",
    run: async (store) => {
      const part = new Uint8Array(BODY.buffer, 100, 50);
      await store.put("a", part);
      expect(same(await store.get("a"), part)).toBe(true);
    },
  },
  {
    name: "with ifAbsent an object that is there stays, and the put is a conflict",
    run: async (store) => {
      await store.put("manifests/a.json", BODY, { ifAbsent: true });
      const again = async (): Promise<void> =>
        store.put("manifests/a.json", BODY.subarray(1), { ifAbsent: true });
      const refused = await rejection(again);
      expect(refused).toMatchObject({ name: "MemoryError", code: "conflict", retryable: false });
      expect(same(await store.get("manifests/a.json"), BODY)).toBe(true);
      await store.delete("manifests/a.json");
      await store.put("manifests/a.json", BODY.subarray(1), { ifAbsent: true });
      expect(same(await store.get("manifests/a.json"), BODY.subarray(1))).toBe(true);
    },
  },
  {
    name: "a list has the keys of a prefix with their lengths, in order",
    run: async (store) => {
      for (const key of ["parts/b/1", "parts/a/2", "parts/a/1", "part", "partsx/1"]) {
        await store.put(key, BODY.subarray(0, key.length));
      }
      const parts = ["parts/a/1", "parts/a/2", "parts/b/1"];
      expect(await listed(store, "parts/")).toEqual(parts.map((key) => ({ key, bytes: 9 })));
      expect(await keysOf(store, "parts/a/")).toEqual(["parts/a/1", "parts/a/2"]);
      expect(await keysOf(store, "")).toEqual(["part", ...parts, "partsx/1"]);
      expect(await keysOf(store, "parts/c/")).toEqual([]);
      expect(await keysOf(store, "nothing")).toEqual([]);
    },
  },
  {
    name: "a list may be left in the middle",
    run: async (store) => {
      for (const key of ["a", "b", "c"]) await store.put(key, BODY);
      for await (const { key } of store.list("")) {
        expect(key).toBe("a");
        break;
      }
      expect(await keysOf(store, "")).toEqual(["a", "b", "c"]);
    },
  },
  {
    name: `a list of ${KEYS} objects is whole`,
    run: async (store) => {
      const keys = Array.from(
        { length: KEYS },
        (_, index) => `n/${String(index).padStart(5, "0")}`,
      );
      for (let start = 0; start < KEYS; start += 20) {
        const some = keys.slice(start, start + 20);
        await Promise.all(some.map(async (key) => store.put(key, new Uint8Array())));
      }
      expect(await keysOf(store, "n/")).toEqual(keys);
    },
  },
  {
    name: "a deleted object is gone, and deleting it again is harmless",
    run: async (store) => {
      await store.put("a/b", BODY);
      await store.put("a/c", BODY);
      await store.delete("a/b");
      await store.delete("a/b");
      await store.delete("never/there");
      expect(await store.get("a/b")).toBeUndefined();
      expect(await keysOf(store, "")).toEqual(["a/c"]);
    },
  },
  {
    name: "unusual keys are kept apart",
    run: async (store) => {
      const long = "x".repeat(200);
      const keys = ["-a", "A", "_", "a.b..c", "a...", `b/${long}/${long}`, "b/c/d/e/f/g/h"];
      for (const [index, key] of keys.entries()) await store.put(key, BODY.subarray(0, index));
      for (const [index, key] of keys.entries()) {
        expect((await store.get(key))?.length).toBe(index);
      }
      expect(new Set(await keysOf(store, ""))).toEqual(new Set(keys));
    },
  },
  {
    name: "keys that could lead elsewhere are refused",
    run: async (store) => {
      for (const key of [
        "",
        "/a",
        "a/",
        "a//b",
        "../a",
        "a/../b",
        ".",
        "a b",
        "a?b",
        "ä",
        "a\\b",
      ]) {
        for (const call of [
          async () => store.put(key, BODY),
          async () => store.get(key),
          async () => store.delete(key),
        ]) {
          expect(await rejection(call)).toMatchObject({ code: "invalid-input" });
        }
      }
      expect(await keysOf(store, "")).toEqual([]);
    },
  },
  {
    name: "an aborted call rejects with the reason and changes nothing",
    run: async (store) => {
      const signal = AbortSignal.abort(new Error("enough"));
      await store.put("a", BODY);
      for (const call of [
        async () => store.put("b", BODY, { signal }),
        async () => store.get("a", { signal }),
        async () => store.delete("a", { signal }),
        async () => keysOf(store, "", signal),
      ]) {
        await expect(call()).rejects.toBe(signal.reason);
      }
      expect(await keysOf(store, "")).toEqual(["a"]);
    },
  },
  {
    name: "uploads at the same time do not disturb each other",
    run: async (store) => {
      const keys = Array.from({ length: 12 }, (_, index) => `parts/x/${index}`);
      await Promise.all(keys.map(async (key, index) => store.put(key, BODY.subarray(index))));
      const bodies = await Promise.all(keys.map(async (key) => store.get(key)));
      expect(bodies.map((body) => body?.length)).toEqual(keys.map((_, index) => 300 - index));
    },
  },
  {
    name: "the name says where it is",
    run: async (store) => {
      expect(store.name).toMatch(/^(?:s3:\/\/|\/|[A-Z]:\\)/u);
    },
  },
];

async function listed(store: ObjectStore, prefix: string): Promise<object[]> {
  const found = [];
  for await (const { key, bytes } of store.list(prefix)) found.push({ key, bytes });
  return found;
}

async function keysOf(store: ObjectStore, prefix: string, signal?: AbortSignal): Promise<string[]> {
  const found = [];
  for await (const { key } of store.list(prefix, { signal })) found.push(key);
  return found;
}

function same(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0;
}
