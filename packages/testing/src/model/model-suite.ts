import type { Schedule } from "@kioku/core";
import { checkBoolean, checkFunction, checkNumber, waitedTimer } from "@kioku/core/toolkit";

import type { Case, ConformanceOutcome, ModelRequirement } from "../conformance-case.js";
import { Patience, withPatience, type PatienceOptions } from "./calls.js";

/** Options of the suites of embedders and of rerankers. */
export interface ModelConformanceOptions {
  /** Number of characters of the long text. @defaultValue `100_000` */
  readonly longText?: number;
  /**
   * Number of calls at once. An implementation that takes fewer has to let the others wait.
   * @defaultValue `24`
   */
  readonly concurrency?: number;
  /**
   * Claims that a call with much to do stops when it is aborted, instead of being done. The claim
   * is checked.
   * @defaultValue `false`
   */
  readonly stopsUnderWay?: boolean;
  /**
   * Milliseconds after which a call fails its case; more than loading a model takes.
   * @defaultValue `60_000`
   */
  readonly patienceMs?: number;
  /** Says when the patience is over. @defaultValue `setTimeout` */
  readonly schedule?: Schedule;
}

/** The same with every default. */
export interface CommonOptions extends PatienceOptions {
  readonly longText: number;
  readonly concurrency: number;
  readonly stopsUnderWay: boolean;
}

/** The names of the members of `ModelConformanceOptions`. */
export const COMMON_MEMBERS: readonly string[] = [
  "longText",
  "concurrency",
  "stopsUnderWay",
  "patienceMs",
  "schedule",
];

/** Checks the options and fills in the defaults. @throws `invalid-input` for one that is wrong. */
export function resolveCommonOptions(
  options: ModelConformanceOptions,
  owner: string,
): CommonOptions {
  const { longText = 100_000, concurrency = 24, patienceMs = 60_000 } = options;
  const { stopsUnderWay = false, schedule = waitedTimer } = options;
  checkNumber(longText, `${owner}: longText`, { min: 1_000, integer: true });
  checkNumber(concurrency, `${owner}: concurrency`, { min: 2, integer: true });
  checkNumber(patienceMs, `${owner}: patienceMs`, { above: 0 });
  checkBoolean(stopsUnderWay, `${owner}: stopsUnderWay`);
  checkFunction(schedule, `${owner}: schedule`);
  return { longText, concurrency, patienceMs, stopsUnderWay, schedule };
}

/** Member that embedders and rerankers have in common. */
interface Closable {
  readonly close?: () => Promise<void>;
}

/** Arguments of a case; everything that it makes is closed when it has ended. */
export interface ModelSubject<Model, Options> {
  /** A fresh one. */
  readonly model: Model;
  /** Makes another one. */
  readonly create: () => Promise<Model>;
  /** The options of the suite, with their defaults. */
  readonly options: Options;
}

/** A case of a suite, before it is bound to what it tests. */
export type ModelCase<Model, Options> = Case<ModelSubject<Model, Options>, ModelRequirement>;

/** Parts of a suite. */
export interface ModelSuite<Model, Options> {
  readonly create: () => Model | Promise<Model>;
  readonly options: Options;
  /** The first requirement that is not met. */
  readonly missing: (
    requires: readonly ModelRequirement[],
    model: Model,
  ) => ModelRequirement | undefined;
}

/** Runs one case on a fresh embedder or reranker, and closes all that it made. */
export async function runModelCase<Model extends Closable, Options extends PatienceOptions>(
  one: ModelCase<Model, Options>,
  { create, options, missing }: ModelSuite<Model, Options>,
): Promise<ConformanceOutcome> {
  const made: Model[] = [];
  const patience = new Patience(options);
  const createTracked = async (): Promise<Model> => {
    const model = withPatience(await create(), patience);
    made.push(model);
    return model;
  };
  const closeAll = (): readonly Promise<void>[] => made.map(async (model) => model.close?.());
  try {
    const model = await createTracked();
    const lacking = missing(one.requires, model);
    if (lacking) {
      await Promise.all(closeAll());
      return { status: "skipped", missing: lacking };
    }
    await one.check({ model, create: createTracked, options });
  } catch (error) {
    // The first failure counts, not that closing fails as well.
    await Promise.allSettled(closeAll());
    throw error;
  }
  await Promise.all(closeAll());
  return { status: "passed" };
}
