import type { Strength } from "@kioku/core";
import { strengthAfterUse } from "@kioku/core/toolkit";
import { airiTiers, type AiriTier, type TieredRecord } from "@kioku/plugins/scorings";

import type { StrengthRow } from "../../../wire/forgetting.js";

const MS_PER_DAY = 86_400_000;
/** Most uses that are tried to find out when a memory moves up. */
const MOST_USES = 100;

/** Tiers from the one that fades fastest to the one that hardly fades. */
export const TIERS: readonly AiriTier[] = ["working", "short-term", "long-term", "muscle"];

const POLICY = airiTiers();

/** Events that are supposed from now on. */
export interface Future {
  /** The present moment. */
  readonly now: Date;
  /** Uses of each memory, one a day. */
  readonly uses: number;
  /** Days without use after them. */
  readonly rest: number;
}

/** A memory in its tier. */
export interface Placed {
  readonly row: StrengthRow;
  readonly tier: AiriTier;
  /** Share of it that is left, 0 to 1. */
  readonly retention: number;
  /** Further uses, one a day, that lift it into the tier above; absent: none is above or near. */
  readonly usesToRise: number | undefined;
}

/** Returns where memories are after what is supposed to happen. */
export function placeAll(rows: readonly StrengthRow[], future: Future): readonly Placed[] {
  const { now, uses, rest } = future;
  const moment = later(now, uses + rest);
  return rows.map((row) => {
    const record = usedDaily(toTiered(row), { now, uses });
    const tier = POLICY.tierOf(record, moment);
    return {
      row,
      tier,
      retention: POLICY.retentionOf(record, moment),
      usesToRise: usesToRise(record, { tier, moment }),
    };
  });
}

/** Returns those nearest to the tier above, then those with the most left. */
export function risingNext(placed: readonly Placed[]): readonly Placed[] {
  return placed
    .filter(({ usesToRise: uses }) => uses !== undefined)
    .toSorted((a, b) => (a.usesToRise ?? 0) - (b.usesToRise ?? 0) || b.retention - a.retention);
}

/** Returns the tier that uses lift a memory to: working memory is part of the short-term one. */
export function tierAbove(tier: AiriTier): AiriTier | undefined {
  if (tier === "muscle") return undefined;
  return tier === "long-term" ? "muscle" : "long-term";
}

function usesToRise(
  record: TieredRecord,
  { tier, moment }: { readonly tier: AiriTier; readonly moment: Date },
): number | undefined {
  const above = tierAbove(tier);
  if (above === undefined) return undefined;
  const { createdAt } = record;
  let { strength } = record;
  for (let uses = 1; uses <= MOST_USES; uses += 1) {
    // The first of them is at the moment itself, so it may fall on a day that had one.
    const at = later(moment, uses - 1);
    strength = strengthAfterUse(strength, { createdAt, now: at });
    const tierThen = POLICY.tierOf({ ...record, strength }, at);
    if (TIERS.indexOf(tierThen) >= TIERS.indexOf(above)) return uses;
  }
  return undefined;
}

function usedDaily(
  record: TieredRecord,
  { now, uses }: { readonly now: Date; readonly uses: number },
): TieredRecord {
  const { createdAt } = record;
  const strength = Array.from({ length: uses }, (_, use) => later(now, use + 1)).reduce<Strength>(
    (before, at) => strengthAfterUse(before, { createdAt, now: at }),
    record.strength,
  );
  return { ...record, strength };
}

/** Makes what decides the tier of a row. */
export function toTiered(row: StrengthRow): TieredRecord {
  const { createdAt, lastUsedAt, stabilityDays, uses, importance, emotion } = row;
  return {
    createdAt: new Date(createdAt),
    strength: {
      stabilityDays,
      uses,
      ...(lastUsedAt === undefined ? {} : { lastUsedAt: new Date(lastUsedAt) }),
    },
    importance,
    ...(emotion ? { emotion } : {}),
  };
}

function later(date: Date, days: number): Date {
  return new Date(date.getTime() + days * MS_PER_DAY);
}

/** Returns a level for each place, in order, so that two of one level are a gap apart. */
export function stackLevels(places: readonly number[], gap: number): readonly number[] {
  const ends: number[] = [];
  return places.map((place) => {
    const free = ends.findIndex((end) => place - end >= gap);
    const level = free === -1 ? ends.length : free;
    ends[level] = place;
    return level;
  });
}
