import { dotProducts } from "../../internal/unit-vector.js";
import { compareText } from "../../model/compare-text.js";
import { instantOf } from "../../model/record.js";
import { isTrusted } from "../../model/trust.js";
import { changesTopic } from "../../text/changes.js";
import { tellsChange } from "../../text/traits.js";
import type { Engine } from "../engine.js";
import type { Found } from "./find-candidates.js";
import type { RecallPlan } from "./recall-plan.js";
import { comparesVersions, type ReadCandidate } from "./score-candidates.js";

/** Loss of a note that a newer one repeats, by how alike they are, from 0 to 1. */
const REPEATED_LOSS = 0.2;
const REPEATED = { from: 0.6, to: 0.85 } as const;
/** Gain of the newest note; others get less with each newer one. */
const NEWEST_GAIN = 0.08;
const NEWER_NOTES = 7;
/** Least likeness of the statements before and after a change. */
const CHANGED = 0.2;
/** Distance of a replaced statement behind that which replaced it. */
const BEHIND = 0.005;
/** Share of a relevance that is left at least. */
const LEAST_LEFT = 0.01;

/** A candidate with what it is compared by. */
interface Item {
  readonly one: ReadCandidate;
  readonly time: number;
  newer: readonly Item[];
  /** Likenesses of the newer ones with a vector: 1 for equal meanings, 0 for just related ones. */
  likes: ReadonlyMap<Item, number>;
}

/**
 * Puts a statement that a newer one replaces behind it, and among notes also what newer ones
 * repeat. In talk between people nothing is replaced: everybody said something. Nor is it for a
 * query that names a time that is over.
 */
export async function preferNewer(
  { profiles }: Engine,
  plan: RecallPlan,
  { read, found }: { readonly read: readonly ReadCandidate[]; readonly found: Found },
): Promise<void> {
  const [query] = found.vectors;
  if (!query || !comparesVersions(plan, found.talk, read)) return;
  const changes = plan.clues.asksForPast ? [] : read.filter(tellsChange);
  const items = read.map((one): Item => {
    const time = instantOf(one.record).getTime();
    return { one, time, newer: [], likes: new Map() };
  });
  for (const item of items) item.newer = items.filter((other) => isNewer(other, item));
  if (items.every(({ newer }) => newer.length === 0)) return;
  const { related } = await profiles.of(query.embedder, plan.signal);
  for (const item of items) {
    if (!item.one.vector) continue;
    const others = item.newer.filter(({ one }) => one.vector);
    const cosines = dotProducts(
      item.one.vector,
      others.flatMap(({ one }) => one.vector ?? []),
    );
    const likeOf = (at: number): number => ((cosines[at] ?? 0) - related) / (1 - related);
    item.likes = new Map(others.map((other, at) => [other, likeOf(at)]));
  }
  if (found.talk === "notes") for (const item of items) putBehindRepetition(item);
  if (changes.length > 0) putBehindChanges(items);
}

/**
 * Tests which of two was said later. Order within one moment counts only in a thread. An entry with
 * a key is replaced under that key alone, and a trusted record by no untrusted one.
 */
function isNewer(a: Item, b: Item): boolean {
  if (a.time < b.time) return false;
  const { thread, id, key } = a.one.record;
  const { record } = b.one;
  if (key !== undefined || record.key !== undefined) return false;
  if (isTrusted(record) && !isTrusted(a.one.record)) return false;
  if (a.time !== b.time) return true;
  return thread !== undefined && thread === record.thread && compareText(id, record.id) > 0;
}

function putBehindRepetition({ one, newer, likes }: Item): void {
  const most = Math.max(...likes.values(), 0);
  const { from, to } = REPEATED;
  const repeated = Math.min(Math.max((most - from) / (to - from), 0), 1);
  const { thread, key } = one.record;
  const isInOrder = thread !== undefined && key === undefined;
  const gain = isInOrder ? NEWEST_GAIN * Math.exp(-newer.length / NEWER_NOTES) : 0;
  const by = repeated > 0.5 ? newer.find((other) => likes.get(other) === most) : undefined;
  changeVersion(one, { change: gain - REPEATED_LOSS * repeated, by: by?.one.record.id });
}

/** Puts each old statement just behind the one that tells of the change, which takes its place. */
function putBehindChanges(items: readonly Item[]): void {
  for (const { one: from, newer, likes } of items) {
    const { form, content, speaker, origin } = from.record;
    if (form !== "statement") continue;
    let [to, most]: [ReadCandidate | undefined, number] = [undefined, -Infinity];
    for (const item of newer) {
      const { record } = item.one;
      if (!tellsChange(item.one) || record.speaker !== speaker || record.origin !== origin)
        continue;
      const like = likes.get(item) ?? 0;
      if (like <= most) continue;
      if (like > CHANGED || changesTopic(record.content, content)) [to, most] = [item.one, like];
    }
    if (!to) continue;
    const relevance = Math.max(to.relevance, from.relevance);
    to.own = Math.max(to.own, from.own);
    changeVersion(to, { change: relevance - to.relevance });
    const change = Math.min(relevance - BEHIND - from.relevance, 0);
    changeVersion(from, { change, by: to.record.id });
  }
}

function changeVersion(
  one: ReadCandidate,
  { change, by = one.replacedBy }: { readonly change: number; readonly by?: string | undefined },
): void {
  // More than 0, so that nothing goes missing.
  const relevance = Math.max(Math.min(one.relevance + change, 1), one.relevance * LEAST_LEFT);
  const version = (one.parts.version ?? 0) + relevance - one.relevance;
  one.relevance = relevance;
  one.parts = { ...one.parts, version };
  one.replacedBy = by;
}
