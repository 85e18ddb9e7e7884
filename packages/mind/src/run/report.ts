import type { RememberInput, Scope } from "@kioku/core";

import type { PlannedChange, Refusal, RunReport } from "../api/runs.js";
import { KEYS, KINDS } from "../model/kinds.js";
import { stateInput } from "../records/state-record.js";
import type { BatchPlan } from "./plan-batch.js";
import { addCounts, countBy, type Progress } from "./progress.js";

/** Most changes and refused proposals of a report. */
const MOST_CHANGES = 1_000;
const MOST_SHOWN = 100;
/** Most refused proposals of a run that are kept, and for how long. */
const MOST_KEPT = 50;
const KEPT_MS = 30 * 86_400_000;

/** Report of a run that grows batch by batch. */
export class RunTally {
  readonly id: string;
  readonly #scope: Scope;
  readonly #trigger: RunReport["trigger"];
  readonly #isDryRun: boolean;
  readonly #changes: PlannedChange[] = [];
  readonly #refused: Refusal[] = [];
  #refusals: Progress["refusals"] = {};
  #counts: RunReport["counts"] = {};
  #turns = 0;
  #batches = 0;
  #kept = 0;
  badAnswers = 0;
  tokens = 0;

  constructor(
    id: string,
    given: {
      readonly scope: Scope;
      readonly trigger: RunReport["trigger"];
      readonly isDryRun: boolean;
    },
  ) {
    this.id = id;
    this.#scope = given.scope;
    this.#trigger = given.trigger;
    this.#isDryRun = given.isDryRun;
  }

  /** Returns the number of turns so far. */
  get turns(): number {
    return this.#turns;
  }

  /** Adds a batch. */
  add(plan: BatchPlan, turns: number): void {
    this.#turns += turns;
    this.#batches += 1;
    this.#kept += Math.min(plan.refused.length, MOST_KEPT - this.#kept);
    this.#changes.push(...plan.changes.slice(0, MOST_CHANGES - this.#changes.length));
    this.#counts = addCounts(this.#counts, countBy(plan.changes.map(({ change }) => change)));
    this.#refused.push(...plan.refused.slice(0, MOST_SHOWN - this.#refused.length));
    this.#refusals = addCounts(this.#refusals, refusalsOf(plan));
  }

  /** Makes the inputs that tell of a batch: what `undo` needs, without texts, and refusals. */
  toInputs(plan: BatchPlan, turns: number): readonly RememberInput[] {
    const { written, refused } = plan;
    const key = KEYS.run(this.id, this.#batches + 1);
    const counts = countBy(plan.changes.map(({ change }) => change));
    const value = {
      trigger: this.#trigger,
      turns,
      counts,
      tokens: this.tokens,
      changes: written,
    };
    const kept = refused.slice(0, MOST_KEPT - this.#kept);
    return [
      ...(written.length === 0 ? [] : [stateInput(key, value, { ifVersion: 0, kind: KINDS.run })]),
      ...kept.map((refusal) => this.#toInput(refusal)),
    ];
  }

  /** Returns the report so far. */
  report(): RunReport {
    return {
      id: this.id,
      scope: this.#scope,
      trigger: this.#trigger,
      turns: this.#turns,
      changes: [...this.#changes],
      counts: this.#counts,
      refused: [...this.#refused],
      refusals: this.#refusals,
      badAnswers: this.badAnswers,
      tokens: this.tokens,
      isDryRun: this.#isDryRun,
    };
  }

  /** Text without a known source could not be erased with it, and is left out. */
  #toInput({ op, text, reason, sources, by }: Refusal): RememberInput {
    return {
      content: text === "" || sources.length === 0 ? op : text,
      kind: KINDS.refusal,
      origin: "derived",
      index: false,
      dedupe: "off",
      sources,
      ttlMs: KEPT_MS,
      metadata: { mind: { run: this.id, op, reason, by } },
    };
  }
}

/** Counts the refused proposals of a batch by reason. */
export function refusalsOf({ refused, malformed }: BatchPlan): Progress["refusals"] {
  const counts = countBy(refused.map(({ reason }) => reason));
  return malformed > 0 ? addCounts(counts, { malformed }) : counts;
}
