import { MemoryError } from "@kioku/core";
import { expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import type { SqliteStoreOptions } from "../src/index.js";
import { resolveOptions } from "../src/options.js";

test("the defaults are five seconds of patience, full durability and 512 MiB for the mirror", () => {
  const defaults = {
    path: "a.db",
    database: undefined,
    busyTimeoutMs: 5_000,
    durability: "full",
    mirrorBytes: 536_870_912,
  };
  expect(resolveOptions({ path: "a.db" })).toEqual(defaults);
  const absent = {
    path: "a.db",
    database: undefined,
    busyTimeoutMs: undefined,
    durability: undefined,
    mirrorBytes: undefined,
  };
  expect(resolveOptions(absent)).toEqual(defaults);
});

const WRONG: readonly (readonly [unknown, readonly string[]])[] = [
  [undefined, ["object of options", "undefined"]],
  ["memory.db", ["object of options", '"memory.db"']],
  [{}, ["path", "undefined", ":memory:"]],
  [{ path: "" }, ["path", '""']],
  [{ path: 7 }, ["path", "7"]],
  [{ path: "a.db " }, ["path", '"a.db "', "space"]],
  [{ path: "a\0b" }, ["path", "NUL"]],
  [{ path: "a.db", busyTimeoutMs: -1 }, ["busyTimeoutMs", "-1", "0 to 600000"]],
  [{ path: "a.db", busyTimeoutMs: 1.5 }, ["busyTimeoutMs", "1.5"]],
  [{ path: "a.db", busyTimeoutMs: "5" }, ["busyTimeoutMs", '"5"']],
  [{ path: "a.db", busyTimeoutMs: null }, ["busyTimeoutMs", "null"]],
  [{ path: "a.db", mirrorBytes: Number.NaN }, ["mirrorBytes", "NaN", "0 to 4294967295"]],
  [{ path: "a.db", mirrorBytes: 2 ** 32 }, ["mirrorBytes", "4294967296"]],
  [{ path: "a.db", durability: "none" }, ["durability", '"none"', '"full" or "relaxed"']],
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
