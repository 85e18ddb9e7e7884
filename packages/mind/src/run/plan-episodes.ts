import type { CallOptions, Memory, RememberInput } from "@kioku/core";
import { MOST_UNTRUSTED } from "@kioku/core/toolkit";

import type { PlannedChange } from "../api/runs.js";
import { summarize, titleOf } from "../keep/summarize.js";
import type { ChosenSentence, WordWeights } from "../model/batch.js";
import { claimHash } from "../model/claim-hash.js";
import type { MindHost } from "../model/mind-host.js";
import type { Turn } from "../model/turn.js";
import {
  type Episode,
  episodePrefix,
  episodeToInput,
  recordToEpisode,
  type SummarySentence,
} from "../records/episode-record.js";
import { listByPrefix, readByIds } from "../records/read-records.js";
import { recordToTurn } from "../records/turn-record.js";
import { readRequest } from "../requests/read-request.js";
import { statementProblem } from "../rules/stated.js";
import { isInjected } from "../text/injected.js";
import { countWords } from "../text/language.js";
import { Claims, claimsAround } from "./claims.js";

/** Time without a turn after which a new episode begins. */
const IDLE_MS = 8 * 3_600_000;
/** Most turns of an episode. */
const MOST_TURNS = 200;

/** The last episode of a thread, and its turns that are still there. */
export interface LastEpisode {
  /** Number of the last one; 0: there is none. */
  readonly number: number;
  /** Absent if it is closed. */
  readonly open?: { readonly episode: Episode; readonly turns: readonly Turn[] };
}

/** A stretch of a thread that becomes an episode or its next version. */
interface Stretch {
  readonly number: number;
  readonly old: Episode | undefined;
  readonly turns: readonly Turn[];
}

/** Title and sentences of a model about the new turns of a thread, checked. */
export interface ModelSummary {
  readonly title?: string | undefined;
  readonly sentences: readonly SummarySentence[];
}

/** Facts for planning the episodes of a thread. */
export interface EpisodeContext extends CallOptions {
  readonly weights: WordWeights;
  readonly run: string;
  readonly model?: ModelSummary | undefined;
}

/** Planned versions of episodes. */
export interface EpisodePlan {
  readonly inputs: readonly RememberInput[];
  readonly changes: readonly PlannedChange[];
}

/** Reads the last episode of a thread. */
export async function readLastEpisode(
  host: MindHost,
  thread: string,
  options: CallOptions,
): Promise<LastEpisode> {
  const newest = { ...options, order: "desc", limit: 1 } as const;
  const [record] = await listByPrefix(host.memory, episodePrefix(thread), newest);
  const episode = record && recordToEpisode(record);
  if (!episode) return { number: 0 };
  const isClosed = record.validTo !== undefined || episode.turns.length >= MOST_TURNS;
  if (isClosed) return { number: episode.number };
  const turns = await readTurns(host, episode.turns, options);
  return { number: episode.number, open: { episode, turns } };
}

/** Reads turns by id, those that are there, in order of time. */
export async function readTurns(
  { memory, kinds }: MindHost,
  ids: readonly string[],
  options: CallOptions,
): Promise<readonly Turn[]> {
  const records = await readByIds(memory, ids, options);
  const found = ids.flatMap((id) => records.get(id) ?? []);
  return inOrder(found.flatMap((record) => recordToTurn(record, kinds) ?? []));
}

/** Plans the episodes of the turns of one thread. */
export async function planEpisodes(
  host: MindHost,
  { turns, last }: { readonly turns: readonly Turn[]; readonly last: LastEpisode },
  context: EpisodeContext,
): Promise<EpisodePlan> {
  const trusted = turns.filter(({ trust }) => trust > MOST_UNTRUSTED);
  const stretches = toStretches(inOrder(trusted), last);
  const written = await Promise.all(
    stretches.map((stretch) => planStretch(host, stretch, context)),
  );
  return {
    inputs: written.flatMap(({ inputs }) => inputs),
    changes: written.flatMap(({ changes }) => changes),
  };
}

/** Divides turns at breaks of 8 hours and after 200 turns. The open episode goes on. */
function toStretches(turns: readonly Turn[], { number, open }: LastEpisode): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let current: Stretch | undefined = open && {
    number,
    old: open.episode,
    turns: open.turns,
  };
  let isNew = false;
  for (const turn of turns) {
    const end = current?.turns.at(-1)?.at ?? current?.old?.endAt;
    const isBroken = end !== undefined && turn.at.getTime() - end.getTime() >= IDLE_MS;
    if (!current || isBroken || current.turns.length >= MOST_TURNS) {
      if (current && isNew) stretches.push(current);
      current = { number: (current?.number ?? number) + 1, old: undefined, turns: [] };
    }
    current = { ...current, turns: inOrder([...current.turns, turn]) };
    isNew = true;
  }
  return current && isNew ? [...stretches, current] : stretches;
}

