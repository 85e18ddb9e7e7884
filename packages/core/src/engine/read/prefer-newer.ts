import { dotProduct } from "../../internal/unit-vector.js";
import { compareText } from "../../model/compare-text.js";
import { instantOf } from "../../model/record.js";
import { isTrusted } from "../../model/trust.js";
import { changesTopic } from "../../text/changes.js";
import { tellsChange } from "../../text/traits.js";
import type { Engine } from "../engine.js";
import type { Found } from "./find-candidates.js";
import type { RecallPlan } from "./recall-plan.js";
import type { ReadCandidate } from "./score-candidates.js";

/** Loss of a note that a newer one repeats, by how alike they are, from 0 to 1. */
const REPEATED_LOSS = 0.2;
const REPEATED = { from: 0.6, to: 0.85 } as const;
/** Gain of the newest note; others get less with each newer one. */
const NEWEST_GAIN = 0.08;
const NEWER_NOTES = 7;
/** Least likeness of the statements before and after a change. */
const CHANGED = 0.2;
/** Number of the most relevant ones that are compared with each other. */
const COMPARED = 16;
/** Distance of a replaced statement behind that which replaced it. */
const BEHIND = 0.005;
/** Share of a relevance that is left at least. */
const LEAST_LEFT = 0.01;

/** A candidate and its time. */
interface Item {
  readonly one: ReadCandidate;
  readonly time: number;
}

/** Likeness of two vectors: 1 for equal meanings, 0 for those that are just related. */
type Likeness = (a: Item, b: Item) => number;

/**
 * Puts a statement that a newer one replaces behind it, and among notes also what newer ones
 * repeat. In talk between people nothing is replaced: everybody said something. Nor is it for a
 * query that names a time that is over.
 */
export async function preferNewer(
  { store, profiles }: Engine,
  { clues, dates, now, signal }: RecallPlan,
  { read, found }: { readonly read: readonly ReadCandidate[]; readonly found: Found },
): Promise<readonly ReadCandidate[]> {
  const [query] = found.vectors;
  const isOver = dates.some(({ to }) => to <= now);
  const isNotes = found.talk === "notes" && !isOver;
  const changes =
    clues.asksForPast || isOver ? [] : read.filter((one) => tellsChange(one.candidate));
  const isUsed = isNotes || (found.talk === "assistant" && changes.length > 0);
  const items = read.map((one) => ({ one, time: instantOf(one.record).getTime() }));
  const hasNewer = items.some((one) => items.some((other) => isNewer(one, other)));
  if (!isUsed || !query || !hasNewer) return read;
  const compared = [...new Set([...read.slice(0, COMPARED), ...changes])];
  const refs = compared.map(({ record }) => record);
  const [vectors, { related }] = await Promise.all([
    store.vectors(query.space.id, refs, { signal }),
    profiles.of(query.embedder, signal),
  ]);
  const vectorOf = new Map(compared.map((one, index) => [one, vectors[index]]));
  const likeness: Likeness = (one, other) => {
    const [a, b] = [vectorOf.get(one.one), vectorOf.get(other.one)];
    return a && b ? (dotProduct(a, b) - related) / (1 - related) : 0;
  };
  const current = isNotes ? items.map((item) => behindRepetition(item, items, likeness)) : read;
  return changes.length > 0 ? behindChanges(items, current, likeness) : current;
}

/**
 * Tests which of two was said later. Order within one moment counts only in a thread. An entry with
 * a key is replaced under that key alone, and a trusted record by no untrusted one.
 */
function isNewer(a: Item, b: Item): boolean {
  const { thread, id, key } = a.one.record;
  const { record } = b.one;
  if (key !== undefined || record.key !== undefined) return false;
  if (isTrusted(record) && !isTrusted(a.one.record)) return false;
  if (a.time !== b.time) return a.time > b.time;
  return thread !== undefined && thread === record.thread && compareText(id, record.id) > 0;
}

function behindRepetition(item: Item, items: readonly Item[], likeness: Likeness): ReadCandidate {
  const newer = items.filter((other) => isNewer(other, item));
  const likes = newer.map((other) => likeness(item, other));
  const most = Math.max(...likes, 0);
  const { from, to } = REPEATED;
  const repeated = Math.min(Math.max((most - from) / (to - from), 0), 1);
  const { thread, key } = item.one.record;
  const isInOrder = thread !== undefined && key === undefined;
  const gain = isInOrder ? NEWEST_GAIN * Math.exp(-newer.length / NEWER_NOTES) : 0;
  const by = repeated > 0.5 ? newer[likes.indexOf(most)]?.one.record.id : undefined;
  return withVersion(item.one, { change: gain - REPEATED_LOSS * repeated, by });
}

/** Puts each old statement just behind the one that tells of the change, which takes its place. */
function behindChanges(
  items: readonly Item[],
  read: readonly ReadCandidate[],
  likeness: Likeness,
): readonly ReadCandidate[] {
  const current = [...read];
  for (const [index, old] of items.entries()) {
    const { form, content } = old.one.record;
    if (form !== "statement") continue;
    const [best] = items
      .map((item, at) => ({ item, at }))
      .filter(({ item }) => replaces(item, old))
      .map((one) => ({ ...one, likeness: likeness(one.item, old) }))
      .filter(
        ({ item: { one }, likeness: like }) =>
          like > CHANGED || changesTopic(one.record.content, content),
      )
      .toSorted((a, b) => b.likeness - a.likeness);
    const from = current[index];
    const to = best && current[best.at];
    if (!from || !to) continue;
    const relevance = Math.max(to.relevance, from.relevance);
    const own = Math.max(to.own, from.own);
    current[best.at] = { ...withVersion(to, { change: relevance - to.relevance }), own };
    const change = Math.min(relevance - BEHIND - from.relevance, 0);
    current[index] = withVersion(from, { change, by: to.record.id });
  }
  return current;
}

function replaces(item: Item, old: Item): boolean {
  const [{ speaker, origin }, before] = [item.one.record, old.one.record];
  const isSame = speaker === before.speaker && origin === before.origin;
  return isSame && tellsChange(item.one.candidate) && isNewer(item, old);
}

function withVersion(
  one: ReadCandidate,
  { change, by }: { readonly change: number; readonly by?: string | undefined },
): ReadCandidate {
  // More than 0, so that nothing goes missing.
  const relevance = Math.max(Math.min(one.relevance + change, 1), one.relevance * LEAST_LEFT);
  const version = (one.parts.version ?? 0) + relevance - one.relevance;
  const changed = { relevance, parts: { ...one.parts, version } };
  return { ...one, ...changed, ...(by === undefined ? {} : { replacedBy: by }) };
}
