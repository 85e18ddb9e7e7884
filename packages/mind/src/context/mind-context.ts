import type {
  CallOptions,
  Filter,
  PromptContext,
  PromptOptions,
  Recalled,
  RecalledMemory,
  RecallQuery,
} from "@kioku/core";
import {
  buildContextFor,
  checkCallOptions,
  checkObject,
  checkPromptOptions,
  checkRecallOptions,
  checkText,
  MAX_CONTENT_LENGTH,
} from "@kioku/core/toolkit";

import { proveRecalled, recallProven } from "../documents/prove-recalled.js";
import { MEMORIES } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";
import { tellReminders } from "../reminders/surface-reminders.js";
import { clockNote } from "./clock-note.js";
import { readHeld } from "./held-facts.js";
import {
  type ContextTalk,
  daySummary,
  type DueReminder,
  dueReminders,
  idsAndSources,
  type PartsCall,
  portraits,
  selfConcept,
  speakersOf,
} from "./stable-parts.js";
import { TokenShare } from "./token-share.js";
import { withoutRepeats } from "./without-repeats.js";

/** Shares of the budget that parts may take, half of it in all with the clock and reminders. */
const SHARES = { self: 0.1, portrait: 0.22, day: 0.1 };
/** Most ids that a recall leaves out. */
const MAX_EXCLUDED = 10_000;
/** Tokens of a short memory, and numbers of memories to recall. */
const TOKENS_PER_MEMORY = 40;
const LEAST_RECALLED = 20;
const MOST_RECALLED = 200;
/** State of a talk: the part of the memory that it has already. */
export interface TalkSoFar extends ContextTalk {
  /** Ids that it was told. */
  readonly told: readonly string[];
  /** Filter that leaves out the turns that are in its prompt. */
  readonly filter: Filter;
}

/** A context, and the ids of what was recalled for it. */
export interface MadeContext {
  readonly prompt: PromptContext;
  readonly told: readonly string[];
}

/** Options of the prompt, and the talk that it is for. */
interface ContextCall {
  readonly options: PromptOptions & CallOptions;
  readonly talk?: TalkSoFar | undefined;
}

/** Writes the clock, self concept, portraits, day and reminders, then what a query recalls. */
export async function makeContext(
  host: MindHost,
  given: string | Partial<RecallQuery>,
  { options, talk }: ContextCall,
): Promise<MadeContext> {
  checkObject(options, "options");
  const { signal, ...prompt } = options;
  checkCallOptions({ signal });
  const checked = checkPromptOptions(prompt);
  const query = typeof given === "string" ? { query: given } : given;
  checkObject(query, "query");
  const { query: text, ...others } = query;
  checkRecallOptions(others, "query", ["query"]);
  if (text !== undefined) checkText(text, "query.query", MAX_CONTENT_LENGTH);
  const { asOf } = others;
  const note = await clockNote(host, { thread: talk?.thread, signal });
  const frame = buildContextFor({ query: "", lead: [note] }, [], prompt).tokens;
  const lead = frame <= checked.budget ? [note] : [];
  const call = { asOf, signal, talk, query: text };
  const stable = await stableParts(host, { ...call, options: checked });
  const room = Math.max(1, checked.budget - frame);
  const rest = await recallRest(host, query, { talk, signal, stable, room, prompt });
  const due = await dueReminders(host, call);
  const { notice, omitted } = rest;
  const build = (reminders: readonly DueReminder[]): PromptContext => {
    const shown = reminders.map((one) => one.shown);
    const asked = shown.flatMap(({ sources }) => sources);
    const fresh = withoutRepeats(rest, { stable, ids: [...asked, ...(talk?.told ?? [])] });
    const memories: Recalled = Object.assign(
      [...stable, ...shown, ...fresh],
      notice === undefined ? {} : { notice },
      omitted === undefined ? {} : { omitted },
    );
    return buildContextFor({ query: text ?? "", lead }, memories, prompt);
  };
  const made = await tellOnce(host, { due, build, signal });
  const included = new Set(made.included.map(({ memory }) => memory.id));
  const told = due.flatMap(({ shown }) => (included.has(shown.id) ? shown : []));
  const shown = new Set([...stable, ...told].map(({ id }) => id));
  const asked = told.flatMap(({ sources }) => sources);
  return { prompt: made, told: [...asked, ...[...included].filter((id) => !shown.has(id))] };
}

