import type { Emotion } from "@kioku/core";

import {
  boundedScore,
  type Moment,
  publishedScore,
  type PublishedParameters,
} from "../../../parts/published-score.js";
import { chancesOf, type Formula, pickIndex } from "./draw.js";
import { aged, emotionOf, type Held, type RecallKind, recalled, returned } from "./held.js";
import { moved, REST, rested, type Resting } from "./mood.js";
import { seededNumbers } from "./random.js";

/** Days that a run has. */
export const LAST_DAY = 60;

/** Something that a person did on a day. */
export type Action =
  | { readonly day: number; readonly kind: RecallKind; readonly memory: number }
  | { readonly day: number; readonly kind: "mood"; readonly mood: Emotion };

/** All that decides a run, beside the memories it starts with. */
export interface Plan extends PublishedParameters {
  /** Whole number from 0. */
  readonly seed: number;
  readonly formula: Formula;
  readonly resting: Resting;
  /** By day; those of one day in their order. */
  readonly actions: readonly Action[];
}

/** A day of a run, at its end. */
export interface Day {
  readonly memories: readonly Held[];
  /** Scores of the memories, without a flashback. */
  readonly scores: readonly number[];
  readonly mood: Emotion;
  /** Index of the memory that flashed back; absent: none did. */
  readonly flashback?: number;
}

/** Plays a run from the start to a day. The first one is day 0, on which only actions happen. */
export function playRun(starts: readonly Held[], plan: Plan, lastDay = LAST_DAY): readonly Day[] {
  const days: Day[] = [];
  let [memories, mood] = [starts, REST];
  for (let day = 0; day <= lastDay; day += 1) {
    let flashback: number | undefined;
    if (day > 0) {
      memories = memories.map((held) => aged(held, 1));
      mood = rested(mood, 1, plan.resting);
      flashback = drawn(memories, { mood, day, plan });
    }
    const felt = memories[flashback ?? -1];
    if (felt) {
      mood = movedBy(mood, felt);
      if (plan.formula === "published") memories = replaced(memories, flashback, returned);
    }
    for (const action of plan.actions.filter((one) => one.day === day)) {
      if (action.kind === "mood") {
        ({ mood } = action);
        continue;
      }
      memories = replaced(memories, action.memory, (held) => recalled(held, action.kind));
      mood = movedBy(mood, memories[action.memory]);
    }
    const scores = memories.map((held) => scoreOf(held, plan));
    days.push({ memories, scores, mood, ...(flashback === undefined ? {} : { flashback }) });
  }
  return days;
}

/** Returns the score of a memory, without a flashback; 100 if it is new and without feeling. */
export function scoreOf(held: Moment, plan: Omit<Plan, "actions">): number {
  return (plan.formula === "published" ? publishedScore : boundedScore)(held, plan);
}

interface Weather {
  readonly mood: Emotion;
  readonly day: number;
  readonly plan: Plan;
}

function drawn(memories: readonly Held[], { mood, day, plan }: Weather): number | undefined {
  const random = seededNumbers(plan.seed, day);
  if (random() >= plan.chance) return undefined;
  return pickIndex(chancesOf({ memories, mood, formula: plan.formula }), random());
}

function movedBy(mood: Emotion, held: Held | undefined): Emotion {
  const emotion = held && emotionOf(held);
  return emotion === undefined ? mood : moved(mood, emotion);
}

function replaced(
  memories: readonly Held[],
  index: number | undefined,
  change: (held: Held) => Held,
): readonly Held[] {
  return memories.map((held, at) => (at === index ? change(held) : held));
}
