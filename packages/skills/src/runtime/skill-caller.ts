import type { AsyncLocalStorage } from "node:async_hooks";

import { MemoryError } from "@kioku/core";
import type { Memory, SkillContext, SkillEvent, SkillOutcome } from "@kioku/core";
import type { SkillMatch } from "@kioku/core/toolkit";

import { IsolatedCall } from "../isolate/isolated-call.js";
import { createContext, type EventSink, type SkillAccess } from "./create-context.js";
import { Deadline } from "./deadline.js";
import { closedError, skillFailure } from "./failures.js";
import type { RuntimeSettings } from "./resolve-runtime-options.js";
import type { CausalContext } from "./root-tasks.js";
import { Semaphore } from "./semaphore.js";
import { subscriptionDenied, type RegisteredSkill } from "./skill-registry.js";
import { attempt, Lifetime, type TaskScope } from "./task-scope.js";

interface SkillCall {
  readonly entry: RegisteredSkill;
  readonly causal: CausalContext;
  /** The event that wakes the skill. */
  readonly event?: SkillEvent | undefined;
  /** The match that wakes the skill by meaning. */
  readonly match?: SkillMatch | undefined;
  /** Calls the code of the skill. */
  readonly body: (context: SkillContext, worker?: IsolatedCall) => unknown;
}

export type CallResult = Pick<SkillOutcome, "status" | "output" | "error" | "durationMs">;

export interface SkillCallerParts {
  readonly settings: RuntimeSettings;
  readonly sink: EventSink;
  /** Skills that led to what runs just now, for events of the memory. */
  readonly causePaths: AsyncLocalStorage<readonly string[]>;
  /** Returns the rights of a skill in a memory. */
  readonly accessOf: (entry: RegisteredSkill, memory: Memory) => SkillAccess;
}

type Ending = Omit<CallResult, "durationMs">;

/** Calls skills within their limits. Never rejects. */
export class SkillCaller {
  readonly #parts: SkillCallerParts;

  constructor(parts: SkillCallerParts) {
    this.#parts = parts;
  }

  /** Waits for a permit, calls the skill, and returns how that ended. */
  async call(call: SkillCall): Promise<CallResult> {
    const result = await this.#admit(call);
    if (result.status !== "done") {
      const code = MemoryError.is(result.error) ? result.error.code : "aborted";
      this.#parts.settings.log.warn(`${call.entry.skill.name}: ${result.status}`, { code });
    }
    return result;
  }

