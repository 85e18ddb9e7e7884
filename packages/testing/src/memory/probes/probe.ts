import type { Filter, Memory, MemoryErrorCode, Reach } from "@kioku/core";

import type { Picker } from "../../support/picker.js";
import { testId } from "../../test-records.js";
import { ownersIn, type Owner, type Region } from "../owners.js";
import { ALL_SHARED_IDS, SHARED_IDS, SHARED_KEY, SHARED_TEXT } from "../probe-world.js";
import type { ProbeWorld } from "../probe-world.js";

/** Source of the arguments of probes. */
export interface ProbeContext {
  readonly world: ProbeWorld;
  readonly picker: Picker;
  /** Owner of the scope of the call, and its view. */
  readonly self: Owner;
  readonly view: Memory;
  /** Owner of ids, keys, cursors and words in the arguments. */
  readonly victim: Owner;
}

/** One call in one scope. */
export interface Probe {
  /** Its arguments, for the message of a failure. */
  readonly what: unknown;
  /** All that it may see. */
  readonly region: Region;
  /** All that it may change; absent: nothing. */
  readonly changes?: Region;
  readonly run: () => Promise<unknown>;
  /** Greatest number it may resolve to. */
  readonly atMost?: number;
  /** It must be refused with this code, since it names what only another scope has. */
  readonly refusal?: MemoryErrorCode;
  /** Fails if the result tells of another scope. */
  readonly expect?: (result: unknown) => void;
}

/** Makes a probe with random arguments. */
export type MakeProbe = (context: ProbeContext) => Probe;

/**
 * An id that every scope has, one that only the victim or the caller has, or what looks like one.
 */
export function anId({ picker, victim, self, world }: ProbeContext): string {
  return picker.one([
    ...ALL_SHARED_IDS,
    victim.id,
    victim.id,
    self.id,
    picker.one([...world.idsOf(self)]),
    picker.one([...world.idsOf(victim)]),
    SHARED_IDS.keyed.toUpperCase(),
    ` ${SHARED_IDS.keyed}`,
    testId(999_999_999),
    "%",
    "' OR '1'='1",
  ]);
}

/**
 * A key that every scope has, one that only the victim or the caller has, or what looks like one.
 */
export function aKey({ picker, victim, self }: ProbeContext): string {
  const keys = [SHARED_KEY, SHARED_KEY, victim.key, self.key, "The Key", "the key ", "the%"];
  return picker.one([...keys, "ｔｈｅ ｋｅｙ", `${victim.scope.join("/")}/${SHARED_KEY}`]);
}

/** Words that all scopes share, that only the victim has, and that only the caller has. */
export function aQuery({ picker, victim, self }: ProbeContext): string {
  return picker.one([
    SHARED_TEXT,
    victim.word,
    self.word,
    `${victim.word} was so`,
    victim.key,
    "key",
  ]);
}

/** A filter that selects everything, what is the victim's, or what no filter can. */
export function aFilter(context: ProbeContext): Filter {
  const { picker, victim } = context;
  const hostile: unknown[] = [
    {},
    { shared: 1 },
    { word: victim.word },
    { "@id": victim.id },
    { "@key": victim.key },
    { "@id": { $in: [victim.id, ...ALL_SHARED_IDS] } },
    { $or: [{ $not: { shared: 2 } }, { word: victim.word }] },
    { $not: { "@kind": "nothing" } },
    { scope: { $exists: false } },
    { owner: { $gte: "" } },
    { "@scope": victim.scope },
    { "shared' OR '1'='1": 1 },
    { $or: [{ "@version": { $gte: 0 } }, { "@createdAt": { $gt: new Date(0) } }] },
  ];
  return picker.one(hostile) as Filter;
}

/** Members that no query and no options have, and that must not widen a call. */
export function unknownMembers({ picker, victim }: ProbeContext): object {
  if (!picker.chance(0.06)) return {};
  const { scope } = victim;
  return picker.one([{ scope }, { within: [scope] }, { scopePath: scope }, { path: scope }]);
}

/** Returns a reach. */
export function aReach({ picker }: ProbeContext): Reach {
  return picker.chance(0.3) ? "below" : "here";
}

/** The cursor of a page of the victim, as it is or changed, or none. */
export async function aCursor(
  { picker, victim, world }: ProbeContext,
  page: (view: Memory) => Promise<{ readonly cursor?: string }>,
): Promise<string | undefined> {
  if (picker.chance(0.5)) return undefined;
  const { cursor } = await page(world.viewOf(victim));
  if (cursor === undefined || picker.chance(0.6)) return cursor;
  const parts = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
  const changed = parts.map((part) =>
    picker.chance(0.3) ? picker.one(["", "/", 0, -1, part]) : part,
  );
  return Buffer.from(JSON.stringify(changed)).toString("base64url");
}

/** Returns how many records a region has at most, expired and forgotten ones included. */
export function mostIn({ world }: ProbeContext, region: Region): number {
  return ownersIn(region).reduce((sum, owner) => sum + world.mostOf(owner), 0);
}
