import {
  type CallOptions,
  type EventOptions,
  type Memory,
  MemoryError,
  type MemoryEvents,
  type Receipt,
  type Scope,
  type WriteOptions,
} from "@kioku/core";
import {
  checkBoolean,
  checkCallOptions,
  checkMembers,
  checkOneOf,
  checkText,
  EVENTS,
  MAX_NAME_LENGTH,
  standInFor,
} from "@kioku/core/toolkit";

import type { Conversation } from "../api/conversation.js";
import type { DocumentName, DocumentOptions, Explanation, MindDocument } from "../api/documents.js";
import type { EpisodesQuery, LongTermMemory } from "../api/episodes.js";
import type { Mind, MindEvents, SessionOptions } from "../api/mind.js";
import type { Reminder, ReminderInput } from "../api/reminders.js";
import type {
  ConsolidateOptions,
  MindStats,
  MindSweepOptions,
  MindSweepReport,
  RunReport,
} from "../api/runs.js";
import { makeContext } from "../context/mind-context.js";
import { explain } from "../documents/explain.js";
import { listEpisodes } from "../documents/list-episodes.js";
import { recallProven } from "../documents/prove-recalled.js";
import { readDocument } from "../documents/read-document.js";
import { memoriesOnly } from "../model/kinds.js";
import type { MindHost, OwnMindEvent } from "../model/mind-host.js";
import { recordToTurn } from "../records/turn-record.js";
import { listReminders, noticeReminders, remind } from "../reminders/remind.js";
import { eraseAll, forgetAll } from "../removal/remove.js";
import type { Background } from "../run/background.js";
import { consolidate } from "../run/consolidate.js";
import { importLines } from "../run/import-lines.js";
import { readStats } from "../run/stats.js";
import { sweepMinds } from "../run/sweep.js";
import { undoRun } from "../run/undo.js";
import { checkConsolidateOptions, checkSweepOptions, checkUndo } from "./check-calls.js";
import { ConversationView } from "./conversation-view.js";
import { MemoryDelegate } from "./memory-delegate.js";
import { type MindEventHub, OWN_EVENTS } from "./mind-events.js";
import type { ReminderTimers } from "./reminder-timers.js";

/** Parts that all views of a mind share. */
export interface MindParts {
  readonly events: MindEventHub;
  readonly background: Background;
  readonly timers: ReminderTimers;
  /** Aborted once the mind is closed. */
  readonly closing: AbortController;
}

/** The mind of one scope. */
export class MindView extends MemoryDelegate implements Mind {
  readonly #parts: MindParts;
  readonly #given: MindHost;

  constructor(parts: MindParts, host: MindHost) {
    super();
    this.#parts = parts;
    this.#given = host;
    standInFor(this, host.whole);
  }

  get scopePath(): Scope {
    return this.#given.memory.scopePath;
  }

  protected get inner(): Memory {
    return this.#host.whole;
  }

  /** @throws `closed` */
  get #host(): MindHost {
    if (!this.#parts.closing.signal.aborted) return this.#given;
    throw new MemoryError("closed", "mind is closed; create a new one");
  }

