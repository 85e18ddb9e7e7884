import type { AnySkill } from "@kioku/core/toolkit";

/** Pause after the first failure of a skill, which doubles up to the second, in milliseconds. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

interface Waiting {
  readonly skill: AnySkill;
  readonly failures: number;
  readonly triedAtMs: number;
}

/** Skills without vectors so far. One that failed is due again after a pause of its own. */
export class WaitingSkills {
  readonly #clock: () => Date;
  readonly #skills = new Map<string, Waiting>();

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#skills.size;
  }

  /** Adds a skill, due at once, and replaces one of its name. */
  add(skill: AnySkill): void {
    this.#skills.set(skill.name, { skill, failures: 0, triedAtMs: 0 });
  }

  remove(name: string): void {
    this.#skills.delete(name);
  }

  /** Returns true if this skill waits, not another of its name. */
  has(skill: AnySkill): boolean {
    return this.#skills.get(skill.name)?.skill === skill;
  }

  due(): readonly AnySkill[] {
    if (this.#skills.size === 0) return [];
    const nowMs = this.#clock().getTime();
    return [...this.#skills.values()].flatMap((one) => (isDue(one, nowMs) ? [one.skill] : []));
  }

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
  // A clock that was set back must not prolong the pause.
  return Math.abs(nowMs - triedAtMs) >= pauseMs;
}
