import { setImmediate, setTimeout } from "node:timers/promises";

import { MemoryError } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";

import type { CallbackCase, CaseOutcome } from "./callback-case.ts";
import { makeFault } from "./fault.ts";
import type { FaultKind } from "./fault.ts";
import { World } from "./world.ts";

/** Longest time for a call that should end. It is waited for only where a promise is broken. */
const PATIENCE_MS = 60_000;
const ABORTED = new Error("the harness aborted the call");

/** Store and world of a case. */
export interface CaseRun {
  readonly store: CompleteStore;
  readonly directory: string;
  readonly kind: FaultKind;
  /** Counts the unhandled errors. */
  readonly crashes: () => number;
}

/**
 * Runs one case with a callback that misbehaves in one way, and compares what is left with what was
 * acknowledged.
 */
export async function runCase(one: CallbackCase, run: CaseRun): Promise<CaseOutcome> {
  const { kind, store, directory } = run;
  const before = run.crashes();
  const controller = new AbortController();
  const fault = makeFault(kind, one.nonsense);
  const world = new World({ fault: fault.call, signal: controller.signal, store, directory });
  await world.begin();
  const defects: string[] = [];
  const mayHang = kind === "hangs" && (one.kind === "awaited" || one.kind === "closing");
  const ended = settle(one.run(world)).then(async (outcome) => {
    // Closing the memory cancels its background work.
    const closing = settle(world.close());
    return mayHang && one.kind === "closing" ? outcome : worse(outcome, await closing);
  });
  let isCalled = false;
  void fault.called.then(() => (isCalled = true));
  if (mayHang) {
    await Promise.race([ended, fault.called]);
    await turns();
    controller.abort(ABORTED);
  }
  const outcome = await orLate(ended);
  await turns();
  if (!isCalled) defects.push("the callback was not called");
  defects.push(...complaints(one, outcome));
  const lost = await world.countLost();
  const crashes = run.crashes() - before;
  return { name: `${one.name} ${kind}`, crashes, lost, defects };
}

type Outcome = "done" | "late" | { readonly error: unknown };

async function settle(work: Promise<unknown>): Promise<Outcome> {
  try {
    await work;
    return "done";
  } catch (error) {
    return { error };
  }
}

function worse(first: Outcome, second: Outcome): Outcome {
  return first === "done" ? second : first;
}

function complaints(one: CallbackCase, outcome: Outcome): readonly string[] {
  if (outcome === "done") return [];
  if (outcome === "late") return ["the call did not end"];
  const { error } = outcome;
  if (one.kind === "told") return [`the call failed: ${String(error)}`];
  if (MemoryError.is(error) || error === ABORTED) return [];
  // Closing rejects with whatever a part of the memory rejects with.
  return one.kind === "closing" ? [] : [`an error without a code: ${String(error)}`];
}

async function orLate(ended: Promise<Outcome>): Promise<Outcome> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const late = setTimeout<Outcome>(PATIENCE_MS, "late", { signal }).catch(() => "late" as const);
  try {
    return await Promise.race([ended, late]);
  } finally {
    waiting.abort();
  }
}

/** Lets what is due come first, unhandled rejections among it. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await setImmediate();
}
