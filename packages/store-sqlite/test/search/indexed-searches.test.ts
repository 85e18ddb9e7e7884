/** @module-tag long */
import type { CompleteStore, SearchLeg, SearchRequest, WriteOp } from "@kioku/core/toolkit";
import {
  Picker,
  RANDOM_SCOPES,
  RANDOM_SPACE,
  randomInstant,
  randomPut,
  randomSelection,
  randomUnit,
} from "@kioku/testing";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { testSeed } from "../support/random.js";
import { temporaryFile } from "../support/temporary-directory.js";

const seed = testSeed();
/** Some hundred in each scope, so that each is worth an index. */
const RECORDS = 3_000;
const TERMS = ["cat", "dog", "user", "editor", "猫", "咖", "咖啡", "nothing", "2024-01-02"];

/** The existing records, so that versions and deletions fit. */
class Records {
  readonly #picker: Picker;
  readonly #puts = new Map<number, WriteOp & { readonly op: "put" }>();
  readonly #deleted = new Set<number>();

  constructor(picker: Picker) {
    this.#picker = picker;
  }

  /** A record that never was, or the next version of one that is there. */
  put(n: number): WriteOp | undefined {
    if (this.#deleted.has(n)) return undefined;
    const before = this.#puts.get(n);
    const made = randomPut(this.#picker, n);
    if (!before) {
      this.#puts.set(n, made);
      return made;
    }
    const { scope, version, expiresAt } = before.record;
    // Expired records make way for new ones.
    const hasExpired = expiresAt !== undefined && expiresAt <= made.record.updatedAt;
    const next = hasExpired ? 1 : version + 1;
    const record = { ...made.record, scope, version: next };
    const change = hasExpired ? "created" : "updated";
    const put: WriteOp & { readonly op: "put" } = { ...made, record, change };
    this.#puts.set(n, put);
    return put;
  }

  /** Deletes it, with or without a trace. */
  delete(n: number): WriteOp | undefined {
    const before = this.#puts.get(n);
    if (!before || this.#deleted.has(n)) return undefined;
    this.#deleted.add(n);
    const { scope, id } = before.record;
    const purge = this.#picker.chance(0.5);
    return { op: "delete", scope, id, at: randomInstant(this.#picker), purge };
  }
}

function randomRequest(picker: Picker): SearchRequest {
  const vector: SearchLeg = {
    type: "vector",
    space: picker.chance(0.95) ? RANDOM_SPACE.id : "unknown",
    values: randomUnit(picker, RANDOM_SPACE.dimensions),
    limit: picker.one([1, 10, 400, 5_000]),
  };
  const terms = TERMS.filter(() => picker.chance(0.3));
  const expansion = picker.chance(0.5)
    ? { weights: terms.map(() => picker.one([1, 0.7, 0.1])), originals: 1 }
    : {};
  const text: SearchLeg = { type: "text", terms, ...expansion };
  const legs = picker.chance(0.3) ? [vector] : [vector, text];
  return {
    legs: picker.chance(0.5) ? legs : legs.toReversed(),
    selection: randomSelection(picker),
    limit: picker.one([1, 7, 50, 5_000]),
    around: picker.one([0, 0, 1, 3]),
  };
}

async function openAll(path: string): Promise<readonly CompleteStore[]> {
  const stores = [{}, {}, { indexBytes: 0 }].map((options) => sqliteStore({ path, ...options }));
  for (const store of stores) await store.open();
  return stores;
}

test(`indexes find what the database finds, whoever writes (seed ${seed})`, async () => {
  const picker = new Picker(seed);
  const [store, other, plain] = await openAll(temporaryFile());
  if (!store || !other || !plain) throw new Error("three stores");
  const records = new Records(picker);
  await store.write(Array.from({ length: RECORDS }, (_, n) => records.put(n)).filter((op) => !!op));
  // So that indexes are there from the beginning.
  for (const scope of RANDOM_SCOPES) {
    for (const reach of ["here", "below"] as const) {
      const legs = [
        { type: "vector", space: RANDOM_SPACE.id, values: randomUnit(picker, 8) },
      ] as const;
      for (let time = 0; time < 2; time += 1) {
        await store.search({ legs, limit: 1, selection: { within: [scope], reach } });
      }
    }
  }
  let next = RECORDS;
  for (let round = 0; round < 60; round += 1) {
    const ops = Array.from({ length: picker.integer(picker.chance(0.1) ? 400 : 12) }, () => {
      if (picker.chance(0.3)) return records.delete(picker.integer(next));
      next += 1;
      return records.put(picker.chance(0.5) ? picker.integer(next) : next);
    });
    await (picker.chance(0.7) ? store : other).write(ops.filter((op) => op !== undefined));
    for (let question = 0; question < 4; question += 1) {
      const request = randomRequest(picker);
      const expected = await plain.search(request);
      const found = await store.search(request);
      expect({ request, found }).toEqual({ request, found: expected });
      // A condition that is asked again is answered from what is remembered.
      expect(await store.search(request)).toEqual(expected);
    }
  }
  for (const one of [store, other, plain]) await one.close();
});
