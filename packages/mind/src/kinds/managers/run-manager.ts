import { type CallOptions, MemoryError, type TextModel } from "@kioku/core";

import { viewBatch } from "../../gate/gate-view.js";
import type { Batch } from "../../model/batch.js";
import type { Turn } from "../../model/turn.js";
import { hasOperations } from "../../proposals/read-answer.js";
import { unlessConflict } from "../../records/conflicts.js";
import { readByIds } from "../../records/read-records.js";
import { problemOf } from "../../run/ask-in-budget.js";
import { askForObject, type TimeLimit } from "../../run/ask-object.js";
import type { Watermark } from "../../run/progress.js";
import { removeOrphans } from "../../run/remove-orphans.js";
import { type KindPlan, writePlans } from "../changes/kind-plan.js";
import type { MemoryKind } from "../model/kind-fields.js";
import type { KindHost } from "../model/kind-host.js";
import { answerSchema } from "./answer-schema.js";
import { checkOperations } from "./check-operations.js";
import { type KindProgress, progressInput, readProgress } from "./kind-progress.js";
import type { CheckedOperation, HeldItem, KindRefusal, ManagerView } from "./manager-view.js";
import { MANAGERS } from "./manager.js";
import { planOperation } from "./plan-operation.js";
import { readHeld, readHeldAgain } from "./read-held.js";
import { type ReadOperations, readOperations } from "./read-operations.js";
import { instructionsOf, writePrompt } from "./write-prompt.js";

/** Attempts to write a batch while items of it are changed by others. */
const ATTEMPTS = 5;

/** Batch that a manager is to look at. */
export interface ManagerJob {
  readonly kind: MemoryKind;
  readonly progress: KindProgress;
  /** Watermark behind the batch. */
  readonly watermark: Watermark;
  readonly batch: Batch;
}

/** Outcome of a manager for a batch. */
export interface ManagerOutcome {
  /** `taken`: another process was faster. */
  readonly result: "done" | "taken" | "failed";
  readonly written: number;
  readonly refused: readonly (KindRefusal | "vetoed")[];
  readonly tokens: number;
  readonly failure?: string;
}

/** Answer of a manager, and where its labels led. */
interface Proposed extends ReadOperations {
  /** Ids of the items that it was shown. */
  readonly shown: readonly string[];
}

/** Figures of a manager that has done nothing. */
export const NOTHING_DONE = { written: 0, refused: [], tokens: 0 } as const;

/** Moves a kind behind a batch that does not concern it. */
export async function skipBatch(
  host: KindHost,
  job: ManagerJob,
  options: CallOptions,
): Promise<ManagerOutcome> {
  const more = [progressInput(job.kind, job.watermark, job.progress)];
  const written = await unlessConflict(writePlans(host, { plans: [], more }, options));
  return { ...NOTHING_DONE, result: written ? "done" : "taken" };
}

/** Asks the manager of a kind about a batch, and writes what stands the checks, all at once. */
export async function runManager(
  host: KindHost,
  job: ManagerJob,
  { model, ...limit }: TimeLimit & { readonly model: TextModel },
): Promise<ManagerOutcome> {
  const manager = MANAGERS[job.kind];
  const { turns } = job.batch;
  const { signal } = limit;
  const held = await readHeld(host, { kind: job.kind, turns }, { signal });
  const question = {
    system: instructionsOf(manager),
    prompt: writePrompt(turns, held),
    schema: answerSchema(manager),
    isWanted: hasOperations,
  };
  const answer = await askForObject(model, question, limit);
  const { tokens } = answer;
  if ("problem" in answer)
    return { ...NOTHING_DONE, result: "failed", tokens, failure: answer.problem };
  const shown = held.map(({ id }) => id);
  const labels = { turns: turns.map(({ id }) => id), items: shown };
  const read = readOperations(answer.members, manager, labels);
  if (!read) return { ...NOTHING_DONE, result: "failed", tokens, failure: "answer is repetitive" };
  return { ...(await writeProposed(host, job, { ...read, shown, signal })), tokens };
}

