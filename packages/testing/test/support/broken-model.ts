import type { ConformanceCase } from "../../src/index.js";

/** One thing that an embedder or a reranker does wrong. */
export interface ModelDefect<Model> {
  readonly name: string;
  /** Beginning of `group: name` of the case that must notice it. */
  readonly failsAt: string;
  readonly breakModel: (good: Model) => Model;
}

/** `group: name` of a case. */
export function titleOf({ group, name }: ConformanceCase): string {
  return `${group}: ${name}`;
}

/** Returns how a case ends: `passed`, `skipped`, or what went wrong. */
export async function outcomeOf({ run }: ConformanceCase): Promise<string> {
  try {
    return (await run()).status;
  } catch (error) {
    return `failed: ${String(error)}`;
  }
}

/** The cases that fail, as `title: outcome`. */
export async function failuresOf(cases: readonly ConformanceCase[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const one of cases) {
    const outcome = await outcomeOf(one);
    if (outcome.startsWith("failed")) found.push(`${titleOf(one)}: ${outcome}`);
  }
  return found;
}

/** A text as a caller without types may give it: anything. */
export function textOf(value: unknown): string {
  return String(value);
}

/** Promise that never settles. */
export function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}
