import type { CallOptions, ListQuery } from "@kioku/core";

import type { MindStats } from "../api/runs.js";
import { KINDS, OWN } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";
import { NOT_SURFACED, reminderQuery } from "../reminders/remind.js";
import { readProgress, tokensOfDay, type Watermark } from "./progress.js";
import { readWaiting } from "./read-waiting.js";

/** Most turns that are counted as waiting. */
const MOST_WAITING = 1000;

/** Counts a scope. */
export async function readStats(host: MindHost, options: CallOptions = {}): Promise<MindStats> {
  const progress = await readProgress(host.memory, options);
  const waiting = await countWaiting(host, options);
  const { runs, turns, tokens: total, refusals, badAnswers, failures, facts } = progress;
  const { lastFailure, retryAt, lastRunAt } = progress;
  return {
    facts: await count(host, { kinds: [KINDS.fact], filter: OWN.fact }, options),
    episodes: await count(host, { kinds: [KINDS.episode], filter: OWN.episode }, options),
    reminders: await count(host, reminderQuery([NOT_SURFACED]), options),
    waiting,
    runs,
    turns,
    refusals,
    badAnswers,
    failures,
    tokens: { total, today: tokensOfDay(progress, host.clock()) },
    tokensPerFact: facts === 0 ? 0 : total / facts,
    tokensPerTurn: turns === 0 ? 0 : total / turns,
    ...(lastFailure === undefined ? {} : { lastFailure }),
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(lastRunAt === undefined ? {} : { lastRunAt }),
  };
}

async function countWaiting(host: MindHost, options: CallOptions): Promise<number> {
  let watermark: Watermark = await readProgress(host.memory, options);
  let waiting = 0;
  for (;;) {
    const left = MOST_WAITING - waiting;
    const { turns, hasMore, watermarkAfter } = await readWaiting(host, watermark, {
      ...options,
      turns: left,
    });
    waiting += turns.length;
    if (!hasMore || waiting >= MOST_WAITING) return waiting;
    watermark = watermarkAfter(turns.length);
  }
}

async function count(
  { memory }: MindHost,
  query: ListQuery,
  options: CallOptions,
): Promise<number> {
  let found = 0;
  let cursor: string | undefined;
  do {
    const page = await memory.list({ ...query, limit: 1000, cursor }, options);
    found += page.items.length;
    ({ cursor } = page);
  } while (cursor !== undefined);
  return found;
}
