import { setImmediate } from "node:timers/promises";

import type { Memory } from "@kioku/core";
import type { CompleteStore, SearchRequest } from "@kioku/core/toolkit";

const QUERIES = ["green tea", "something from the garden", "who forgot the bread", "day 17 train"];
const MODES = ["semantic", "hybrid"] as const;

/** Answers of a memory to a fixed set of questions: ids and scores in their order. */
export async function answersOf(memory: Memory): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const query of QUERIES) {
    for (const mode of MODES) {
      const hits = await memory.recall({ query, mode, limit: 8 });
      answers.push(hits.map(({ id, score }) => `${id} ${score}`).join("\n"));
    }
  }
  return answers;
}

/** A store that notes which spaces each search asks. */
export function noteSpaces(store: CompleteStore): {
  readonly store: CompleteStore;
  readonly asked: (readonly string[])[];
} {
  const asked: (readonly string[])[] = [];
  const noting = new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name !== "search") return value.bind(target) as unknown;
      return async (request: SearchRequest, ...rest: readonly unknown[]): Promise<unknown> => {
        asked.push(request.legs.flatMap((leg) => (leg.type === "vector" ? [leg.space] : [])));
        return (value as (...args: readonly unknown[]) => unknown).call(target, request, ...rest);
      };
    },
  });
  return { store: noting, asked };
}

/** Asks again and again until something has happened, at least once. */
export async function recallUntil(
  memory: Memory,
  happened: Promise<unknown>,
  check: (answers: readonly string[]) => void,
): Promise<void> {
  const state = { isOver: false };
  void happened.then(() => {
    state.isOver = true;
  });
  do {
    check(await answersOf(memory));
    await setImmediate();
  } while (!state.isOver);
}
