import type { Case } from "../cases.js";
import type { ConformanceOutcome, ModelRequirement } from "../conformance-case.js";
import { Patience, withPatience } from "./patience.js";
import type { PatienceOptions } from "./patience.js";

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
