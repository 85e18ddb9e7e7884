import type { AsyncLocalStorage } from "node:async_hooks";

import { MemoryError } from "@kioku/core";
import type { Memory, SkillContext, SkillEvent, SkillOutcome } from "@kioku/core";
import type { SkillMatch } from "@kioku/core/toolkit";

import { attempt } from "./attempt.js";
import type { Chain } from "./chain.js";
import { createContext } from "./create-context.js";
import type { Outlets, SkillAccess } from "./create-context.js";
import { Deadline } from "./deadline.js";
import { closedError, limitError, skillFailure } from "./failures.js";
import { hearingRefusal } from "./hearing-refusal.js";
import { Lifetime } from "./lifetime.js";
import type { RuntimeSettings } from "./resolve-runtime-options.js";
import type { RegisteredSkill } from "./roster.js";
import { Slots } from "./slots.js";
import type { Work } from "./work.js";

/** One call of a skill. */
export interface SkillCall {
  /** Which skill. */
  readonly entry: RegisteredSkill;
  /** What led here. */
  readonly chain: Chain;
  /** The event that wakes it. */
  readonly event?: SkillEvent | undefined;
  /** What wakes it by meaning. */
  readonly match?: SkillMatch | undefined;
  /** Calls the skill. */
  readonly body: (context: SkillContext) => unknown;
}

/** How a call ended. */
export type CallResult = Pick<SkillOutcome, "status" | "output" | "error" | "durationMs">;

/** What a caller works with. */
export interface SkillCallerParts {
  /** Limits and seams. */
  readonly settings: RuntimeSettings;
  /** Where what skills cause goes. */
  readonly outlets: Outlets;
  /** Skills that led to what runs just now, for what the memory tells of. */
  readonly trails: AsyncLocalStorage<readonly string[]>;
  /** What a skill may do, and what counts its writes. */
  readonly accessOf: (entry: RegisteredSkill, memory: Memory) => SkillAccess;
}

type Ending = Omit<CallResult, "durationMs">;

/** Calls skills within their limits. Never rejects. */
export class SkillCaller {
  readonly #parts: SkillCallerParts;

  constructor(parts: SkillCallerParts) {
    this.#parts = parts;
  }

  /** Waits for a slot, calls the skill, and says how that ended. */
  async call(call: SkillCall): Promise<CallResult> {
    const result = await this.#admitted(call);
    const { log } = this.#parts.settings;
    if (result.status !== "done") {
      log.warn(`${call.entry.skill.name}: ${result.status}`, { code: codeOf(result.error) });
    }
    return result;
  }

  async #admitted(call: SkillCall): Promise<CallResult> {
    const { chain, entry } = call;
    const refusal = this.#refusal(call);
    if (refusal) return skipped(refusal);
    const work = chain.work.begin();
    const mark = entry.calls.begin();
    if (mark.signal.aborted) work.abort(mark.signal.reason);
    mark.signal.addEventListener("abort", () => work.abort(mark.signal.reason), { once: true });
    const leave = (): void => {
      mark.end();
      work.end();
    };
    let giveBack: () => void;
    try {
      giveBack = await chain.slots.take({ signal: work.signal, patient: chain.patient });
    } catch (error) {
      leave();
      return skipped(error);
    }
    const end = (): void => {
      giveBack();
      leave();
    };
    if (!work.signal.aborted) return this.#run(call, work, end);
    // It was aborted between getting its slot and here.
    end();
    return skipped(work.signal.reason);
  }

  #refusal({ entry, chain, event }: SkillCall): MemoryError | undefined {
    const { maxTrail, maxFanOut } = this.#parts.settings;
    const { trail, fanOut } = chain;
    const deafness = event && hearingRefusal(entry, event.name);
    if (deafness) return deafness;
    if (trail.length >= maxTrail) {
      return limitError(`${maxTrail} skills led to each other in a row, which is the limit`);
    }
    return fanOut.take()
      ? undefined
      : limitError(`${maxFanOut} calls of skills came of one event, which is the limit`);
  }

  async #run(call: SkillCall, work: Work, end: () => void): Promise<CallResult> {
    const { settings, trails } = this.#parts;
    const { skill } = call.entry;
    const lifetime = new Lifetime();
    let beganAt: number;
    try {
      beganAt = settings.clock().getTime();
    } catch (error) {
      end();
      return { status: "failed", error, durationMs: 0 };
    }
    const deadline = new Deadline(work, skill.name, {
      ...settings,
      timeoutMs: skill.timeoutMs ?? settings.timeoutMs,
    });
    const trail = [...call.chain.trail, skill.name];
    const settled = trails
      .run(trail, () => attempt(() => call.body(this.#context(call, { work, lifetime }))))
      .then(
        (output): Ending => ({ status: "done", output }),
        (thrown: unknown): Ending => ({
          status: "failed",
          error: skillFailure(skill.name, thrown),
        }),
      );
    const ending = await Promise.race([settled, deadline.over]);
    const result = ending
      ? answered(ending, deadline, work.signal)
      : this.#abandoned(skill.name, settled, deadline.timeout ? undefined : work.signal);
    const durationMs = elapsedMs(settings, beganAt);
    const over = (): void => {
      deadline.cancel();
      lifetime.end(closedError(`this call of skill "${skill.name}" is over`));
      end();
    };
    // What the skill has begun and not waited for goes on in its slot and within its time.
    if (!ending || lifetime.isIdle) over();
    else void Promise.race([lifetime.idle(), deadline.over]).then(over);
    return { ...result, durationMs };
  }

  #context(
    { entry, chain, event, match }: SkillCall,
    { work, lifetime }: { readonly work: Work; readonly lifetime: Lifetime },
  ): SkillContext {
    const { settings, outlets, trails } = this.#parts;
    const { name } = entry.skill;
    const below: Chain = {
      ...chain,
      trail: Object.freeze([...chain.trail, name]),
      slots: new Slots(settings.concurrency, settings.maxWaiting),
      work,
    };
    return createContext(settings, outlets, {
      skill: name,
      chain,
      ...this.#parts.accessOf(entry, chain.memory),
      lifetime,
      signal: work.signal,
      trails,
      below: () => below,
      event,
      match,
    });
  }

  /** With a signal, that is what aborted it; else its time was over. */
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

/** What a call that has settled comes to, given that it may have been aborted before. */
function answered(ending: Ending, { timeout }: Deadline, signal: AbortSignal): Ending {
  if (timeout) return { status: "timed-out", error: timeout };
  if (signal.aborted && ending.status === "failed") return { ...ending, error: signal.reason };
  return ending;
}

/** Measures how long a call took. A clock that fails now fails nothing any more. */
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

function codeOf(error: unknown): string {
  return MemoryError.is(error) ? error.code : "aborted";
}
