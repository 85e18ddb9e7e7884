import { afterAll } from "vitest";

interface Closable {
  readonly close?: () => Promise<void>;
}

/** Models for the cases of a suite: to load one for each case takes most of the time. */
export interface SharedModels<Model> {
  /** Returns a model that no other call since the last `reset` got. Closing it does nothing. */
  readonly create: () => Model;
  /** Lets the next case have the models of the last one. */
  readonly reset: () => void;
}

/** Shares loaded models between cases, and closes them after the tests of the file. */
export function sharedModels<Model extends Closable>(create: () => Model): SharedModels<Model> {
  const models: Model[] = [];
  let used = 0;
  afterAll(() => Promise.all(models.map(async (model) => model.close?.())));
  return {
    create: () => {
      const model = models[used] ?? create();
      models[used] = model;
      used += 1;
      return keptOpen(model);
    },
    reset: () => {
      used = 0;
    },
  };
}

function keptOpen<Model extends Closable>(model: Model): Model {
  return new Proxy(model, {
    get(target, name) {
      if (name === "close") return async () => undefined;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}

/** Groups of cases about the life of a model: each of these cases loads models of its own. */
const OWN_MODELS: ReadonlySet<string> = new Set(["identity", "abort", "close"]);

/** Returns true for a case that needs models which no other case has used. */
export function needsOwnModels({ group }: { readonly group: string }): boolean {
  return OWN_MODELS.has(group);
}
