import { inMemoryStore, MemoryError } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { expect, onTestFinished, test } from "vitest";

import { fuzzMemory } from "../../src/index.js";
import { replace } from "../../src/support/replace.js";
import { allRecords } from "../broken/break-store.js";

/** Set `KIOKU_FUZZ=1000000` for more. */
const CASES = Number(
  process.env["KIOKU_FUZZ"] ?? (process.env["KIOKU_TEST_SIZE"] === "full" ? 4_000 : 1_500),
);

test(
  "hostile arguments lead to an answer or a typed error, and to nothing else",
  async () => {
    const report = await fuzzMemory(inMemoryStore, { cases: CASES });
    expect(report).toMatchObject({ cases: CASES });
    // Neither all refused nor all let through: both paths are fuzzed.
    expect(report.answered).toBeGreaterThan(CASES / 10);
    expect(report.refused["invalid-input"]).toBeGreaterThan(CASES / 10);
    expect(report.refused["not-found"]).toBeGreaterThan(0);
    expect(report.aborted).toBeGreaterThan(0);
  },
  300_000 + CASES * 100,
);

function run(seed: number): ReturnType<typeof fuzzMemory> {
  return fuzzMemory(inMemoryStore, { cases: 600, seed });
}

test("the same seed makes the same calls", async () => {
  const [one, again, other] = [await run(5), await run(5), await run(6)];
  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
});

interface Defect {
  readonly name: string;
  readonly breakStore: (store: CompleteStore) => CompleteStore;
  readonly tells: RegExp;
}

/** Makes a store whose listings fail with this. */
function failing(make: (store: CompleteStore) => Promise<Error>): Defect["breakStore"] {
  return (store) => {
    let lists = 0;
    return replace(store, {
      list: async (request, options) => {
        lists += 1;
        // Not those of the harness at the start.
        if (lists > 50) throw await make(store);
        return store.list(request, options);
      },
    });
  };
}

const DEFECTS: readonly Defect[] = [
  {
    name: "fails with the driver's own error",
    breakStore: failing(async () => new Error("no such column: x")),
    tells: /caused by Error: no such column/u,
  },
  {
    name: "fails as if it was broken",
    breakStore: failing(async () => new MemoryError("store-failed", "broken")),
    tells: /code store-failed/u,
  },
  {
    name: "shows SQL",
    breakStore: failing(async () => new MemoryError("invalid-input", "SELECT id failed")),
    tells: /SQL in the message/u,
  },
  {
    name: "shows what somebody remembers",
    breakStore: failing(async (store) => {
      const records = await allRecords(store);
      return new MemoryError("conflict", `met ${records.map(({ content }) => content).join()}`);
    }),
    tells: /the message tells zq|a message of/u,
  },
  {
    name: "shows where its file is",
    breakStore: failing(async () => new MemoryError("invalid-input", "in /var/secret.db")),
    tells: /the message tells \/var\/secret\.db/u,
  },
  {
    name: "quotes what it was given whole",
    breakStore: failing(async () => new MemoryError("invalid-input", "x".repeat(5_000))),
    tells: /a message of 5000 characters/u,
  },
  {
    name: "lets members get into all objects",
    breakStore: (store) =>
      replace(store, {
        write: (ops, options) => {
          const polluted = ops.some(
            (op) => op.op === "put" && "constructor" in { ...op.record.metadata },
          );
          if (polluted && Object.hasOwn(opsMetadata(ops), "constructor")) {
            Reflect.set(Object.prototype, "polluted", true);
          }
          return store.write(ops, options);
        },
      }),
    tells: /prototype of all objects/u,
  },
  {
    name: "deletes in every scope",
    breakStore: (store) =>
      replace(store, {
        deleteWhere: (selection, options) =>
          store.deleteWhere({ ...selection, within: [[]], reach: "below" }, options),
      }),
    tells: /a scope that was not called has changed/u,
  },
  {
    name: "finds nothing any more",
    breakStore: (store) => replace(store, { search: () => Promise.resolve([]) }),
    tells: /afterwards .*recall finds it/u,
  },
  {
    name: "keeps other text than it was given",
    breakStore: (store) =>
      replace(store, {
        write: (ops, options) =>
          store.write(
            ops.map((op) =>
              op.op === "put"
                ? {
                    ...op,
                    record: { ...op.record, content: op.record.content.trim().normalize("NFC") },
                  }
                : op,
            ),
            options,
          ),
      }),
    tells: /it reads as written/u,
  },
];

function opsMetadata(ops: Parameters<CompleteStore["write"]>[0]): object {
  return Object.assign(
    {},
    ...ops.map((op) => (op.op === "put" ? op.record.metadata : {})),
  ) as object;
}

test.each(DEFECTS)(
  "a store that $name is caught, with seed and number of the case",
  async (defect) => {
    onTestFinished(() => void Reflect.deleteProperty(Object.prototype, "polluted"));
    const fuzzing = fuzzMemory(() => defect.breakStore(inMemoryStore()), {
      cases: 5_000,
      seed: 9,
      hidden: ["/var/secret.db"],
    });
    const error: unknown = await fuzzing.catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/seed 9, case \d+/u);
    expect(String(error)).toMatch(defect.tells);
  },
);
