import { MemoryError } from "@kioku/core";
import type { PutOp, SpaceVector } from "@kioku/core/toolkit";
import type { KillTarget } from "@kioku/servers/kill-rounds";
import { postgresStore } from "@kioku/store-postgres";
import type { Dialect, PostgresStore } from "@kioku/store-postgres";
import { putOp, searchEntry, spaceVector, testId, testRecord } from "@kioku/testing";

/** Deliberate defect. */
export interface StoreTargetOptions {
  /** Acknowledge a write when the next begins, before it is done; this has to be found. */
  readonly acknowledgesEarly?: boolean;
  /** Dialect of the store. */
  readonly dialect?: Dialect;
}

/** Schema of the store. */
export const STORE_SCHEMA = "kioku";

const SPACE = { id: "kill", dimensions: 32 };
const SCOPES = 12;
/** Records of one transaction. */
const BATCH = 3;

/** A store on the server, and what its writes must have left there. */
export function storeTarget(
  url: string,
  { acknowledgesEarly = false, dialect }: StoreTargetOptions,
): KillTarget {
  let store: PostgresStore;
  return {
    open: async () => {
      store = postgresStore({
        connectionString: url,
        schema: STORE_SCHEMA,
        dialect,
        onWarning: () => undefined,
      });
      await store.open();
    },
    write: async (number) => {
      const written = store.write(batchOf(number));
      if (!acknowledgesEarly) await written;
      else {
        written.catch(() => undefined);
        // Another write goes by, so that the server is kept busy.
        await store.spaces();
      }
    },
    mayBeTriedAgain: (error) => MemoryError.is(error, "store-unavailable") && error.retryable,
    check: async (acknowledged, from) => {
      const last = Math.max(0, ...acknowledged);
      const lost: string[] = [];
      const torn: string[] = [];
      // Some with higher numbers were in progress at the kill.
      for (let number = from; number <= last + 100; number += 1) {
        const parts = await partsOf(store, number);
        if (parts === 0 && acknowledged.has(number)) lost.push(`${number} is lost`);
        if (parts > 0 && parts < 3 * BATCH) torn.push(`${number} is torn: ${parts} parts`);
      }
      return { lost, torn };
    },
    close: async () => store.close(),
  };
}

function batchOf(number: number): PutOp[] {
  return idsOf(number).map((index) => {
    const content = `memory ${number} of the server, part ${index}`;
    const record = testRecord(index, { scope: scopeOf(number), content });
    return putOp(record, { search: searchEntry(content, [vectorOf(index)]) });
  });
}

/** Counts the records, vectors and histories of a batch that are there as they were written. */
async function partsOf(store: PostgresStore, number: number): Promise<number> {
  const refs = idsOf(number).map((index) => ({ scope: scopeOf(number), id: testId(index) }));
  const records = await store.get(refs, { now: testRecord(0).createdAt });
  const vectors = await store.vectors(SPACE.id, refs);
  const histories = await Promise.all(refs.map((ref) => store.history(ref)));
  const expected = batchOf(number);
  return expected.reduce((parts, { record }, index) => {
    const written = vectorOf(numberAt(number, index)).values;
    const isRecord = JSON.stringify(records[index]) === JSON.stringify(record);
    const isVector = String(vectors[index]) === String(written);
    const isHistory = histories[index]?.length === 1;
    return parts + Number(isRecord) + Number(isVector) + Number(isHistory);
  }, 0);
}

function idsOf(number: number): number[] {
  return Array.from({ length: BATCH }, (_, part) => numberAt(number, part));
}

function numberAt(number: number, part: number): number {
  return number * BATCH + part;
}

function scopeOf(number: number): string[] {
  return ["kill", `tenant ${number % SCOPES}`];
}

function vectorOf(index: number): SpaceVector {
  const values = Array.from({ length: SPACE.dimensions }, (_, at) => Math.sin(index * 31 + at));
  return spaceVector(SPACE, values);
}
