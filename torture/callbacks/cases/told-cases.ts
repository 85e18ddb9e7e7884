import { createMemory } from "@kioku/core";
import type { MemoryEvents, Span, Tracer } from "@kioku/core";
import { memoryVectors } from "@kioku/core/toolkit";
import { importMemories } from "@kioku/formats";
import { sqliteStore } from "@kioku/store-sqlite";

import type { CallbackCase } from "../callback-case.ts";
import { lettersEmbedder } from "../world.ts";
import type { World } from "../world.ts";

const failing = lettersEmbedder({
  embed: async () => {
    throw new Error("the embedder is down");
  },
});

/** Makes each event happen. */
const EVENTS: Readonly<Record<keyof MemoryEvents, (world: World) => Promise<unknown>>> = {
  remembered: (world) => rememberWith(world, "remembered"),
  operation: (world) => rememberWith(world, "operation"),
  recalled: async (world) => listening(world, "recalled").recall("tea", { signal: world.signal }),
  used: async (world) =>
    listening(world, "used").markUsed(world.ids[0] ?? "", { signal: world.signal }),
  surfaced: async (world) => listening(world, "surfaced").surface({ limit: 1 }),
  degraded: async (world) => {
    const memory = world.memory({ embedder: failing, retryEmbedding: false });
    memory.on("degraded", world.fault);
    await world.remember(memory, ["written without a vector"]);
  },
  embedded: async (world) => {
    const memory = world.memory({ embedder: lettersEmbedder(), embedding: "queued" });
    memory.on("embedded", world.fault, { reach: "below" });
    await world.remember(memory, ["embedded later"]);
    await memory.embedQueued();
  },
  forgotten: async (world) => {
    const memory = listening(world, "forgotten");
    await world.removing(() => memory.forget({ everything: true }));
  },
  erased: async (world) => {
    const memory = listening(world, "erased");
    await world.removing(() => memory.erase({ everything: true }));
  },
  archived: async (world) => {
    const memory = world.memory({ clock: () => new Date("2099-01-01") });
    memory.on("archived", world.fault, { reach: "below" });
    await memory.sweep({ archiveBelow: 1 });
  },
};

function listening(world: World, event: keyof MemoryEvents): ReturnType<World["memory"]> {
  const memory = world.memory();
  memory.on(event, world.fault);
  return memory;
}

async function rememberWith(world: World, event: keyof MemoryEvents): Promise<void> {
  await world.remember(listening(world, event), ["one more", "and another"]);
}

const silent = { warn: () => undefined, error: () => undefined };

function tracerOf(span: Partial<Span>): Tracer {
  const whole: Span = {
    setAttributes: () => undefined,
    setStatus: () => undefined,
    end: () => undefined,
    ...span,
  };
  return { startActiveSpan: (_name, _options, run) => run(whole) };
}

const eventCases = Object.entries(EVENTS).map(([event, run]): CallbackCase => {
  return { name: `handler of ${event}`, kind: "told", nonsense: 7, run };
});

const told = (name: string, run: CallbackCase["run"]): CallbackCase => {
  return { name, kind: "told", nonsense: "nonsense", run };
};

/** Callbacks whose results are not awaited. */
export const TOLD_CASES: readonly CallbackCase[] = [
  ...eventCases,
  told("logger.error", async (world) => {
    const memory = world.memory({ logger: { ...silent, error: world.fault } });
    memory.on("remembered", () => {
      throw new Error("a handler that throws");
    });
    await world.remember(memory, ["told to the logger"]);
  }),
  told("logger.warn", async (world) => {
    const logger = { ...silent, warn: world.fault };
    const memory = world.memory({ embedder: failing, embedding: "queued", logger });
    await world.remember(memory, ["queued for a failing embedder"]);
    await memory.embedQueued();
  }),
  told("tracer.startActiveSpan", async (world) => {
    await world.remember(world.memory({ tracer: { startActiveSpan: world.fault } }), ["traced"]);
  }),
  told("async tracer around a failing call", async (world) => {
    // Its promise rejects together with the call.
    const startActiveSpan: Tracer["startActiveSpan"] = (_name, _options, run) => {
      const span = { setAttributes: world.fault, setStatus: world.fault, end: world.fault };
      return (async () => run(span))() as never;
    };
    await world
      .memory({ tracer: { startActiveSpan } })
      .read("")
      .catch(() => undefined);
  }),
  told("span.setAttributes", async (world) => {
    const tracer = tracerOf({ setAttributes: world.fault });
    await world.remember(world.memory({ tracer }), ["a span with attributes"]);
  }),
  told("span.setStatus", async (world) => {
    const tracer = tracerOf({ setStatus: world.fault });
    await world
      .memory({ tracer })
      .read("")
      .catch(() => undefined);
  }),
  told("span.end", async (world) => {
    await world.remember(world.memory({ tracer: tracerOf({ end: world.fault }) }), ["spanned"]);
  }),
  told("onProgress of rememberAll", async (world) => {
    const memory = world.memory({ embedder: lettersEmbedder() });
    await world.remember(memory, ["one", "two"], { onProgress: world.fault });
  }),
  told("onProgress of reindex", async (world) => {
    await world.memory({ embedder: lettersEmbedder() }).reindex({ onProgress: world.fault });
  }),
  told("onProgress of erase", async (world) => {
    const memory = world.memory();
    await world.removing(() => memory.erase({ everything: true }, { onProgress: world.fault }));
  }),
  told("onProgress of sweep", async (world) => {
    await world.memory().sweep({ onProgress: world.fault });
  }),
  told("onProgress of export", async (world) => {
    await world.exported({ onProgress: world.fault });
  }),
  told("onProgress of import", async (world) => {
    const lines = await world.exported();
    const copy = world.memory().scope("copy");
    const { written } = await copy.import(lines, { onProgress: world.fault });
    if (written !== world.ids.length) throw new Error(`only ${written} records were imported`);
  }),
  told("onProgress of importMemories", async (world) => {
    const inputs = [{ scope: [], input: { content: "from elsewhere" } }];
    await importMemories(world.memory(), inputs, { onProgress: world.fault });
  }),
  told("onProgress of memoryVectors", async (world) => {
    const vectors = memoryVectors(world.memory({ embedder: lettersEmbedder() }));
    await vectors.rememberAll([{ content: "a document" }], { onProgress: world.fault });
  }),
  {
    ...told("onProgress of backup", async ({ directory, fault }) => {
      await using store = sqliteStore({ path: `${directory}/backed-up.db` });
      await createMemory({ store }).remember("backed up");
      await store.backup(`${directory}/backup.db`, { onProgress: fault, overwrite: true });
    }),
    needsFile: true,
  },
];
