import type { Emotion } from "@kioku/core";
import { strengthAfterUse } from "@kioku/core/toolkit";

import type { Moment } from "../../../parts/published-score.js";

/** A memory in the simulator. */
export interface Held extends Moment {
  /** 0 calm to 1 excited. */
  readonly arousal: number;
  /** 0 to 1. */
  readonly importance: number;
  /** Days until its probability of recall has fallen to 0.9. */
  readonly stabilityDays: number;
}

/** Way in which a memory is recalled. */
export type RecallKind = "joyful" | "plain" | "aversive";

const MS_PER_DAY = 86_400_000;
const MORE = 0.1;
const LESS = -0.05;
/** Feeling from which a memory that comes back by itself feeds it. */
const FEEDS_FROM = 0.3;

/** Lets time pass over a memory. */
export function aged(held: Held, days: number): Held {
  return { ...held, age: held.age + days, since: held.since + days };
}

/** Recalls a memory, which is a use; a joyful or aversive recall changes what it feels like. */
export function recalled(held: Held, kind: RecallKind): Held {
  if (kind === "plain") return used(held, 0, 0);
  return kind === "joyful" ? used(held, MORE, LESS) : used(held, LESS, MORE);
}

/** Lets a memory come back by itself as published: it is a use, and feeds its own feeling. */
export function returned(held: Held): Held {
  const { joy, aversion } = held;
  if (joy > aversion && joy > FEEDS_FROM) return used(held, -LESS, 0);
  return used(held, 0, aversion > FEEDS_FROM ? -LESS : 0);
}

/** Returns the feeling of a memory; absent if it has none. */
export function emotionOf({ joy, aversion, arousal }: Held): Emotion | undefined {
  return joy === 0 && aversion === 0 ? undefined : { valence: joy - aversion, arousal };
}

function used(held: Held, joy: number, aversion: number): Held {
  const { stabilityDays, uses, since } = held;
  // The first use counts from the writing, any other one from the use before.
  const times = { createdAt: new Date(0), now: new Date(since * MS_PER_DAY) };
  return {
    ...held,
    uses: uses + 1,
    since: 0,
    stabilityDays: strengthAfterUse({ stabilityDays, uses }, times).stabilityDays,
    joy: clamp(held.joy + joy),
    aversion: clamp(held.aversion + aversion),
  };
}

function clamp(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}