/** Builds a prompt and marks the reminders that it shows; those told elsewhere are left out. */
async function tellOnce(
  host: MindHost,
  given: CallOptions & {
    readonly due: readonly DueReminder[];
    readonly build: (reminders: readonly DueReminder[]) => PromptContext;
  },
): Promise<PromptContext> {
  const { due, build, signal } = given;
  const made = build(due);
  const included = new Set(made.included.map(({ memory }) => memory.id));
  const fitting = due.filter(({ shown }) => included.has(shown.id));
  if (fitting.length === 0) return made;
  const found = fitting.map((one) => one.found);
  const told = new Set((await tellReminders(host, found, { signal })).map(({ id }) => id));
  const isTold = ({ shown }: DueReminder): boolean => told.has(shown.id);
  return fitting.every(isTold) ? made : build(fitting.filter(isTold));
}

async function stableParts(
  host: MindHost,
  { options, ...call }: PartsCall & { readonly options: ReturnType<typeof checkPromptOptions> },
): Promise<readonly RecalledMemory[]> {
  const shareOf = (part: number, carried = 0): TokenShare =>
    new TokenShare(options, Math.floor(options.budget * part) + carried);
  const speakers = await speakersOf(host, call);
  const held = await readHeld(host, { ...call, speakers });
  const facts = [
    ...(await selfConcept(host, { ...call, held, share: shareOf(SHARES.self) })),
    ...(await portraits(host, {
      ...call,
      held,
      speakers,
      shareOf: (part, carried) => shareOf(SHARES.portrait * part, carried),
    })),
  ];
  const day = await daySummary(host, { ...call, share: shareOf(SHARES.day) });
  return [...facts, ...withoutRepeats(day, { stable: facts, ids: [] })];
}

interface RestCall extends CallOptions {
  readonly talk: TalkSoFar | undefined;
  readonly stable: readonly RecalledMemory[];
  readonly room: number;
  readonly prompt: PromptOptions;
}

/** Recalls what a query asks for, or what has most weight, without what is there already. */
async function recallRest(
  { whole: memory, recall }: MindHost,
  asked: Partial<RecallQuery>,
  { talk, stable, room, prompt, signal }: RestCall,
): Promise<Recalled> {
  if (recall === "model") return [];
  const { query, exclude = [], limit = limitFor(room) } = asked;
  const left = [...exclude, ...idsAndSources(stable), ...(talk?.told ?? [])];
  const filters = [MEMORIES, ...(talk ? [talk.filter] : []), asked.filter ?? []].flat();
  const narrowed = {
    ...asked,
    filter: { $and: filters },
    exclude: [...new Set(left)].slice(0, MAX_EXCLUDED),
  };
  if (query !== undefined) {
    return recallProven(memory, { ...narrowed, query, limit }, { signal });
  }
  const { countTokens, render } = prompt;
  const { included } = await memory.context(narrowed, {
    countTokens,
    render,
    signal,
    budget: Math.floor(room),
  });
  const memories = included.map((one) => one.memory);
  return proveRecalled(memory, memories, { asOf: asked.asOf, signal });
}

/** Returns the number of memories to recall for a budget of tokens. */
function limitFor(budget: number): number {
  const count = Math.ceil(budget / TOKENS_PER_MEMORY);
  return Math.min(Math.max(count, LEAST_RECALLED), MOST_RECALLED);
}