  scope(...path: readonly [string, ...string[]]): Mind {
    const memory = this.#given.whole.scope(...path);
    return new MindView(this.#parts, this.#given.at(memory));
  }

  session(id: string, options: SessionOptions = {}): Conversation {
    checkText(id, "id", MAX_NAME_LENGTH);
    checkMembers(options, "options", ["keepsContext"]);
    const keepsContext = checkBoolean(options.keepsContext ?? true, "options.keepsContext");
    const openHost = (): MindHost => this.#host;
    return new ConversationView({ mind: this, thread: id, keepsContext, openHost });
  }

  override async remember(...call: Parameters<Memory["remember"]>): ReturnType<Memory["remember"]> {
    const receipt = await this.inner.remember(...call);
    await this.#notice([receipt], call[1]);
    return receipt;
  }

  override async rememberAll(
    ...call: Parameters<Memory["rememberAll"]>
  ): ReturnType<Memory["rememberAll"]> {
    const receipts = await this.inner.rememberAll(...call);
    await this.#notice(receipts, call[1]);
    return receipts;
  }

  override async recall(
    ...[query, options]: Parameters<Memory["recall"]>
  ): ReturnType<Memory["recall"]> {
    const asked = memoriesOnly(typeof query === "string" ? { query } : query);
    return recallProven(this.inner, asked, options);
  }

  override async list(
    ...[query = {}, options]: Parameters<Memory["list"]>
  ): ReturnType<Memory["list"]> {
    return this.inner.list(memoriesOnly(query), options);
  }

  override async surface(
    ...[query = {}, options]: Parameters<Memory["surface"]>
  ): ReturnType<Memory["surface"]> {
    return this.inner.surface(memoriesOnly(query), options);
  }

  override async context(
    ...[query = {}, options = {}]: Parameters<Memory["context"]>
  ): ReturnType<Memory["context"]> {
    return (await makeContext(this.#host, query, { options })).prompt;
  }

  override async forget(
    ...[target, options = {}]: Parameters<Memory["forget"]>
  ): ReturnType<Memory["forget"]> {
    return forgetAll(this.#host, target, options);
  }

  override async erase(
    ...[target, options = {}]: Parameters<Memory["erase"]>
  ): ReturnType<Memory["erase"]> {
    return eraseAll(this.#host, target, options);
  }

  override async import(...call: Parameters<Memory["import"]>): ReturnType<Memory["import"]> {
    return importLines(this.#host, ...call);
  }

  async consolidate(options: ConsolidateOptions = {}): Promise<RunReport> {
    return consolidate(this.#host, checkConsolidateOptions(options));
  }

  async sweep(options: MindSweepOptions = {}): Promise<MindSweepReport> {
    return sweepMinds(this.#host, checkSweepOptions(options));
  }

  async undo(run: string, options: WriteOptions = {}): Promise<number> {
    checkUndo(run, options);
    return undoRun(this.#host, run, options);
  }

  async document(name: DocumentName, options: DocumentOptions = {}): Promise<MindDocument> {
    return readDocument(this.#host, name, options);
  }

  async why(sentence: string, options: DocumentOptions = {}): Promise<Explanation | undefined> {
    return explain(this.#host, sentence, options);
  }

  async episodes(query: EpisodesQuery = {}): Promise<readonly LongTermMemory[]> {
    return listEpisodes(this.#host.memory, query);
  }

  async remind(input: ReminderInput, options: WriteOptions = {}): Promise<Reminder> {
    const reminder = await remind(this.#host, input, options);
    this.#parts.timers.attend(this.#given, { hasNews: true });
    return reminder;
  }

  async reminders(options: CallOptions = {}): Promise<readonly Reminder[]> {
    checkCallOptions(options);
    return listReminders(this.#host, options);
  }

  async stats(options: CallOptions = {}): Promise<MindStats> {
    checkCallOptions(options);
    return readStats(this.#host, options);
  }

  override on<E extends keyof MindEvents>(
    event: E,
    handler: (payload: MindEvents[E]) => void,
    options: EventOptions = {},
  ): void {
    const name = checkOneOf<string>(event, "event", [...EVENTS, ...OWN_EVENTS]);
    const own = OWN_EVENTS.find((one) => one === name);
    if (own !== undefined) {
      this.#listen(own, handler, options);
      return;
    }
    const heard = handler as (payload: MemoryEvents[keyof MemoryEvents]) => void;
    this.inner.on(event as keyof MemoryEvents, heard, options);
  }

  async close(): Promise<void> {
    const { closing, background, events, timers } = this.#parts;
    closing.abort();
    timers.close();
    await background.close();
    events.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #listen(event: OwnMindEvent, handle: (payload: never) => unknown, options: EventOptions): void {
    const { scopePath: scope } = this.#host.memory;
    this.#parts.events.listen({ event, scope, handle }, options);
    if (event === "reminder") this.#parts.timers.attend(this.#given, { hasNews: true });
  }

  /** Notices reminders in turns, and starts what is due. The turns are durable. */
  async #notice(receipts: readonly Receipt[], { actor, cause }: WriteOptions = {}): Promise<void> {
    const host = this.#given;
    const written = receipts.flatMap((receipt) => {
      const isNew = receipt.status === "stored" || receipt.status === "queued";
      return isNew ? [receipt.record] : [];
    });
    const turns = written.flatMap((record) => recordToTurn(record, host.kinds) ?? []);
    if (turns.length === 0) return;
    try {
      const found = await noticeReminders(host, turns, { actor, cause });
      this.#parts.timers.attend(host, { hasNews: found.length > 0 });
    } catch (error) {
      host.logger.error("reminders could not be noticed", { error });
    }
    this.#parts.background.noticed(host, written);
  }
}