  async #admit(call: SkillCall): Promise<CallResult> {
    const { causal, entry } = call;
    const refusal = this.#refusal(call);
    if (refusal) return skipped(refusal);
    const task = causal.task.begin();
    const ownTask = entry.calls.begin();
    if (ownTask.signal.aborted) task.abort(ownTask.signal.reason);
    const abort = (): void => task.abort(ownTask.signal.reason);
    ownTask.signal.addEventListener("abort", abort, { once: true });
    const leave = (): void => {
      ownTask.end();
      task.end();
    };
    let release: () => void;
    try {
      release = await causal.permits.acquire({ signal: task.signal, patient: causal.patient });
    } catch (error) {
      leave();
      return skipped(error);
    }
    const end = (): void => {
      release();
      leave();
    };
    if (!task.signal.aborted) return this.#run(call, task, end);
    // It was aborted after it got its permit.
    end();
    return skipped(task.signal.reason);
  }

  #refusal({ entry, causal, event }: SkillCall): MemoryError | undefined {
    const { maxTrail, maxFanOut } = this.#parts.settings;
    const denied = event && subscriptionDenied(entry, event.name);
    if (denied) return denied;
    if (causal.causePath.length >= maxTrail) {
      const message = `cause path exceeds maxTrail: ${maxTrail} skills in a row`;
      return new MemoryError("limit-exceeded", message);
    }
    if (causal.fanOut.left <= 0) {
      const message = `event exceeds maxFanOut: ${maxFanOut} calls of skills`;
      return new MemoryError("limit-exceeded", message);
    }
    causal.fanOut.left -= 1;
    return undefined;
  }

  async #run(call: SkillCall, task: TaskScope, end: () => void): Promise<CallResult> {
    const { settings, causePaths } = this.#parts;
    const { skill } = call.entry;
    const lifetime = new Lifetime();
    let beganAt: number;
    try {
      beganAt = settings.clock().getTime();
    } catch (error) {
      end();
      return { status: "failed", error, durationMs: 0 };
    }
    const deadline = new Deadline(task, skill.name, {
      ...settings,
      timeoutMs: skill.timeoutMs ?? settings.timeoutMs,
    });
    const causePath = [...call.causal.causePath, skill.name];
    const worker = skill.isolate ? new IsolatedCall({ skill, ...settings }) : undefined;
    const settled = causePaths
      .run(causePath, () =>
        attempt(() => call.body(this.#context(call, { task, lifetime }), worker)),
      )
      .then(
        (output): Ending => ({ status: "done", output }),
        (thrown: unknown): Ending => ({
          status: "failed",
          error: skillFailure(skill.name, thrown),
        }),
      );
    const inTime = await Promise.race([settled, deadline.over]);
    const ending = inTime ?? (worker?.stop() ? await settled : undefined);
    const result = ending
      ? settledEnding(ending, deadline, task.signal)
      : this.#abandoned(skill.name, settled, deadline.timeout ? undefined : task.signal);
    const durationMs = elapsedMs(settings, beganAt);
    const over = (): void => {
      deadline.cancel();
      lifetime.end(closedError(`this call of skill "${skill.name}" is over`));
      end();
    };
    // Calls that the skill began and did not await go on with its permit and within its time.
    if (!ending || lifetime.isIdle) over();
    else void Promise.race([lifetime.idle(), deadline.over]).then(over);
    return { ...result, durationMs };
  }

  #context(
    { entry, causal, event, match }: SkillCall,
    { task, lifetime }: { readonly task: TaskScope; readonly lifetime: Lifetime },
  ): SkillContext {
    const { settings, sink, causePaths } = this.#parts;
    const { name } = entry.skill;
    const below: CausalContext = {
      ...causal,
      causePath: Object.freeze([...causal.causePath, name]),
      permits: new Semaphore(settings.concurrency, settings.maxWaiting),
      task,
    };
    return createContext(settings, sink, {
      skill: name,
      causal,
      ...this.#parts.accessOf(entry, causal.memory),
      lifetime,
      signal: task.signal,
      causePaths,
      below: () => below,
      event,
      match,
    });
  }

  /** Abandons a call: for the reason of the signal, or without one for its time. */
  #abandoned(skill: string, settled: Promise<Ending>, signal: AbortSignal | undefined): Ending {
    const { log, graceMs } = this.#parts.settings;
    void settled.then(({ status }) =>
      log.warn(`${skill}: ended after it was abandoned`, { status }),
    );
    if (signal) return { status: "abandoned", error: signal.reason };
    const message = `skill "${skill}" did not stop within ${graceMs} ms after it was aborted`;
    const error = new MemoryError("skill-timed-out", message, { retryable: true });
    return { status: "abandoned", error };
  }
}

/** Returns the end of a call that settled, perhaps after an abort. */
function settledEnding(ending: Ending, { timeout }: Deadline, signal: AbortSignal): Ending {
  if (timeout) return { status: "timed-out", error: timeout };
  if (signal.aborted && ending.status === "failed") return { ...ending, error: signal.reason };
  return ending;
}

/** Measures the time of a call. A clock that throws now does no harm. */
function elapsedMs({ clock }: RuntimeSettings, beganAt: number): number {
  try {
    return Math.max(0, clock().getTime() - beganAt);
  } catch {
    return 0;
  }
}

function skipped(error: unknown): CallResult {
  return { status: "skipped", error, durationMs: 0 };
}
