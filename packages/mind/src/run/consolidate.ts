import { MemoryError } from "@kioku/core";
import { safeProgress } from "@kioku/core/toolkit";

import type { ConsolidateOptions, RunReport, RunTrigger } from "../api/runs.js";
import { KEYS, KINDS } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";
import { BudgetedModel, problemOf } from "./ask-in-budget.js";
import { Lease } from "./lease.js";
import {
  progressToInput,
  readProgress,
  tokensOfDay,
  withFailure,
  type Progress,
} from "./progress.js";
import { rebuildEpisodes } from "./rebuild-episodes.js";
import { listRebuilds } from "./rebuild.js";
import { RunTally } from "./report.js";
import { runBatch } from "./run-batch.js";
import { dueTrigger } from "./triggers.js";

/** Options of a run beside those of users. */
export interface RunOptions extends ConsolidateOptions {
  /** Why it runs. @defaultValue `"demand"`; with `ifDue`, the trigger that is due */
  readonly trigger?: RunTrigger | undefined;
  /** Tells if the run should end after its batch. */
  readonly isStopping?: (() => boolean) | undefined;
}

/** Report of a run, and the failure that ended it early without an error. */
export interface RunOutcome {
  readonly report: RunReport;
  readonly problem?: string;
}

/** Consolidates what waits in a scope, batch by batch. */
export async function consolidate(host: MindHost, options: RunOptions = {}): Promise<RunReport> {
  return (await runScope(host, options)).report;
}

/** Consolidates a scope; bad answers of a model end it without an error. Failures are emitted. */
export async function runScope(host: MindHost, options: RunOptions): Promise<RunOutcome> {
  options.signal?.throwIfAborted();
  const scope = host.memory.scopePath;
  try {
    const outcome = await startRun(host, options);
    if (outcome.problem !== undefined) emitProblem(host, outcome.problem);
    return outcome;
  } catch (error) {
    const isAborted = options.signal?.aborted === true;
    if (!isAborted) host.emit("consolidation-failed", { scope, error });
    throw error;
  }
}

function emitProblem({ memory, emit }: MindHost, problem: string): void {
  const error = new MemoryError("plugin-failed", `model could not be used: ${problem}`);
  emit("consolidation-failed", { scope: memory.scopePath, error });
}

async function startRun(host: MindHost, options: RunOptions): Promise<RunOutcome> {
  const { signal, ifDue = false, dryRun: isDryRun = false } = options;
  const id = crypto.randomUUID();
  const scope = host.memory.scopePath;
  const before = await readProgress(host.memory, { signal });
  const due = ifDue ? await dueTrigger(host, before, { signal }) : "demand";
  const isMarked = !due && (await listRebuilds(host, { signal, limit: 1 })).length > 0;
  const nothing = new RunTally(id, { scope, trigger: "none", isDryRun });
  if (due === undefined && !isMarked) return { report: nothing.report() };
  const trigger = due && (options.trigger ?? due);
  const tally = new RunTally(id, { scope, trigger: trigger ?? "none", isDryRun });
  const place = { ...host, key: KEYS.lease, kind: KINDS.state };
  const lease = isDryRun ? undefined : await Lease.take(place, id, { signal });
  if (!lease && !isDryRun) return { report: nothing.report() };
  const run = new Run(host, options, { tally, lease, isDue: due !== undefined });
  const problem = await run.finish();
  const report = tally.report();
  if (tally.turns > 0 && !isDryRun) host.emit("consolidated", report);
  return { report, ...(problem === undefined ? {} : { problem }) };
}

/** A run that has its lease. */
class Run {
  readonly #host: MindHost;
  readonly #options: RunOptions;
  readonly #tally: RunTally;
  readonly #isDue: boolean;
  readonly #lease: Lease | undefined;

  constructor(
    host: MindHost,
    options: RunOptions,
    given: {
      readonly tally: RunTally;
      readonly lease: Lease | undefined;
      /** False: only episodes are made anew. */
      readonly isDue: boolean;
    },
  ) {
    this.#host = host;
    this.#options = options;
    this.#tally = given.tally;
    this.#lease = given.lease;
    this.#isDue = given.isDue;
  }

  /** Works until nothing waits, and gives the lease back; returns a problem of the model. */
  async finish(): Promise<string | undefined> {
    try {
      return await this.#work();
    } finally {
      await this.#lease?.release();
    }
  }

  async #work(): Promise<string | undefined> {
    const [host, tally] = [this.#host, this.#tally];
    const { signal, dryRun: isDryRun = false, isStopping } = this.#options;
    const call = { signal };
    const onProgress = safeProgress(this.#options.onProgress, host.logger);
    let progress = await readProgress(host.memory, call);
    let model = budgetedModel(host, progress, this.#options);
    try {
      if (!isDryRun) await rebuildEpisodes(host, { ...call, run: tally.id });
      if (!this.#isDue) return undefined;
      for (;;) {
        signal?.throwIfAborted();
        const batch = await runBatch(host, progress, { tally, model, isDryRun, ...call });
        if (batch.result === "taken") return undefined;
        ({ progress } = batch);
        if (batch.result === "failed") {
          // Later batches of this call go by rules, too.
          model = undefined;
          const goesOn = progress.failures >= host.attempts;
          if (goesOn) emitProblem(host, batch.failure.problem);
          if (goesOn) continue;
          if (batch.failure.isBadAnswer) return batch.failure.problem;
          throw new ModelError(batch.failure.error);
        }
        if (tally.turns > 0) onProgress?.(tally.report());
        if (!batch.hasMore || isStopping?.() === true) return undefined;
        if (this.#lease && !(await this.#lease.renew(call))) return undefined;
      }
    } catch (error) {
      if (error instanceof ModelError) throw error.cause;
      if (!isDryRun && signal?.aborted !== true) await this.#note(progress, error);
      throw error;
    }
  }

  /** Notes an error of the memory, as far as the memory still takes it. */
  async #note(progress: Progress, error: unknown): Promise<void> {
    const { memory, clock, logger } = this.#host;
    try {
      const failed = withFailure(progress, problemOf(error), clock());
      await memory.rememberAll([progressToInput(failed)]);
    } catch (second) {
      logger.warn("failure of a run was not noted", { error: problemOf(second) });
    }
  }
}

/** An error of a model, whose failure is noted already. */
class ModelError extends Error {
  constructor(error: unknown) {
    super("model failed", { cause: error });
  }
}

/** Returns the model with what it may still take; none while a failure is waited for. */
function budgetedModel(
  host: MindHost,
  progress: Progress,
  { maxTokens = Number.POSITIVE_INFINITY, ifDue = false }: RunOptions,
): BudgetedModel | undefined {
  const { model, tokensPerDay = Number.POSITIVE_INFINITY } = host;
  const now = host.clock();
  const isWaiting = progress.failures > 0 && progress.retryAt && progress.retryAt > now;
  if (!model || (ifDue && isWaiting)) return undefined;
  const left = tokensPerDay - tokensOfDay(progress, now);
  const { schedule, leaseMs: timeoutMs } = host;
  return new BudgetedModel(model, { tokens: Math.min(left, maxTokens), timeoutMs, schedule });
}
