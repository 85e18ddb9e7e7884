import { PUBLISHED } from "../../../parts/published-score.js";
import type { Formula } from "./draw.js";
import type { Resting } from "./mood.js";
import type { Action } from "./run.js";

/** All that decides a run and the day of it that is looked at, as its address holds it. */
export const FIRST_RUN = {
  ...PUBLISHED,
  /** Whole number from 0. */
  seed: 1,
  formula: "bounded" as Formula,
  resting: "days" as Resting,
  /** Moment at which memories are as on day 0, ISO 8601; empty: as if all were new. */
  from: "",
  /** Short ids of the memories; empty: a dozen. */
  with: "",
  /** Actions as text. */
  acts: "",
  /** Day that is looked at. */
  day: 0,
};
/** A run as its address holds it. */
export type Run = typeof FIRST_RUN;

const LETTERS = { j: "joyful", p: "plain", a: "aversive" } as const;
const ACTION = /^(?<day>\d+)(?:(?<kind>[jpa])(?<memory>\d+)|m(?<valence>-?\d+)_(?<arousal>\d+))$/u;

/** Adds an action. A mood replaces one that was set on the same day after all else. */
export function withAction(actions: readonly Action[], action: Action): readonly Action[] {
  const before = actions.filter(({ day }) => day <= action.day);
  const after = actions.slice(before.length);
  const last = before.at(-1);
  const isAgain = action.kind === "mood" && last?.kind === "mood" && last.day === action.day;
  return [...(isAgain ? before.slice(0, -1) : before), action, ...after];
}

/** Writes actions for an address. */
export function actionsToText(actions: readonly Action[]): string {
  return actions
    .map((action) =>
      action.kind === "mood"
        ? `${action.day}m${percent(action.mood.valence)}_${percent(action.mood.arousal)}`
        : `${action.day}${action.kind.charAt(0)}${action.memory}`,
    )
    .join(".");
}

/** Reads the actions of an address by day; what is not understood is left out. */
export function textToActions(text: string): readonly Action[] {
  return text
    .split(".")
    .flatMap((one): readonly Action[] => {
      const { day, kind, memory, valence, arousal } = ACTION.exec(one)?.groups ?? {};
      if (day === undefined) return [];
      return [
        kind === undefined
          ? {
              day: Number(day),
              kind: "mood",
              mood: { valence: Number(valence) / 100, arousal: Number(arousal) / 100 },
            }
          : {
              day: Number(day),
              kind: LETTERS[kind as keyof typeof LETTERS],
              memory: Number(memory),
            },
      ];
    })
    .toSorted((a, b) => a.day - b.day);
}

function percent(share: number): number {
  return Math.round(share * 100);
}
