/** @module-tag long */
import { inMemoryStore } from "@kioku/core";
import type { CompleteStore, WriteOp, WriteResult } from "@kioku/core/toolkit";
import { hashText } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { faultSchedules } from "../src/index.js";
import type { FaultSchedulesReport } from "../src/index.js";

const SCHEDULES = Number(process.env["KIOKU_FAULT_SCHEDULES"] ?? 300);

test(
  "after any schedule of failures nothing is lost, doubled, pending or on the wrong text",
  { timeout: 300_000 + SCHEDULES * 200 },
  async () => {
    const report = await faultSchedules(inMemoryStore, { schedules: SCHEDULES });
    expect(report.schedules).toBe(SCHEDULES);
    expectSomethingOf(report);
  },
);

test("a seed does the same again", async () => {
  const options = { schedules: 20, seed: 500 };
  const first = await faultSchedules(inMemoryStore, options);
  expect(await faultSchedules(inMemoryStore, options)).toEqual(first);
});

/** Stores that are wrong in one way, and what the schedules say of it. */
const BROKEN: readonly (readonly [string, (store: CompleteStore) => Writing, RegExp])[] = [
  ["puts a vector on whatever text is there now", forgetsTextHash, /vector/u],
  [
    "loses a write that it acknowledged",
    losesWrites,
    /not found by its words|records are those|made one version/u,
  ],
  ["keeps the vectors of a text that is gone", keepsOldVectors, /vector/u],
  ["finds no duplicates", doubles, /written twice|not written/u],
  ["does not index the words of what has no vector", skipsWords, /not found by its words/u],
];

test.each(BROKEN)("a store that %s is caught, with a seed that shows it", async (_, ...given) => {
  const [breakWrite, message] = given;
  const createStore = (): CompleteStore => {
    const store = inMemoryStore();
    return replaced(store, breakWrite(store));
  };
  const failure = await failureOf(createStore, { schedules: 300 });
  expect(failure.message).toMatch(message);
  const [, seed] = /^fault schedule of seed (\d+): /u.exec(failure.message) ?? [];
  const again = await failureOf(createStore, { schedules: 1, seed: Number(seed) });
  expect(again.message).toBe(failure.message);
});

type Writing = Partial<Pick<CompleteStore, "write" | "get">>;

async function failureOf(...given: Parameters<typeof faultSchedules>): Promise<Error> {
  try {
    await faultSchedules(...given);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("expected the schedules to fail");
}

/** Whatever happens in many schedules has happened. */
function expectSomethingOf(report: FaultSchedulesReport): void {
  const { stored, queued, duplicates, rejected, retried, reindexed, reopened, faults } = report;
  for (const count of [stored, queued, duplicates, rejected, retried, reindexed, reopened]) {
    expect(count).toBeGreaterThan(0);
  }
  expect(faults.size).toBe(22);
}

function replaced(store: CompleteStore, members: Writing): CompleteStore {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(Object.hasOwn(members, name) ? members : target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}

function forgetsTextHash(store: CompleteStore): Writing {
  return {
    write: async (ops, options) => {
      const now = new Date(0);
      const anyText = await Promise.all(
        ops.map(async (op): Promise<WriteOp> => {
          if (op.op !== "embed") return op;
          const [record] = await store.get([op], { now });
          return record ? { ...op, textHash: hashText(record.content) } : op;
        }),
      );
      return store.write(anyText, options);
    },
  };
}

function losesWrites(store: CompleteStore): Writing {
  let writes = 0;
  return {
    write: async (ops, options) => {
      writes += 1;
      const [op] = ops;
      if (writes % 7 !== 0 || ops.length !== 1 || op?.op !== "put")
        return store.write(ops, options);
      return [{ applied: true, record: op.record }];
    },
  };
}

function keepsOldVectors(store: CompleteStore): Writing {
  return {
    write: async (ops, options) => {
      const kept = await Promise.all(ops.map((op) => withOldVector(store, op)));
      return store.write(kept, options);
    },
  };
}

async function withOldVector(store: CompleteStore, op: WriteOp): Promise<WriteOp> {
  if (op.op !== "put" || typeof op.search !== "object" || op.search.vectors.length > 0) return op;
  const space = { id: "fault/a@16", dimensions: 16 };
  const [values] = await store.vectors(space.id, [op.record]);
  return values ? { ...op, search: { ...op.search, vectors: [{ space, values }] } } : op;
}

function doubles(store: CompleteStore): Writing {
  return {
    write: (ops, options) => store.write(changePuts(ops, { unlessDuplicate: false }), options),
    get: async (refs, options) => {
      const found = await store.get(refs, options);
      return found.map((record, index) =>
        "contentHash" in (refs[index] ?? {}) ? undefined : record,
      );
    },
  };
}

function skipsWords(store: CompleteStore): Writing {
  return {
    write: (ops, options): Promise<readonly WriteResult[]> =>
      store.write(
        ops.map((op) =>
          op.op === "put" && typeof op.search === "object" && op.search.vectors.length === 0
            ? { ...op, search: { ...op.search, terms: [] } }
            : op,
        ),
        options,
      ),
  };
}

function changePuts(
  ops: readonly WriteOp[],
  change: { readonly unlessDuplicate: boolean },
): readonly WriteOp[] {
  return ops.map((op) => (op.op === "put" ? { ...op, ...change } : op));
}
