import { MemoryError } from "@kioku/core";
import { expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import type { SqliteStoreOptions } from "../src/index.js";
import { resolveOptions } from "../src/options.js";

test("the defaults are five seconds of timeout, full durability and 512 MiB for the index", () => {
  const defaults = {
    path: "a.db",
    database: undefined,
    busyTimeoutMs: 5_000,
    durability: "full",
    indexBytes: 536_870_912,
  };
  expect(resolveOptions({ path: "a.db" })).toEqual(defaults);
  const absent = {
    path: "a.db",
    database: undefined,
    busyTimeoutMs: undefined,
    durability: undefined,
    indexBytes: undefined,
  };
  expect(resolveOptions(absent)).toEqual(defaults);
});

const WRONG: readonly (readonly [unknown, readonly string[]])[] = [
  [undefined, ["sqliteStore must be an object", "undefined"]],
  ["memory.db", ["sqliteStore must be an object", '"memory.db"']],
  [{}, ["path", "undefined", ":memory:"]],
  [{ path: "" }, ["path", '""']],
  [{ path: 7 }, ["path", "7"]],
  [{ path: "a.db " }, ["path", '"a.db "', "space"]],
  [{ path: "a\0b" }, ["path", "NUL"]],
  [{ path: "a.db", busyTimeoutMs: -1 }, ["busyTimeoutMs", "-1", "at least 0 and at most 600000"]],
  [{ path: "a.db", busyTimeoutMs: 1.5 }, ["busyTimeoutMs", "1.5"]],
  [{ path: "a.db", busyTimeoutMs: "5" }, ["busyTimeoutMs", '"5"']],
  [{ path: "a.db", busyTimeoutMs: null }, ["busyTimeoutMs", "null"]],
  [
    { path: "a.db", indexBytes: Number.NaN },
    ["indexBytes", "NaN", "at least 0 and at most 4294967295"],
  ],
  [{ path: "a.db", indexBytes: 2 ** 32 }, ["indexBytes", "4294967296"]],
  [{ path: "a.db", durability: "none" }, ["durability", '"none"', "one of full, relaxed"]],
  [{ path: "a.db", timeout: 5 }, ['"timeout"', "path, database, busyTimeoutMs, durability"]],
];

test.each(WRONG)(
  "the options %j are refused with their name and what is allowed",
  (given, words) => {
    let thrown: unknown;
    try {
      sqliteStore(given as SqliteStoreOptions);
    } catch (error) {
      thrown = error;
    }
    expect(MemoryError.is(thrown, "invalid-input")).toBe(true);
    for (const word of words) expect(String(thrown)).toContain(word);
  },
);
