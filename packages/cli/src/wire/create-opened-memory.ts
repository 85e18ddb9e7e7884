import type {
  Logger,
  Memory,
  MemoryOptions,
  MemoryRoot,
  RetentionPolicy,
  TextModel,
} from "@kioku/core";
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
  /**
   * Lets vectors that are missing and facts be made in the background, and hears of what fails
   * there. @defaultValue none: a command ends before such work would begin
   */
  readonly background?: Logger | undefined;
}

/** Opens the memory of the settings; its files and connections are opened by the first call. */
export async function createOpenedMemory(
  settings: Settings,
  host: Host,
  { newSpace = "refuse", onWarning, background }: OpenOptions = {},
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
    retryEmbedding: background !== undefined,
    logger: background,
    clock,
    random,
  });
  const [first, ...rest] = settings.scope;
  const memory = first === undefined ? root : root.scope(first, ...rest);
  const closing = new AbortController();
  const makeMind = async (): Promise<Mind> => {
    const [{ createMind }, { createChatModel }] = await Promise.all([
      import("@kioku/mind"),
      import("./chat-model.js"),
    ]);
    const chat = settings.model && createChatModel(settings.model, host);
    const model = chat && until(closing.signal, chat);
    const automatic = background !== undefined;
    return createMind({ memory, automatic, logger: background, model, clock });
  };
  let made: Promise<Mind> | undefined;
  return {
    memory,
    root,
    store,
    mind: async () => (made ??= makeMind()),
    warm: async () => {
      const { model: kind, localModel } = settings.embedding;
      // A server would have to be asked, and a transformer takes seconds and much of the machine.
      if (kind === "remote" || localModel !== undefined) await memory.list({ limit: 1 });
      else await memory.recall({ query: "warm up", limit: 1 });
    },
    close: async () => {
      closing.abort(new Error("memory is closed"));
      await made?.then(async (mind) => mind.close());
      await root.close();
    },
  };
}

/** Ends the calls of a model by a signal, too: closing would wait for answers in the background. */
function until(end: AbortSignal, model: TextModel): TextModel {
  return {
    ...model,
    generate: async (request, call) => {
      const signal = call?.signal ? AbortSignal.any([end, call.signal]) : end;
      return model.generate(request, { ...call, signal });
    },
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
   * Returns the mind of the scope, with the model of the configuration; it starts runs only in the
   * background of `OpenOptions`. What removes or changes memories has to go through it, so that
   * derived facts follow.
   */
  mind(): Promise<Mind>;
  /** Opens the database, and loads the model if it is the built-in one. */
  warm(): Promise<void>;
  /** Closes the memory. */
  close(): Promise<void>;
}
