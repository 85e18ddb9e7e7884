import { MemoryError } from "@kioku/core";
import { expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import type { SqliteStoreOptions } from "../src/index.js";
import { resolveOptions } from "../src/options.js";

test("the defaults are five seconds of patience and 256 MiB of vectors", () => {
  const defaults = { path: "a.db", busyTimeoutMs: 5_000, residentBytes: 268_435_456 };
  expect(resolveOptions({ path: "a.db" })).toEqual(defaults);
  const absent = { path: "a.db", busyTimeoutMs: undefined, residentBytes: undefined };
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
  [{ path: "a.db", residentBytes: Number.NaN }, ["residentBytes", "NaN", "0 to 2147483648"]],
  [{ path: "a.db", residentBytes: 2 ** 31 + 1 }, ["residentBytes", "2147483649"]],
  [{ path: "a.db", timeout: 5 }, ['"timeout"', "path, busyTimeoutMs, residentBytes"]],
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
