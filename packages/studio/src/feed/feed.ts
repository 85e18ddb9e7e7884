import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";

import type { Schedule, Scope } from "@kioku/core";
import { EVENTS } from "@kioku/core/toolkit";
import { type MindEvents, STATE_KINDS } from "@kioku/mind";

import { HttpError } from "../http/http-error.js";
import { below } from "../verbs/in-scope.js";
import type { Service } from "../verbs/service.js";
import type { FeedEntry, FeedLine } from "../wire/feed.js";
import { type AnyEvent, describeEvent, shorten, type Told } from "./entry-of.js";
import { LineQueue } from "./line-queue.js";
import { WatchOthers } from "./watch-others.js";

/** Most pages that listen at once: a browser has six connections. */
const MOST_LISTENERS = 4;
/** Milliseconds between signs of life. */
const BEAT_MS = 15_000;
const NAMES: readonly (keyof MindEvents)[] = [
  ...EVENTS,
  "consolidated",
  "consolidation-failed",
  "reminder",
];

/** News of the memory, for those who listen. */
export interface Feed {
  /** Sends what happens from now on, a line of JSON each. @throws `HttpError` 429 */
  listen(response: ServerResponse): void;
  /** Runs what the page asked for, so that it can be told from what programs do. */
  within<T>(work: () => Promise<T>): Promise<T>;
  /** Ends all answers. */
  close(): void;
}

/** Makes a feed. Nothing is read while nobody listens. */
export function createFeed(service: Service, schedule: Schedule): Feed {
  const ends = new Set<(why: "studio") => void>();
  const caller = new AsyncLocalStorage<"studio" | "look">();
  return {
    within: async (work) => caller.run("studio", work),
    close: () => {
      for (const end of ends) end("studio");
    },
    listen: (response) => {
      if (ends.size >= MOST_LISTENERS) {
        throw new HttpError(429, "too many pages listen already", { code: "limit-exceeded" });
      }
      const end = listen(response, { service, schedule, caller });
      ends.add(end);
      response.on("close", () => ends.delete(end));
    },
  };
}

interface ListenOptions {
  readonly service: Service;
  readonly schedule: Schedule;
  readonly caller: AsyncLocalStorage<"studio" | "look">;
}

/** Sends what happens until the reader goes or the returned function is called. */
function listen(
  response: ServerResponse,
  { service, schedule, caller }: ListenOptions,
): (why: "studio" | "memory") => void {
  const { memory, mind, clock } = service;
  const closing = new AbortController();
  const { signal } = closing;
  response.on("close", () => closing.abort());
  // A connection that is kept would hold a stopping server up.
  response.writeHead(200, {
    "content-type": "application/x-ndjson; charset=utf-8",
    connection: "close",
  });
  const send = lineSender(response, { schedule, signal });
  const end = (why: "studio" | "memory"): void => {
    if (signal.aborted) return;
    closing.abort();
    response.end(toLine({ end: why }));
  };
  const toScope = (scope: Scope): readonly string[] => below(memory, scope);
  const tell = (name: FeedEntry["name"], scope: Scope, told: Told & Pick<FeedEntry, "by">): void =>
    send({
      name,
      at: clock().toISOString(),
      scope: toScope(scope),
      by: told.by,
      ...shorten(told, toScope),
    });
  const others = new WatchOthers(memory, {
    schedule,
    signal,
    within: async (look) => caller.run("look", look),
    onClosed: () => end("memory"),
    onWritten: (record) => {
      const isNew = record.version === 1;
      const name = record.archivedAt === undefined ? "remembered" : "archived";
      const event = { scope: record.scope, record, created: isNew };
      tell(name, record.scope, { ...describeEvent("remembered", event), by: "elsewhere" });
    },
  });
  const hear = (name: keyof MindEvents): void => {
    const handler = (event: AnyEvent): void => {
      const by = caller.getStore() ?? "program";
      if (by === "look") return;
      others.know(idsOf(event));
      if (!isState(event)) tell(name, event.scope, { ...describeEvent(name, event), by });
    };
    mind.on(name, handler, { reach: "below", signal });
  };
  for (const name of NAMES) hear(name);
  void others.start();
  return end;
}

/** Returns what sends entries as fast as the reader takes them, and signs of life. */
function lineSender(
  response: ServerResponse,
  { schedule, signal }: { readonly schedule: Schedule; readonly signal: AbortSignal },
): (entry: FeedEntry) => void {
  const queue = new LineQueue();
  let isWaiting = false;
  const flush = (): void => {
    isWaiting = false;
    if (signal.aborted) return;
    for (let line = queue.take(); line !== undefined; line = queue.take()) {
      if (response.write(toLine(line))) continue;
      isWaiting = true;
      response.once("drain", flush);
      return;
    }
  };
  const beat = (): void => {
    if (signal.aborted) return;
    if (!isWaiting) response.write(toLine({ beat: true }));
    const cancel = schedule(() => {
      signal.removeEventListener("abort", cancel);
      beat();
    }, BEAT_MS);
    signal.addEventListener("abort", cancel, { once: true });
  };
  beat();
  return (entry) => {
    queue.add(entry);
    if (isWaiting) return;
    isWaiting = true;
    // Entries of one batch come at once, and are told together.
    setImmediate(flush);
  };
}

function toLine(line: FeedLine): string {
  return `${JSON.stringify(line)}\n`;
}

function idsOf(event: AnyEvent): readonly string[] {
  if ("record" in event) return [event.record.id];
  return "ids" in event ? event.ids : [];
}

/** Tests if an event is about what a mind keeps for itself. */
function isState(event: AnyEvent): boolean {
  return "record" in event && STATE_KINDS.includes(event.record.kind);
}
