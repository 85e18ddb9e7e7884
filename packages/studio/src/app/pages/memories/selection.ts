import type { FeelingFilter, MemoryOrder, MemoryState } from "../../../wire/memories.js";
import { type Route, scopeOf } from "../../frame/router.js";

/** Orders of a listing. */
export const ORDERS: readonly MemoryOrder[] = ["newest", "oldest", "changed"];
/** States that can be chosen. */
export const STATES: readonly MemoryState[] = ["current", "archived", "replaced", "all"];
/** Feelings that can be chosen. */
export const FEELINGS: readonly FeelingFilter[] = ["any", "pleasant", "unpleasant"];
/** Settings in the address that narrow the listing. */
export const FILTERS = ["kind", "origin", "state", "feeling", "from", "to", "pinned"] as const;

/** Memories that the page shows, as its address says. */
export interface Selection {
  readonly scope: readonly string[];
  readonly order: MemoryOrder;
  readonly state: MemoryState;
  readonly kind?: string;
  readonly origin?: string;
  readonly feeling?: FeelingFilter;
  readonly isPinned: boolean;
  readonly from?: string;
  readonly to?: string;
}

/** Reads from the address what is to be shown. What is not known there counts as absent. */
export function selectionOf(route: Route): Selection {
  const { kind, origin, feeling, from, to, pinned, order, state } = route.query;
  const felt = FEELINGS.find((one) => one === feeling);
  const start = dayOf(from, 0);
  const end = dayOf(to, 1);
  return {
    scope: scopeOf(route),
    order: ORDERS.find((one) => one === order) ?? "newest",
    state: STATES.find((one) => one === state) ?? "current",
    ...(kind === undefined ? {} : { kind }),
    ...(origin === undefined ? {} : { origin }),
    ...(felt === undefined ? {} : { feeling: felt }),
    isPinned: pinned === "1",
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { to: end }),
  };
}

/** Returns the start of a day of this machine's calendar, or of one some days later. */
function dayOf(text: string | undefined, later: number): string | undefined {
  const [year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)$/u
      .exec(text ?? "")
      ?.slice(1)
      .map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const at = new Date(year, month - 1, day + later);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
