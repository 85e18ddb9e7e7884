import { createMemory, type MemoryRoot, type Schedule } from "@kioku/core";
import { createMind } from "@kioku/mind";
import { sqliteStore } from "@kioku/store-sqlite";

import { startServer } from "../../src/http/start-server.js";
import { Listings } from "../../src/listing/listings.js";
import { studioApplication } from "../../src/server/studio-application.js";
import type { Service } from "../../src/verbs/service.js";
import type { MemoryRow } from "../../src/wire/memories.js";
import { send } from "./request.js";

/** Token of studios of tests. */
export const TOKEN = "a-token-of-the-tests";

const NOW = new Date("2026-11-20T09:00:00Z");

/** A studio on an empty memory. */
export interface TestStudio extends AsyncDisposable {
  readonly memory: MemoryRoot;
  readonly url: string;
  /** Runs what waits for time to pass: looks and signs of life. */
  pass(): void;
  /** Asks a verb, with the token. */
  ask(verb: string, query?: object): Promise<{ readonly status: number; readonly body: unknown }>;
  /** Reads the lines of the feed, with the token. */
  listen(): Promise<Lines>;
  /** Ends the server alone. */
  stop(): Promise<void>;
}

/** Lines of a feed. */
export interface Lines {
  /** Returns the next line that is no sign of life; `undefined` at the end. */
  next(): Promise<Record<string, unknown> | undefined>;
  /** Goes away. */
  leave(): void;
}

/** Opens a studio on an empty memory. */
export async function openTestStudio({
  path = ":memory:",
  ...more
}: Partial<Service> & { readonly path?: string } = {}): Promise<TestStudio> {
  const memory = createMemory({ store: sqliteStore({ path }) });
  const mind = createMind({ memory, automatic: false });
  const waiting = new Set<() => void>();
  const schedule: Schedule = (task) => {
    waiting.add(task);
    return () => waiting.delete(task);
  };
  const rest = {
    root: memory,
    store: undefined,
    images: undefined,
    listings: new Listings<MemoryRow>(),
    canWrite: false,
    clock: () => NOW,
  };
  const service: Service = { memory, mind, ...rest, ...more };
  const application = studioApplication(service, TOKEN, schedule);
  const server = await startServer(application, { host: "127.0.0.1", port: 0, names: [] });
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  return {
    memory,
    url: server.url,
    stop: async () => server.stop(),
    pass: () => {
      const due = [...waiting];
      waiting.clear();
      for (const task of due) task();
    },
    ask: async (verb, query = {}) => {
      const body = JSON.stringify(query);
      const answer = await send(`${server.url}/api/${verb}`, { method: "POST", headers, body });
      return { status: answer.status, body: JSON.parse(answer.text) as unknown };
    },
    listen: async () => readLines(`${server.url}/api/events`),
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await mind.close();
      await memory.close();
    },
  };
}

async function readLines(url: string): Promise<Lines> {
  const gone = new AbortController();
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${TOKEN}` },
    signal: gone.signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  const lines = linesOf(response);
  return {
    leave: () => gone.abort(),
    next: async () => {
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) return undefined;
        if (!("beat" in value)) return value;
      }
    },
  };
}

async function* linesOf({ body }: Response): AsyncGenerator<Record<string, unknown>, undefined> {
  let rest = "";
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const [last = "", ...lines] = (rest + text).split("\n").toReversed();
    rest = last;
    for (const line of lines.toReversed()) yield JSON.parse(line) as Record<string, unknown>;
  }
}
