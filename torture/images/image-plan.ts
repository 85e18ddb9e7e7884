import { hash } from "node:crypto";

/** Of one file for two persons: the first one's erasure must leave it. */
const SHARED_EACH = 3;
const FORGOTTEN_EACH = 10;
const START_MS: number = Date.UTC(2026, 1, 2, 9);
const STEP_MS = 2_000;

/** Persons whose images lie in scopes of their own; the first one is erased in the end. */
export const PERSONS = ["ana", "ben"] as const;

/** Stands in all that is only of the person who is erased. */
export const SECRET = "only-of-ana";

/** An image of the plan. */
export interface PlannedImage {
  readonly person: (typeof PERSONS)[number];
  readonly shows: string;
  readonly data: Uint8Array;
  readonly sha256: string;
  readonly at: Date;
  /** True if it is forgotten again. */
  readonly isForgotten: boolean;
}

/** Returns the image of a number. All differ, but for those that both persons have. */
export function plannedImage(number: number): PlannedImage {
  const person = PERSONS[number % 2] ?? "ana";
  const pair = Math.floor(number / 2);
  const own = person === "ana" ? `${SECRET}-${number}` : `window ${number}`;
  const shows = pair % SHARED_EACH === 0 ? `shared window ${pair}` : own;
  const data = new TextEncoder().encode(`image:${shows}`);
  return {
    person,
    shows,
    data,
    sha256: hash("sha256", data, "hex"),
    at: new Date(START_MS + number * STEP_MS),
    isForgotten: number % FORGOTTEN_EACH === FORGOTTEN_EACH - 1,
  };
}

/** Returns what a file of the plan shows. */
export function shownBy(data: Uint8Array): string {
  return new TextDecoder().decode(data).slice("image:".length);
}
