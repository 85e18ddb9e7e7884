import type { MemoryStore } from "@kioku/core";
import { hasMethods } from "@kioku/core/toolkit";

/** A capability that a case needs of a store, beyond the methods that every store has. */
export type StoreRequirement =
  | "vector"
  | "exact vector"
  | "text"
  | "history"
  | "threads"
  | "strength"
  | "bulk"
  | "queue";

/**
 * Requirements of cases of embedders and rerankers: an optional member, or a claim in the options.
 */
export type ModelRequirement =
  | "close"
  | "forget"
  | "weight"
  | "normalized"
  | "claim of purposes"
  | "claim to stop under way"
  | "claim to know meaning";

/** Requirements of cases of plugins: an optional member, or what the options say of the plugin. */
export type PluginRequirement = "close" | "examples" | "claim to leave ordinary memories alone";

/** Requirements of cases of skills: an optional member, or what the options say of the skill. */
export type SkillRequirement =
  | "embedder"
  | "run"
  | "triggers"
  | "counterexamples"
  | "texts that wake it"
  | "texts that let it sleep"
  | "questions that it answers"
  | "claim to be repeatable";

/** Requirement of a case of any suite. */
export type ConformanceRequirement =
  | StoreRequirement
  | ModelRequirement
  | PluginRequirement
  | SkillRequirement;

/** A case that holds. */
export interface ConformancePassed {
  /** Tells outcomes apart. */
  readonly status: "passed";
}

/** A case that was not tried, since the subject does not claim what it needs. */
export interface ConformanceSkipped {
  /** Tells outcomes apart. */
  readonly status: "skipped";
  /** First requirement that the subject does not meet. */
  readonly missing: ConformanceRequirement;
}

/** Outcome of a case that did not fail. */
export type ConformanceOutcome = ConformancePassed | ConformanceSkipped;

/**
 * One thing that an implementation has to do, as data: any test runner can run it.
 *
 * ```ts
 * for (const { group, name, run } of storeConformance(() => sqliteStore({ path: ":memory:" }))) {
 *   test(`${group}: ${name}`, async (context) => {
 *     const outcome = await run();
 *     if (outcome.status === "skipped") context.skip(`no ${outcome.missing}`);
 *   });
 * }
 * ```
 */
export interface ConformanceCase {
  /** Which part of the contract it is about. */
  readonly group: string;
  /** Sentence that has to hold. Unique within its group. */
  readonly name: string;
  /** Requirements; the case is skipped where one of them is not met. */
  readonly requires: readonly ConformanceRequirement[];
  /**
   * Resolves if it holds; rejects with an `AssertionError` if not, or with what the subject failed
   * with.
   */
  readonly run: () => Promise<ConformanceOutcome>;
}

/** Returns true if a store claims a capability: by `capabilities`, or by having its methods. */
export function claims(store: MemoryStore, requirement: StoreRequirement): boolean {
  const { vector, text } = store.capabilities;
  switch (requirement) {
    case "vector":
      return vector !== "none" && hasMethods(store, "vectors");
    case "exact vector":
      return vector === "exact" && hasMethods(store, "vectors");
    case "text":
      return text;
    case "queue":
      return store.queue !== undefined;
    case "history":
    case "threads":
    case "strength":
    case "bulk":
      return hasMethods(store, requirement);
    default:
      return requirement satisfies never;
  }
}

/** Returns the first requirement that a store does not meet. */
export function missingRequirement(
  requires: readonly StoreRequirement[],
  store: MemoryStore,
): StoreRequirement | undefined {
  return requires.find((requirement) => !claims(store, requirement));
}

/** Checks by what has to hold, as a sentence. */
export type Checks<Subject> = Readonly<Record<string, (subject: Subject) => Promise<void>>>;

/** A case of a suite, before it is bound to what is tested. */
export interface Case<Subject, Requirement extends ConformanceRequirement> {
  readonly group: string;
  readonly name: string;
  readonly requires: readonly Requirement[];
  readonly check: (subject: Subject) => Promise<void>;
}

/** Makes a case of every check; all of them need the same. */
export function casesOf<Subject, Requirement extends ConformanceRequirement>(
  group: string,
  requires: readonly Requirement[],
  checks: Checks<Subject>,
): readonly Case<Subject, Requirement>[] {
  return Object.entries(checks).map(([name, check]) => ({ group, name, requires, check }));
}

/** Makes checks of every row of a table. */
export function checksOf<Row, Subject>(
  rows: readonly Row[],
  toChecks: (row: Row) => Checks<Subject>,
): Checks<Subject> {
  return Object.fromEntries(rows.flatMap((row) => Object.entries(toChecks(row))));
}
