import type { MemoryOptions, RetentionPolicy, Memory, MemoryRoot } from "@kioku/core";
import type { Mind } from "@kioku/mind";

import type { Settings } from "../config/settings.js";
import type { Host } from "../host.js";
import { createEmbedder } from "./create-embedder.js";
import { createStore, type OpenedStore } from "./create-store.js";

interface OpenOptions {
  /** `start` for `reindex`, which moves the memories to another model. @defaultValue `refuse` */
  readonly newSpace?: MemoryOptions["newSpace"];
  /** Hears warnings about the server. @defaultValue nobody */
  readonly onWarning?: (message: string) => void;
}

/** Opens the memory of the settings; its files and connections are opened by the first call. */
export async function createOpenedMemory(
  settings: Settings,
  host: Host,
  { newSpace = "refuse", onWarning }: OpenOptions = {},
): Promise<OpenedMemory> {
  const { clock, random } = host;
  const [{ createMemory }, store, embedder] = await Promise.all([
    import("@kioku/core"),
    createStore(settings, onWarning),
    createEmbedder(settings.embedding, host),
  ]);
  const root = createMemory({
    store: store.kind === "sqlite" ? store.sqlite : store.postgres,
    embedder,
    newSpace,
    ranking: { minScore: settings.search.similarityThreshold },
    retention: retentionOf(settings.retention),
    // A command ends before a retry in the background would begin.
    retryEmbedding: false,
    clock,
    random,
  });
  const [first, ...rest] = settings.scope;
  const memory = first === undefined ? root : root.scope(first, ...rest);
  return {
    memory,
    root,
    store,
    mind: async () => {
      const [{ createMind }, { createChatModel }] = await Promise.all([
        import("@kioku/mind"),
        import("./chat-model.js"),
      ]);
      const model = settings.model && createChatModel(settings.model, host);
      return createMind({ memory, automatic: false, model, clock });
    },
    close: async () => root.close(),
  };
}

const DAY_MS = 86_400_000;

function retentionOf(retention: Settings["retention"]): Readonly<Record<string, RetentionPolicy>> {
  return Object.fromEntries(
    Object.entries(retention).map(([kind, ms]) => [kind, { keepDays: ms / DAY_MS }]),
  );
}

/** The memory that a command works on. */
export interface OpenedMemory {
  /** View of the scope of the configuration. */
  readonly memory: Memory;
  /** The memory as a whole, for operations on the store. */
  readonly root: MemoryRoot;
  /** The store behind it. */
  readonly store: OpenedStore;
  /**
   * Returns the mind of the scope, with the model of the configuration; it starts no runs. What
   * removes or changes memories has to go through it, so that derived facts follow.
   */
  mind(): Promise<Mind>;
  /** Closes the memory. */
  close(): Promise<void>;
}
