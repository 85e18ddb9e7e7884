import { type CallOptions, MemoryError } from "@kioku/core";

import { wordWeights } from "../keep/word-weights.js";
import type { MindHost } from "../model/mind-host.js";
import { episodeKey, recordToEpisode } from "../records/episode-record.js";
import { readByKeys } from "../records/read-records.js";
import { planStretch, readTurns, withoutForgotten } from "./plan-episodes.js";
import { listRebuilds, type Rebuild } from "./rebuild.js";

/** Most episodes that one run makes anew. */
const MOST = 50;

/** Makes episodes that lost turns anew from those that are left. */
export async function rebuildEpisodes(
  host: MindHost,
  { run, signal }: CallOptions & { readonly run: string },
): Promise<void> {
  for (const rebuild of await listRebuilds(host, { signal, limit: MOST })) {
    const { mark } = rebuild;
    try {
      await rebuildEpisode(host, rebuild, { run, signal });
      await host.memory.forget(mark.id, { ifVersion: mark.version, purge: true, signal });
    } catch (error) {
      // Somebody else is at it, or more is to be left out: the next run sees.
      if (!MemoryError.is(error, "conflict")) throw error;
    }
  }
}

async function rebuildEpisode(
  host: MindHost,
  { thread, number, turns: ids }: Rebuild,
  { run, signal }: CallOptions & { readonly run: string },
): Promise<void> {
  const { memory } = host;
  const key = episodeKey(thread, number);
  const record = (await readByKeys(memory, [key], { signal })).get(key);
  const turns = await readTurns(host, ids, { signal });
  const old = record && recordToEpisode(record);
  const isWhole = old !== undefined && old.turns.every((id) => turns.some((one) => one.id === id));
  if (isWhole && old.turns.length >= turns.length) {
    const { summary: sentences } = old;
    const left = await withoutForgotten(memory, { sentences, turns }, { signal });
    if (left.length === sentences.length) return;
  }
  if (record) await memory.forget(record.id, { ifVersion: record.version, purge: true, signal });
  if (turns.length === 0) return;
  const weights = await wordWeights(memory, turns);
  const { inputs } = await planStretch(
    host,
    { number, old: undefined, turns },
    { weights, run, signal },
  );
  if (inputs.length > 0) await memory.rememberAll(inputs, { signal });
}
