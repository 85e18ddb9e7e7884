import type { AnySkill } from "@kioku/core/toolkit";

/**
 * How long a skill waits after its first failure, in milliseconds; after each further one twice as
 * long, up to the second.
 */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

interface Waiting {
  readonly skill: AnySkill;
  readonly failures: number;
  /** When it was tried last, in milliseconds. */
  readonly triedAtMs: number;
}

/**
 * Skills whose vectors are still to be had. Those that failed are due again after a pause, each for
 * itself.
 */
export class WaitingSkills {
  readonly #clock: () => Date;
  readonly #skills = new Map<string, Waiting>();

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** How many there are. */
  get size(): number {
    return this.#skills.size;
  }

  /** Takes in a skill, which is due at once; one of its name is replaced. */
  add(skill: AnySkill): void {
    this.#skills.set(skill.name, { skill, failures: 0, triedAtMs: 0 });
  }

  remove(name: string): void {
    this.#skills.delete(name);
  }

  /** Whether this skill waits, and no other of its name. */
  has(skill: AnySkill): boolean {
    return this.#skills.get(skill.name)?.skill === skill;
  }

  /** Those to try now. */
  due(): readonly AnySkill[] {
    if (this.#skills.size === 0) return [];
    const nowMs = this.#clock().getTime();
    return [...this.#skills.values()].flatMap((one) => (isDue(one, nowMs) ? [one.skill] : []));
  }

  /** Notes that a skill was tried and failed. */
  postpone(skill: AnySkill): void {
    const known = this.#skills.get(skill.name);
    if (known?.skill !== skill) return;
    const triedAtMs = this.#clock().getTime();
    this.#skills.set(skill.name, { skill, failures: known.failures + 1, triedAtMs });
  }
}

function isDue({ failures, triedAtMs }: Waiting, nowMs: number): boolean {
  if (failures === 0) return true;
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  // A clock that was set back must not make the pause longer.
  return Math.abs(nowMs - triedAtMs) >= pauseMs;
}
