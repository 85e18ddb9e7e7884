import { setImmediate as pause } from "node:timers/promises";

import type { CallOptions, Schedule } from "@kioku/core";
import { attempt, unlessAborted, type AnySkill } from "@kioku/core/toolkit";

import type { SearchedSkill } from "./sentence-vectors.js";
import { TermIndex, type SkillWords } from "./term-index.js";
import { bodyWords } from "./word-index.js";

/** Most instructions to read at once. */
const MOST_READING = 16;
/** Longest that a search waits for instructions, in milliseconds. */
const LONGEST_WAIT_MS = 500;

/** Parts to read instructions with. */
export interface BodyParts {
  readonly schedule: Schedule;
  /** Time to give up instructions, in milliseconds. */
  readonly timeoutMs: number;
  /** Aborts when the runtime is closed. */
  readonly closing: AbortSignal;
}

interface IndexedBodies {
  readonly skills: readonly SearchedSkill[];
  readonly index: TermIndex;
  /** Skills without words in the index so far, by their place. */
  readonly missing: Map<number, SearchedSkill>;
}

/** Words of the instructions of skills, read once each, when they are first searched. */
export class SkillBodies {
  readonly #parts: BodyParts;
  /** Absent: not read so far. Without words: empty, failed or too slow. */
  readonly #words = new WeakMap<AnySkill, SkillWords>();
  readonly #begun = new WeakSet<AnySkill>();
  readonly #queue: AnySkill[] = [];
  readonly #readers = new Set<Promise<void>>();
  /** Ends when all is read that was begun, or after a short time. */
  #waited: Promise<unknown> = Promise.resolve();
  #indexed: IndexedBodies | undefined;

  constructor(parts: BodyParts) {
    this.#parts = parts;
  }

  /**
   * Returns the words of the instructions, none of those that are not there in a short time: they
   * count in a later search. The list of skills is a new one only if they have changed.
   * @throws the signal's reason.
   */
  async of(skills: readonly SearchedSkill[], { signal }: CallOptions): Promise<TermIndex> {
    const fresh = skills.map(({ skill }) => skill).filter((skill) => !this.#begun.has(skill));
    if (fresh.length > 0) this.#begin(fresh);
    await unlessAborted(this.#waited, signal);
    if (this.#indexed?.skills !== skills) {
      const missing = new Map(skills.entries());
      this.#indexed = { skills, index: new TermIndex(skills.length), missing };
    }
    const { index, missing } = this.#indexed;
    for (const [at, { skill }] of missing) {
      const words = this.#words.get(skill);
      if (words === undefined) continue;
      missing.delete(at);
      index.add(at, words);
    }
    return index;
  }

  #begin(skills: readonly AnySkill[]): void {
    this.#queue.push(...skills);
    for (const skill of skills) {
      this.#begun.add(skill);
      if (this.#readers.size === MOST_READING) continue;
      const reader = this.#readQueue().finally(() => this.#readers.delete(reader));
      this.#readers.add(reader);
    }
    const waitMs = Math.min(LONGEST_WAIT_MS, this.#parts.timeoutMs / 2);
    this.#waited = this.#within(waitMs, Promise.all(this.#readers));
  }

  async #readQueue(): Promise<void> {
    // Words are counted in a turn of their own, so that nothing else waits for many skills.
    await pause();
    for (let skill = this.#queue.shift(); skill; skill = this.#queue.shift()) {
      this.#words.set(skill, bodyWords(await this.#read(skill)));
      await pause();
      if (this.#parts.closing.aborted) return;
    }
  }

  /** Reads instructions; empty if that fails or takes too long. */
  async #read({ instructions = "" }: AnySkill): Promise<string> {
    if (typeof instructions === "string") return instructions;
    try {
      const body: unknown = await this.#within(this.#parts.timeoutMs, attempt(instructions));
      return typeof body === "string" ? body : "";
    } catch {
      return "";
    }
  }

  /** Waits for a promise no longer than that. Resolves to `undefined` at its end or at close. */
  async #within<T>(timeMs: number, promise: Promise<T>): Promise<T | undefined> {
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const { schedule, closing } = this.#parts;
    const end = (): void => resolve(undefined);
    const cancel = schedule(end, timeMs);
    closing.addEventListener("abort", end, { once: true });
    try {
      return await Promise.race([promise, late]);
    } finally {
      cancel();
      closing.removeEventListener("abort", end);
    }
  }
}
