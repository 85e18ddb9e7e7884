import { type CallOptions, MemoryError } from "@kioku/core";

import type { MindHost } from "../model/mind-host.js";
import type { Turn } from "../model/turn.js";
import { unlessConflict } from "../records/conflicts.js";
import { episodePrefix } from "../records/episode-record.js";
import { listByPrefix, readByIds } from "../records/read-records.js";
import { noticeReminders } from "../reminders/remind.js";
import type { BudgetedModel, ModelFailure } from "./ask-in-budget.js";
import { type Answers, type BatchPlan, planBatch } from "./plan-batch.js";
import {
  addCounts,
  type Progress,
  progressToInput,
  readProgress,
  withFailure,
  withoutFailures,
  withTokens,
} from "./progress.js";
import { readWaiting } from "./read-waiting.js";
import { removeOrphans } from "./remove-orphans.js";
import { refusalsOf, type RunTally } from "./report.js";

/** Turns of a batch; up to half as many more are taken along instead of leaving a small rest. */
const TURNS = 20;
/** UTF-16 units of their texts. */
const LENGTH = 60_000;
/** Attempts to write a batch while facts of it are changed by others. */
const ATTEMPTS = 8;

/** Report, model and options of a run. */
export interface RunContext extends CallOptions {
  readonly tally: RunTally;
  readonly model: BudgetedModel | undefined;
  readonly isDryRun: boolean;
}

/** Outcome of a batch. */
export type BatchResult =
  /** It was written, or nothing was found, and there may be more. */
  | { readonly result: "done"; readonly progress: Progress; readonly hasMore: boolean }
  /** Another process is at work, or facts of the batch change all the time. */
  | { readonly result: "taken" }
  /** The model was of no use. Of the last attempt `progress` is told, and rules go on alone. */
  | { readonly result: "failed"; readonly failure: ModelFailure; readonly progress: Progress };

/** Consolidates the next turns that wait, in one transaction with the watermark. */
export async function runBatch(
  host: MindHost,
  progress: Progress,
  context: RunContext,
): Promise<BatchResult> {
  const { tally, model, isDryRun, signal } = context;
  const limits = { turns: TURNS * 1.5, length: LENGTH, signal };
  const waiting = await readWaiting(host, progress, limits);
  const all = waiting.turns.map(({ turn }) => turn);
  const isLong = waiting.hasMore && all.length > TURNS;
  const taken = isLong ? all.slice(0, TURNS) : all;
  const count = taken.length;
  const watermark = waiting.watermarkAfter(count);
  const { until } = progress;
  let turns = until === undefined ? taken : await withoutKept(host, taken, { signal });
  const hasMore = waiting.hasMore;
  if (count === 0 && !hasMore) return { result: "done", progress, hasMore };
  // Again, since a process that ends after it has heard a turn has not noticed them.
  if (!isDryRun) await noticeReminders(host, turns, { signal });
  const answers: Answers = new Map();
  for (let attempt = 1; ; attempt += 1) {
    const planned = await planBatch(host, turns, { run: tally.id, model, answers, signal });
    const tokens = model?.takeTokens() ?? 0;
    tally.tokens += tokens;
    const now = host.clock();
    const spent = withTokens(progress, tokens, now);
    if ("problem" in planned) return fail(host, { failure: planned, progress: spent }, context);
    const isThere = await stillThere(host, turns, { signal });
    if (isThere.length < turns.length) {
      turns = isThere;
      continue;
    }
    const isBehind = until !== undefined && (watermark.after?.at ?? 0) <= until;
    const after = { ...watermark, until: isBehind ? until : undefined };
    const next = { ...afterBatch(spent, planned, count), ...after, lastRunAt: now };
    const success = answers.size > 0 ? withoutFailures(next) : next;
    if (isDryRun) {
      tally.add(planned, count);
      return { result: "done", progress: success, hasMore };
    }
    const inputs = [...planned.inputs, ...tally.toInputs(planned, count)];
    try {
      const writing = [...inputs, progressToInput(success)];
      const receipts = await host.memory.rememberAll(writing, { signal });
      const rejected = receipts.filter(({ status }) => status === "rejected").length;
      if (receipts.at(-1)?.status === "rejected") {
        throw new MemoryError("rejected-by-plugin", "progress of a run was rejected by a plugin");
      }
      if (rejected > 0) host.logger.warn("plugins rejected records of a run", { rejected });
    } catch (error) {
      if (!MemoryError.is(error, "conflict")) throw error;
      const stored = await readProgress(host.memory, { signal });
      const isTaken = stored.version !== progress.version || attempt >= ATTEMPTS;
      if (isTaken) return { result: "taken" };
      continue;
    }
    tally.add(planned, count);
    await removeOrphans(host, { turns, inputs: planned.inputs }, { signal });
    return { result: "done", progress: { ...success, version: success.version + 1 }, hasMore };
  }
}

function afterBatch(progress: Progress, plan: BatchPlan, turns: number): Progress {
  return {
    ...progress,
    runs: progress.runs + 1,
    turns: progress.turns + turns,
    facts: progress.facts + plan.added,
    refusals: addCounts(progress.refusals, refusalsOf(plan)),
  };
}

async function stillThere(
  { memory }: MindHost,
  turns: readonly Turn[],
  options: CallOptions,
): Promise<readonly Turn[]> {
  const ids = turns.map(({ id }) => id);
  const there = await readByIds(memory, ids, options);
  return turns.filter(({ id }) => there.has(id));
}

/** Leaves out turns that stand in an episode: they were looked at before an import. */
async function withoutKept(
  { memory }: MindHost,
  turns: readonly Turn[],
  options: CallOptions,
): Promise<readonly Turn[]> {
  const kept = new Set<string>();
  for (const thread of new Set(turns.map((turn) => turn.thread))) {
    const episodes = await listByPrefix(memory, episodePrefix(thread), options);
    for (const id of episodes.flatMap(({ sources }) => sources)) kept.add(id);
  }
  return turns.filter(({ id }) => !kept.has(id));
}

/** Notes a failure of the model. Nothing else is written. */
async function fail(
  host: MindHost,
  { failure, progress }: { readonly failure: ModelFailure; readonly progress: Progress },
  { tally, isDryRun, signal }: RunContext,
): Promise<BatchResult> {
  if (failure.isBadAnswer) tally.badAnswers += 1;
  const badAnswers = progress.badAnswers + (failure.isBadAnswer ? 1 : 0);
  const failed = { ...withFailure(progress, failure.problem, host.clock()), badAnswers };
  if (isDryRun) return { result: "failed", failure, progress: failed };
  const writing = host.memory.rememberAll([progressToInput(failed)], { signal });
  if (!(await unlessConflict(writing))) return { result: "taken" };
  return { result: "failed", failure, progress: { ...failed, version: failed.version + 1 } };
}
