import type { Filter, Memory } from "@kioku/core";
import {
  checkCallOptions,
  checkInstant,
  checkMembers,
  checkNumber,
  checkRecallOptions,
  checkText,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";

import type { EpisodesQuery, LongTermMemory } from "../api/episodes.js";
import { instantOf } from "./proof.js";
import { type ProvenEpisode, readEpisodes, touches } from "./read-episodes.js";

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;
/** Bounds of years with four digits, whose texts compare as times. */
const EARLIEST = new Date("0000-01-01T00:00:00Z");
const LATEST = new Date("9999-12-31T23:59:59Z");

/** Reads the long-term memories of a query, the oldest first. */
export async function listEpisodes(
  memory: Memory,
  query: EpisodesQuery,
): Promise<readonly LongTermMemory[]> {
  const { asOf, signal, thread, turn, limit = DEFAULT_LIMIT } = checkQuery(query);
  const options = { asOf, signal };
  if (turn !== undefined) {
    const of = await stretchOf(memory, turn, query);
    if (!of || (thread !== undefined && thread !== of.thread)) return [];
    const found = await readEpisodes(memory, of.filter, { ...options, thread: of.thread });
    return found.filter(({ episode }) => episode.turns.includes(turn)).map(toMemory);
  }
  const { from, to } = query;
  const filter = from || to ? touches({ from: from ?? EARLIEST, to: to ?? LATEST }) : {};
  if (thread === undefined) {
    return (await readEpisodes(memory, filter, { ...options, newest: limit })).map(toMemory);
  }
  const ofThread = await readEpisodes(memory, filter, { ...options, thread });
  return ofThread.slice(-limit).map(toMemory);
}

function checkQuery(query: EpisodesQuery): EpisodesQuery {
  checkMembers(query, "query", ["signal", "asOf", "thread", "turn", "from", "to", "limit"]);
  const { asOf, signal, thread, turn, from, to, limit } = query;
  checkCallOptions({ signal });
  checkRecallOptions({ asOf }, "query", []);
  if (thread !== undefined) checkText(thread, "query.thread", MAX_NAME_LENGTH);
  if (turn !== undefined) checkText(turn, "query.turn", MAX_NAME_LENGTH);
  if (from !== undefined) checkInstant(from, "query.from");
  if (to !== undefined) checkInstant(to, "query.to");
  if (limit !== undefined) {
    checkNumber(limit, "query.limit", { min: 1, max: MAX_LIMIT, integer: true });
  }
  return query;
}

/** Returns the thread of a turn, and a filter of the episodes of its time. */
async function stretchOf(
  memory: Memory,
  id: string,
  { signal }: EpisodesQuery,
): Promise<{ readonly thread: string; readonly filter: Filter } | undefined> {
  const record = await memory.read(id, { signal });
  if (!record) return undefined;
  const from = instantOf(record);
  const filter = touches({ from, to: new Date(from.getTime() + 1) });
  return { thread: record.thread ?? "", filter };
}

function toMemory({ episode, sentences }: ProvenEpisode): LongTermMemory {
  const { id, thread, title, turns, startAt, endAt } = episode;
  const named = thread === "" ? {} : { thread };
  return { id, ...named, title, summary: sentences, turns, startAt, endAt };
}