/** Plans the version of an episode with these turns. */
export async function planStretch(
  { memory }: MindHost,
  { number, old, turns }: Stretch,
  { weights, run, model, signal }: EpisodeContext,
): Promise<EpisodePlan> {
  const ids = new Set(turns.map(({ id }) => id));
  const ofModels = [
    ...(old?.summary.filter(({ by }) => by !== "rule") ?? []),
    ...(model?.sentences ?? []),
  ].filter(({ evidence }) => evidence.every(({ source }) => ids.has(source)));
  const byModel = await withoutForgotten(memory, { sentences: ofModels, turns }, { signal });
  const most = Math.min(250, Math.max(120, 100 + turns.length));
  const left = most - byModel.reduce((sum, { text }) => sum + countWords(text), 0);
  const quoted = new Set(byModel.flatMap(({ evidence }) => evidence.map(({ source }) => source)));
  const others = turns.filter(({ id, text }) => !quoted.has(id) && !isInjected(text));
  const chosen = left < 20 ? [] : summarize(others, { weights, maxWords: left });
  const hashes = chosen.map(({ turn, text }) => claimHash(turn.subject, text));
  const claims = await Claims.read(memory, hashes, { signal });
  const kept = chosen.filter((_, index) => !claims.isForgotten(hashes[index] ?? ""));
  const summary = inOrderOfTurns([...byModel, ...kept.map(toSentence)], turns);
  const [first, last] = [turns[0], turns.at(-1)];
  const ofModel = model?.title ?? (byModel.length > 0 ? old?.title : undefined);
  if (!first || !last || summary.length === 0) return { inputs: [], changes: [] };
  const episode = {
    thread: first.thread,
    number,
    title: ofModel ?? titleByRule(kept, summary),
    summary,
    turns: [...ids],
    startAt: first.at,
    endAt: last.at,
    run,
  };
  const input = episodeToInput(episode, old?.version ?? 0);
  const by = byModel[0]?.by ?? "rule";
  const change = { change: "episode", text: episode.title, replaces: [], by } as const;
  return { inputs: [input], changes: [{ ...change, sources: episode.turns }] };
}

/** Leaves out what was made of sentences that are forgotten. */
export async function withoutForgotten(
  memory: Memory,
  { sentences, turns }: Pick<ModelSummary, "sentences"> & { readonly turns: readonly Turn[] },
  options: CallOptions,
): Promise<readonly SummarySentence[]> {
  if (sentences.length === 0) return [];
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const quoted = sentences.map(({ evidence }) =>
    evidence.flatMap(({ source, quote }) => {
      const turn = byId.get(source);
      return turn ? claimsAround(turn, quote) : [];
    }),
  );
  const claims = await Claims.read(memory, quoted.flat(), options);
  return sentences.filter((_, index) => !quoted[index]?.some((hash) => claims.isForgotten(hash)));
}

function toSentence({ turn, text }: ChosenSentence): SummarySentence {
  return { text, evidence: [{ source: turn.id, quote: text }], by: "rule" };
}

/** Words of who tells what somebody else said. */
const REPORTS = /\b(?:says?|said|told (?:me|us)|(?:have|['’]ve) heard)\b|[^小]说|告诉我/iu;

/** Makes a title of what a person states plainly, or else of any sentence. */
function titleByRule(
  chosen: readonly ChosenSentence[],
  summary: readonly SummarySentence[],
): string {
  const stated = chosen.filter(
    ({ turn, text }) =>
      turn.role === "user" &&
      statementProblem(text) === undefined &&
      !REPORTS.test(text) &&
      readRequest(text) === undefined,
  );
  const first = summary.slice(0, 1).map(({ text }) => ({ text, score: 0 }));
  return titleOf([stated, chosen, first].find((some) => some.length > 0) ?? []);
}

function inOrderOfTurns(
  summary: readonly SummarySentence[],
  turns: readonly Turn[],
): readonly SummarySentence[] {
  const places = new Map(turns.map(({ id }, index) => [id, index]));
  const placeOf = ({ evidence }: SummarySentence): number =>
    places.get(evidence[0]?.source ?? "") ?? 0;
  return summary.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function inOrder(turns: readonly Turn[]): readonly Turn[] {
  return turns.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
