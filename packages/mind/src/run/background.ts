import type { MemoryRecord, Scope } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";

import type { MindHost } from "../model/mind-host.js";
import { recordToTurn } from "../records/turn-record.js";
import { problemOf } from "./ask-in-budget.js";
import { runScope } from "./consolidate.js";
import { readProgress, retryDelayMs } from "./progress.js";
import { addToLoad, NO_LOAD, reachedTrigger, type Load } from "./triggers.js";

/** A scope that has heard something lately. */
interface Attended {
  readonly host: MindHost;
  /** Estimate of the turns since its last run, which the run itself makes sure of. */
  readonly load: Load;
  readonly failures: number;
  readonly cancel: () => void;
}

/** Runs of scopes that are due, in the background: one at a time in each scope. */
export class Background {
  readonly #attended = new Map<string, Attended>();
  readonly #running = new Map<string, Promise<void>>();
  #isClosed = false;

  /** Notes turns that were written, and starts what they make due. */
  noticed(host: MindHost, records: readonly MemoryRecord[]): void {
    const turns = records.flatMap((record) => recordToTurn(record, host.kinds) ?? []);
    if (this.#isClosed || !host.automatic || turns.length === 0) return;
    const path = scopeToPath(host.memory.scopePath);
    const before = this.#attended.get(path);
    const load = turns.reduce(addToLoad, before?.load ?? NO_LOAD);
    const failures = before?.failures ?? 0;
    // Turns of earlier processes may wait, too, when a scope is heard for the first time.
    const isDue = before === undefined || reachedTrigger(load, host.triggers) !== undefined;
    const isOn = isDue && failures === 0;
    if (failures > 0 && before) this.#attended.set(path, { ...before, host, load });
    else this.#wait(path, { host, load, failures }, host.triggers.idleMs + 1);
    if (isOn) this.#start(path);
  }

  /** Stops waiting, and waits for runs in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { cancel } of this.#attended.values()) cancel();
    this.#attended.clear();
    await Promise.all(this.#running.values());
  }

  /** Waits for runs in progress. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  #wait(path: string, attended: Omit<Attended, "cancel">, delayMs: number): void {
    this.#attended.get(path)?.cancel();
    const cancel = attended.host.schedule(() => this.#start(path, true), delayMs);
    this.#attended.set(path, { ...attended, cancel });
  }

  #start(path: string, isByTimer = false): void {
    const attended = this.#attended.get(path);
    if (this.#isClosed || !attended || this.#running.has(path)) return;
    const run = this.#run(path, { ...attended, isByTimer }).finally(() => {
      this.#running.delete(path);
      this.#goOn(path, attended);
    });
    this.#running.set(path, run);
  }

  /** Starts another run if enough was heard during the last one. */
  #goOn(path: string, before: Attended): void {
    const now = this.#attended.get(path);
    if (!now || now.failures > 0 || now.load.messages <= before.load.messages) return;
    if (reachedTrigger(now.load, now.host.triggers)) this.#start(path);
  }

  async #run(
    path: string,
    { host, load, failures, isByTimer }: Attended & { readonly isByTimer: boolean },
  ): Promise<void> {
    const { scopePath: scope } = host.memory;
    try {
      const isStopping = (): boolean => this.#isClosed;
      const { report, problem } = await runScope(host, { ifDue: true, isStopping });
      if (problem !== undefined) {
        this.#failed(path, failures + 1, { host, scope, problem });
        return;
      }
      if (report.trigger === "none") await this.#notDue(path, { host, isByTimer, failures });
      else this.#succeeded(path, load);
    } catch (error) {
      this.#failed(path, failures + 1, { host, scope, problem: problemOf(error) });
    }
  }

  /** Forgets a scope that nothing was heard of while it was consolidated. */
  #succeeded(path: string, before: Load): void {
    const now = this.#attended.get(path);
    if (!now) return;
    const load = subtract(now.load, before);
    if (load.messages > 0) this.#attended.set(path, { ...now, load, failures: 0 });
    else this.#forget(path);
  }

  /** Waits on, or forgets a scope that others have consolidated. */
  async #notDue(
    path: string,
    {
      host,
      isByTimer,
      failures,
    }: Pick<Attended, "host" | "failures"> & { readonly isByTimer: boolean },
  ): Promise<void> {
    const { retryAt } = await readProgress(host.memory, {});
    const now = this.#attended.get(path);
    if (this.#isClosed || !now) return;
    const leftMs = (retryAt?.getTime() ?? 0) - host.clock().getTime();
    const isReached = reachedTrigger(now.load, host.triggers) !== undefined;
    if (leftMs > 0) this.#wait(path, { ...now, failures: Math.max(failures, 1) }, leftMs);
    else if (isByTimer) this.#forget(path);
    else if (isReached) this.#attended.set(path, { ...now, load: NO_LOAD });
  }

  #forget(path: string): void {
    this.#attended.get(path)?.cancel();
    this.#attended.delete(path);
  }

  #failed(
    path: string,
    failures: number,
    failed: { readonly host: MindHost; readonly scope: Scope; readonly problem: string },
  ): void {
    const { host, scope, problem } = failed;
    host.logger.error("consolidation failed", { scope, problem, failures });
    const now = this.#attended.get(path);
    if (this.#isClosed || !now) return;
    this.#wait(path, { host, load: now.load, failures }, retryDelayMs(failures));
  }
}

function subtract(load: Load, other: Load): Load {
  return {
    messages: load.messages - other.messages,
    tokens: load.tokens - other.tokens,
    importance: load.importance - other.importance,
  };
}
