import { type Memory, MemoryError, type MemoryRecord, type Schedule } from "@kioku/core";
import { STATE_KINDS } from "@kioku/mind";

/** Milliseconds between two looks. */
const LOOK_MS = 2000;
/** Share of the time that looks may take: those of large memories are rarer. */
const MOST_SHARE = 0.025;
/** Milliseconds in which the event of a write of this process follows it. */
const EVENT_MS = 200;
const MOST_ROWS = 50;

interface WatchOptions {
  readonly schedule: Schedule;
  readonly signal: AbortSignal;
  /** Runs a look, so that its own events can be told from others. */
  readonly within: <T>(look: () => Promise<T>) => Promise<T>;
  /** Called with what other processes wrote. */
  readonly onWritten: (record: MemoryRecord) => void;
  /** Called when the memory is closed. */
  readonly onClosed: () => void;
}

/** Looks for what other processes write, which emits no events here, every two seconds. */
export class WatchOthers {
  readonly #memory: Memory;
  readonly #options: WatchOptions;
  /** Ids of which this process has told lately: until the last look, and since. */
  #own: readonly [Set<string>, Set<string>] = [new Set(), new Set()];
  /** Versions that the last look found, and when the newest was written. */
  #seen: ReadonlyMap<string, number> | undefined;
  #latest = 0;

  constructor(memory: Memory, options: WatchOptions) {
    this.#memory = memory;
    this.#options = options;
  }

  /** Takes note of what this process wrote. */
  know(ids: Iterable<string>): void {
    for (const id of ids) this.#own[1].add(id);
  }

  /** Looks now, and from then on again and again. */
  async start(): Promise<void> {
    const { schedule, signal, within, onClosed } = this.#options;
    const started = performance.now();
    try {
      await within(async () => this.#look());
    } catch (error) {
      if (signal.aborted) return;
      if (MemoryError.is(error, "closed")) {
        onClosed();
        return;
      }
      // A store that cannot be reached now may be later.
    }
    if (signal.aborted) return;
    const pause = Math.max(LOOK_MS, (performance.now() - started) / MOST_SHARE);
    const cancel = schedule(() => {
      signal.removeEventListener("abort", cancel);
      void this.start();
    }, pause);
    signal.addEventListener("abort", cancel, { once: true });
  }

  async #look(): Promise<void> {
    const { schedule, signal, onWritten } = this.#options;
    const { items } = await this.#memory.list(
      {
        reach: "below",
        filter: { "@kind": { $nin: STATE_KINDS } },
        includeArchived: true,
        includeRetired: true,
        orderBy: "updatedAt",
        order: "desc",
        limit: MOST_ROWS,
      },
      { signal },
    );
    const before = this.#seen;
    const fresh = items.filter(
      ({ id, version, updatedAt }) =>
        updatedAt.getTime() >= this.#latest && before?.get(id) !== version,
    );
    this.#seen = new Map(items.map(({ id, version }) => [id, version]));
    this.#latest = items[0]?.updatedAt.getTime() ?? this.#latest;
    if (before === undefined || fresh.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = schedule(resolve, EVENT_MS);
    signal.addEventListener("abort", () => (cancel(), resolve()), { once: true });
    await promise;
    const [earlier, now] = this.#own;
    for (const record of fresh.toReversed()) {
      if (!earlier.has(record.id) && !now.has(record.id)) onWritten(record);
    }
    this.#own = [now, new Set()];
  }
}
