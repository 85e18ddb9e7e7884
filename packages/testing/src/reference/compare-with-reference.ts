import { AssertionError } from "node:assert/strict";

import { completeStore } from "@kioku/core/toolkit";

import type { CreateStore } from "../store/store-conformance.js";
import { Picker } from "../support/picker.js";
import { BothStores } from "./both-stores.js";
import { checkUpkeep } from "./check-upkeep.js";
import { QUESTIONS, type ComparedQuestion } from "./random-questions.js";
import { randomWrites } from "./random-writes.js";

/** Options of `compareWithReference`. */
export interface CompareWithReferenceOptions {
  /**
   * Number of questions by sort. A sort that is not named is not asked.
   * @defaultValue 200 of every sort
   */
  readonly questions?: Readonly<Partial<Record<ComparedQuestion, number>>>;
  /** The same seed writes and asks the same. @defaultValue 1 */
  readonly seed?: number;
  /**
   * Largest difference of a score to that of the reference; other numbers have to be the same.
   * @defaultValue 1e-6
   */
  readonly tolerance?: number;
}

/** Counts of what was compared; a report means that all answers were the same. */
export interface CompareWithReferenceReport {
  /** Ops that were written to both stores. */
  readonly writes: number;
  /** Questions asked, by sort. */
  readonly questions: Readonly<Record<string, number>>;
}

/**
 * Writes the same random records, deletions, imports and tombstones to a store and to the in-memory
 * reference, asks both the same random questions, then reads, drops and sweeps everything. Rejects
 * with an `AssertionError` as soon as an outcome or an answer differs. The message has the seed and
 * the question.
 * @param create - Makes a store that is empty and not yet open; it is closed in the end.
 */
export async function compareWithReference(
  create: CreateStore,
  options: CompareWithReferenceOptions = {},
): Promise<CompareWithReferenceReport> {
  const { seed = 1, tolerance = 1e-6, questions = everySort() } = options;
  const picker = new Picker(seed);
  const both = new BothStores(completeStore(await create()), tolerance);
  try {
    await both.open();
    const ops = randomWrites(picker);
    await both.write(ops);
    for (const [sort, times] of Object.entries(questions)) {
      for (let time = 0; time < times; time += 1) {
        await both.check(QUESTIONS[sort as ComparedQuestion](picker));
      }
    }
    await checkUpkeep(both, picker, Math.min(questions["searches by vector"] ?? 0, 20));
    return { writes: ops.length, questions };
  } catch (cause) {
    if (!(cause instanceof AssertionError)) throw cause;
    const { actual, expected } = cause;
    throw new AssertionError({ message: `seed ${seed}: ${cause.message}`, actual, expected });
  } finally {
    await both.close();
  }
}

function everySort(): Readonly<Partial<Record<ComparedQuestion, number>>> {
  return Object.fromEntries(Object.keys(QUESTIONS).map((sort) => [sort, 200]));
}
