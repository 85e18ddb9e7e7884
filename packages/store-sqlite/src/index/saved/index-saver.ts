import type { Pause } from "../../sql/scheduling.js";
import type { StoreContext } from "../../sql/store-context.js";
import type { ResidentIndex } from "../index-cache.js";
import type { ResidentIndexes } from "../resident-indexes.js";
import { readCommonLists } from "./common-lists.js";
import type { IndexFiles } from "./index-files.js";
import { isOfUse, saveResident, type InTransaction } from "./saved-indexes.js";

/** Time after which closing goes on without saving. */
const MAX_CLOSE_MS = 3_000;
/** Changed records after which an index is saved at the end: fewer are read in a moment. */
const SOME_CHANGES = 1_024;
/** Others may write between bringing an index up to date and saving it. */
const ATTEMPTS = 3;

/** Everything that saving needs of a store. */
export interface SaverContext {
  readonly indexes: ResidentIndexes;
  readonly files: IndexFiles;
  readonly inRead: InTransaction;
  readonly inWrite: InTransaction;
  /** Runs work on a connection that nobody else uses meanwhile. */
  readonly inLongRead: InTransaction;
  readonly contextOf: (connection: StoreContext["connection"]) => StoreContext;
  /** Throws when the store is closed. */
  readonly pause: Pause;
}

/** Saves large indexes: soon after they were loaded, after many changes, and at the end. */
export class IndexSaver {
  readonly #context: SaverContext;
  #saving: Promise<void> | undefined;

  constructor(context: SaverContext) {
    this.#context = context;
  }

  /** Begins to save an index that needs it, unless another one is being saved. Never fails. */
  start(): void {
    if (this.#saving) return;
    const resident = this.#context.indexes.takeUnsaved();
    if (!resident) return;
    const { pause } = this.#context;
    this.#saving = this.#complete(resident, pause)
      .then(() => this.#save(resident, pause))
      .finally(() => {
        this.#saving = undefined;
      });
  }

  /** Saves what was not saved or has changed since, as far as the time allows. Never fails. */
  async close(): Promise<void> {
    await this.#saving;
    const { indexes, files, inRead } = this.#context;
    const end = performance.now() + MAX_CLOSE_MS;
    const pause: Pause = () => {
      if (performance.now() > end) throw new RangeError("saving takes too long");
      return undefined;
    };
    for (const resident of indexes.large) {
      const isThere = isOfUse(files, resident, inRead).catch(() => true);
      if (resident.followed < SOME_CHANGES && (await isThere)) continue;
      await this.#save(resident, pause);
    }
  }

  /** Adds what the first searches would have to wait for. Never fails. */
  async #complete({ range, spaces }: ResidentIndex, pause: Pause): Promise<void> {
    const { indexes, inLongRead, inRead, contextOf } = this.#context;
    try {
      const resident = await inRead((connection) =>
        indexes.acquire(contextOf(connection), range, spaces),
      );
      if (!resident) return;
      try {
        await inLongRead((connection) => readCommonLists(connection, resident, pause));
      } finally {
        indexes.release(resident);
      }
    } catch {
      // Searches read what they need.
    }
  }

  async #save({ range, spaces }: ResidentIndex, pause: Pause): Promise<void> {
    const { indexes, files, inRead, inWrite, contextOf } = this.#context;
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const resident = await inRead((connection) =>
          indexes.acquire(contextOf(connection), range, spaces),
        );
        if (!resident) return;
        try {
          // Also if it fails: another attempt would fail for the same reason.
          resident.savedChange = resident.change;
          resident.followed = 0;
          if (await saveResident(files, resident, { inWrite, pause })) return;
        } finally {
          indexes.release(resident);
        }
      }
    } catch {
      // Searches do without.
    }
  }
}
