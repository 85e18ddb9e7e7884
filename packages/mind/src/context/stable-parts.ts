import type { AsOf, CallOptions, MemoryRecord, RecalledMemory } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";

import { compareBlocks, compareRank, compareSentences } from "../documents/blocks.js";
import { speakerOf } from "../documents/proof.js";
import {
  dayOf,
  type ProvenEpisode,
  readEpisodes,
  touchesLately,
} from "../documents/read-episodes.js";
import { type HeldFact, proveFacts, type ProvenFact, rankOf } from "../documents/read-facts.js";
import type { MindHost } from "../model/mind-host.js";
import { titledLines } from "../records/episode-record.js";
import { findReminders, type FoundReminder, MAX_AT_ONCE } from "../reminders/surface-reminders.js";
import { MAX_SUBJECTS, SELF, type Speaking } from "./held-facts.js";
import type { TokenShare } from "./token-share.js";

/** A talk that a context is made for. */
export interface ContextTalk {
  readonly thread: string;
  /** True if its earlier turns are not in the prompt any more. */
  readonly isShortened: boolean;
}

/** Query, moment and talk of a context. */
export interface PartsCall extends CallOptions {
  readonly asOf?: AsOf | undefined;
  readonly talk?: ContextTalk | undefined;
  readonly query?: string | undefined;
}

/** Last turns of a talk that tell who takes part. */
const LAST_TURNS = 50;
/** Most episodes of a day that are looked at. */
const MAX_EPISODES = 12;

/** Chooses the facts of the self concept. */
export async function selfConcept(
  host: MindHost,
  { held, share, ...call }: PartsCall & Choosing,
): Promise<readonly RecalledMemory[]> {
  const own = held.filter(({ fact }) => fact.subject === SELF);
  return chooseFacts(host, { ...call, held: own, share });
}

/** Chooses the facts of the portraits: those who take part in the talk first. */
export async function portraits(
  host: MindHost,
  { held, speakers, shareOf, ...call }: PartsCall & Pick<Choosing, "held"> & Sharing & Speaking,
): Promise<readonly RecalledMemory[]> {
  const bySubject = Map.groupBy(held, ({ fact }) => fact.subject);
  bySubject.delete(SELF);
  const place = (subject: string): number => {
    const index = speakers.indexOf(subject);
    return index === -1 ? speakers.length : index;
  };
  const sizeOf = (subject: string): number => bySubject.get(subject)?.length ?? 0;
  const subjects = [...bySubject.keys()]
    .toSorted((a, b) => place(a) - place(b) || sizeOf(b) - sizeOf(a) || compareText(a, b))
    .slice(0, MAX_SUBJECTS);
  const shown: RecalledMemory[] = [];
  let carried = 0;
  for (const subject of subjects) {
    const share = shareOf(1 / subjects.length, carried);
    const facts = bySubject.get(subject) ?? [];
    shown.push(...(await chooseFacts(host, { ...call, held: facts, share })));
    carried = share.left;
  }
  return shown;
}

/** Room, and facts to choose from. */
interface Choosing {
  readonly held: readonly HeldFact[];
  readonly share: TokenShare;
}

/** Room for several. */
interface Sharing {
  /** Returns a part of the room, and tokens that another part left. */
  readonly shareOf: (part: number, carried: number) => TokenShare;
}

async function chooseFacts(
  { memory }: MindHost,
  { held, share, asOf, signal }: PartsCall & Choosing,
): Promise<readonly RecalledMemory[]> {
  const ranked = held
    .toSorted((a, b) => compareHeld(a, b))
    .filter(({ record }) => share.take(record));
  const proven = await proveFacts(memory, ranked, { asOf, signal });
  return proven.toSorted(compareProven).map(({ record }) => toShown(record));
}

/** Orders durable ones first, then as blocks do. */
function compareHeld(a: HeldFact, b: HeldFact): number {
  const durable = Number(b.fact.attribute !== undefined) - Number(a.fact.attribute !== undefined);
  return durable || compareRank(rankOf(a), rankOf(b));
}

function compareProven(a: ProvenFact, b: ProvenFact): number {
  return compareBlocks(a.fact.block, b.fact.block) || compareSentences(a.sentence, b.sentence);
}

/** Returns who spoke last in a talk, in order of their names. */
export async function speakersOf(
  { memory, kinds }: MindHost,
  { talk, signal }: PartsCall,
): Promise<readonly string[]> {
  if (!talk) return [];
  const filter = { "@thread": talk.thread };
  const query = { kinds, filter, order: "desc", limit: LAST_TURNS } as const;
  const { items } = await memory.list(query, { signal });
  return [...new Set(items.map(speakerOf))].toSorted(compareText);
}

/** Chooses the episodes of today, of other talks and of what is no longer in the prompt. */
export async function daySummary(
  host: MindHost,
  { share, talk, asOf, signal }: PartsCall & Pick<Choosing, "share">,
): Promise<readonly RecalledMemory[]> {
  const day = touchesLately(dayOf(host.clock()));
  const episodes = await readEpisodes(host.memory, day, { asOf, newest: MAX_EPISODES, signal });
  const shown = episodes
    .filter(({ episode }) => episode.thread !== talk?.thread || talk.isShortened)
    .toReversed()
    .flatMap((one) => shorten(one, share));
  return shown.toReversed();
}

/** Writes the title, if all is proven, and as many sentences as fit; nothing without one. */
function shorten(
  { record, episode: { title, summary }, sentences }: ProvenEpisode,
  share: TokenShare,
): readonly RecalledMemory[] {
  for (let count = sentences.length; count > 0; count = Math.floor(count / 2)) {
    const lines = sentences.slice(0, count).map(({ text }) => text);
    const isWhole = sentences.length === summary.length;
    const content = titledLines(isWhole ? title : "", lines).join("\n");
    const shown = toShown({ ...record, content });
    if (share.take(shown)) return [shown];
  }
  return [];
}

/** A reminder that a context should tell, and how it shows it. */
export interface DueReminder {
  readonly found: FoundReminder;
  readonly shown: RecalledMemory;
}

/** Finds the reminders that are due. They are marked once they are shown. */
export async function dueReminders(
  host: MindHost,
  { query, asOf, signal }: PartsCall,
): Promise<readonly DueReminder[]> {
  if (asOf !== undefined) return [];
  const due = await findReminders(host, { query }, { signal });
  return due.slice(0, MAX_AT_ONCE).map((found) => {
    const [{ text }, record] = found;
    return { found, shown: toShown({ ...record, content: text }) };
  });
}

/** Makes a memory of a record that is shown without being asked for. */
function toShown(record: MemoryRecord): RecalledMemory {
  return { ...record, score: 1, relevance: 0, reason: "spontaneous" };
}

/** Returns the ids of memories and of what they were made of. */
export function idsAndSources(memories: readonly MemoryRecord[]): readonly string[] {
  return memories.flatMap(({ id, sources }) => [id, ...sources]);
}