/** Writes what stands the checks, by what is there now. Others may be faster. */
async function writeProposed(
  host: KindHost,
  job: ManagerJob,
  proposed: Proposed & CallOptions,
): Promise<ManagerOutcome> {
  const { kind, progress } = job;
  const { shown, signal } = proposed;
  for (let attempt = 1; ; attempt += 1) {
    const held = await readHeldAgain(host, { kind, ids: shown }, { signal });
    const turns = await stillThere(host, job.batch.turns, { signal });
    try {
      return await writeOnce(
        host,
        { ...job, batch: { ...job.batch, turns } },
        { ...proposed, held },
      );
    } catch (error) {
      if (!MemoryError.is(error, "conflict")) throw error;
      const stored = (await readProgress(host, [kind], { signal })).get(kind);
      if (stored?.version !== progress.version) return { ...NOTHING_DONE, result: "taken" };
      const failure = problemOf(error);
      if (attempt >= ATTEMPTS) return { ...NOTHING_DONE, result: "failed", failure };
    }
  }
}

async function writeOnce(
  host: KindHost,
  job: ManagerJob,
  given: Proposed & CallOptions & { readonly held: readonly HeldItem[] },
): Promise<ManagerOutcome> {
  const { kind, batch } = job;
  const { operations, malformed, held, signal } = given;
  const refused: (KindRefusal | "vetoed")[] = Array.from({ length: malformed }, () => "malformed");
  const view = {
    manager: MANAGERS[kind],
    gate: viewBatch(batch),
    held: new Map(held.map((one) => [one.id, one])),
  };
  const checked = checkOperations(operations, view);
  refused.push(...checked.refused);
  const plans: KindPlan[] = [];
  for (const operation of checked.operations) {
    const plan = await tryPlan(host, kind, { ...operation, signal });
    if (typeof plan === "string") refused.push(plan);
    else plans.push(checkPlan(plan, operation, view));
  }
  const vetoed = await writeAll(host, job, { plans, signal });
  refused.push(...vetoed.map(() => "vetoed" as const));
  const written = plans.filter((plan) => !vetoed.includes(plan));
  const results = written.flatMap((plan) => plan.results);
  const stored = results.filter((result) => "input" in result).length;
  refused.push(...results.flatMap((one) => ("input" in one ? [] : ["duplicate" as const])));
  const inputs = written.flatMap((plan) => plan.inputs);
  await removeOrphans(host, { turns: batch.turns, inputs }, { signal });
  return { result: "done", written: stored, refused, tokens: 0 };
}

/** Returns a plan. @throws `conflict` unless it changes the items that the checks have seen */
function checkPlan(plan: KindPlan, { targets }: CheckedOperation, { held }: ManagerView): KindPlan {
  const versions = targets.map((id) => held.get(id)?.version ?? 0).filter((one) => one > 0);
  if (versions.every((version) => plan.inputs.some((input) => input.ifVersion === version))) {
    return plan;
  }
  throw new MemoryError("conflict", "item was changed after it was checked");
}

/** Plans an operation, or returns why it cannot be done. */
async function tryPlan(
  host: KindHost,
  kind: MemoryKind,
  operation: CheckedOperation & CallOptions,
): Promise<KindPlan | KindRefusal> {
  try {
    return await planOperation(host, kind, operation);
  } catch (error) {
    if (MemoryError.is(error, "not-found")) return "unknown-target";
    if (MemoryError.is(error, "untrusted")) return "untrusted";
    if (MemoryError.is(error, "invalid-input")) return "malformed";
    throw error;
  }
}

/**
 * Writes plans and the progress in one batch. If a plugin does not allow some of it, each plan is
 * written by itself, the first with the progress; returns those that were not allowed.
 */
async function writeAll(
  host: KindHost,
  { kind, watermark, progress }: ManagerJob,
  { plans, signal }: CallOptions & { readonly plans: readonly KindPlan[] },
): Promise<readonly KindPlan[]> {
  let more = [progressInput(kind, watermark, progress)];
  if (await isAllowed(writePlans(host, { plans, more }, { signal }))) return [];
  const vetoed: KindPlan[] = [];
  for (const plan of plans) {
    if (await isAllowed(writePlans(host, { plans: [plan], more }, { signal }))) more = [];
    else vetoed.push(plan);
  }
  await writePlans(host, { plans: [], more }, { signal });
  return vetoed;
}

async function isAllowed(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (MemoryError.is(error, "rejected-by-plugin")) return false;
    throw error;
  }
}

async function stillThere(
  { memory }: KindHost,
  turns: readonly Turn[],
  options: CallOptions,
): Promise<readonly Turn[]> {
  const there = await readByIds(
    memory,
    turns.map(({ id }) => id),
    options,
  );
  return turns.filter(({ id }) => there.has(id));
}
