import type { MemoryStore } from "@kioku/core";

/** What a case may need of a store beyond what every store does. */
export type StoreRequirement = "vector" | "exact vector" | "text" | "history" | "queue";

/**
 * What a case may need of an embedder or a reranker beyond what every one does: a member that it
 * may leave out, or something that the options of the suite claim of it.
 */
export type ModelRequirement =
  | "close"
  | "forget"
  | "weight"
  | "normalized"
  | "claim of purposes"
  | "claim to stop under way"
  | "claim to know meaning";

/**
 * What a case may need of a plugin beyond what every one does: a member that it may leave out, or
 * what the options of the suite say of it.
 */
export type PluginRequirement = "close" | "examples" | "claim to leave ordinary memories alone";

/**
 * What a case may need of a skill beyond what every one does: a member that it may leave out, or
 * what the options of the suite say of it.
 */
export type SkillRequirement =
  | "embedder"
  | "run"
  | "triggers"
  | "counterexamples"
  | "texts that wake it"
  | "texts that let it sleep"
  | "questions that it answers"
  | "claim to be repeatable";

/** What a case may need. */
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
  /** What the subject lacks. */
  readonly missing: ConformanceRequirement;
}

/** How a case ended that did not fail. */
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
  /** What has to hold, as a sentence. Unique within its group. */
  readonly name: string;
  /** What it needs; where one of these is missing it is skipped. */
  readonly requires: readonly ConformanceRequirement[];
  /**
   * Resolves if it holds; rejects with an `AssertionError` if not, or with what the subject failed
   * with.
   */
  readonly run: () => Promise<ConformanceOutcome>;
}

/** The first requirement that a store does not meet. */
export function missingRequirement(
  requires: readonly StoreRequirement[],
  { capabilities, queue }: Pick<MemoryStore, "capabilities" | "queue">,
): StoreRequirement | undefined {
  const has: Readonly<Record<StoreRequirement, boolean>> = {
    vector: capabilities.vector !== "none",
    "exact vector": capabilities.vector === "exact",
    text: capabilities.text,
    history: capabilities.history,
    queue: queue !== undefined,
  };
  return requires.find((requirement) => !has[requirement]);
}
