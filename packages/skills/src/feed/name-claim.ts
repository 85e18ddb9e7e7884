import type { JsonValue } from "@kioku/core";

import type { MemoryFeedOptions } from "./memory-feed.js";

/** Time between two notes of a feed that runs, in milliseconds. */
const RENEW_MS = 25_000;
/** Age at which a note is of a feed that crashed, in milliseconds. */
const STALE_MS = 60_000;
/** Most others that are told apart. */
const MAX_OTHERS = 100;

type ClaimOptions = Pick<MemoryFeedOptions, "notes" | "name" | "clock" | "background" | "log">;

/**
 * Notes which feed has a name, and warns of another that has it, too: both note their progress
 * under it. The last one to write has the note, so each finds the other. Failures do no harm.
 */
export class NameClaim {
  readonly #options: ClaimOptions;
  readonly #id = crypto.randomUUID();
  readonly #others = new Set<string>();
  #cancel: () => void = () => undefined;
  #renewing: Promise<void> = Promise.resolve();
  #isReleased = false;

  constructor(options: ClaimOptions) {
    this.#options = options;
  }

  /** Takes the name, and keeps it until it is released. */
  async take(): Promise<void> {
    const { log, background } = this.#options;
    try {
      await this.#note();
    } catch {
      log.debug("the name of the feed could not be noted, which is tried again");
    }
    if (this.#isReleased) return;
    this.#cancel = background(() => {
      this.#renewing = this.take();
    }, RENEW_MS);
  }

  /** Gives the name back. */
  async release(): Promise<void> {
    const { notes, log } = this.#options;
    this.#isReleased = true;
    this.#cancel();
    await this.#renewing;
    try {
      const { id } = noteOf(await notes.get(this.#key));
      if (id === this.#id) await notes.forget({ key: this.#key }, { purge: true });
    } catch {
      log.debug("the name of the feed could not be given back, which ends in a minute");
    }
  }

  get #key(): string {
    return `feed ${this.#options.name} owner`;
  }

  async #note(): Promise<void> {
    const { notes, clock } = this.#options;
    const nowMs = clock().getTime();
    const { id, atMs } = noteOf(await notes.get(this.#key));
    const isFresh = Math.abs(nowMs - atMs) < STALE_MS;
    if (id !== undefined && id !== this.#id && isFresh) this.#warnOf(id);
    // Versions of a note are of no use.
    if (id !== undefined) await notes.forget({ key: this.#key }, { purge: true });
    await notes.set(this.#key, { id: this.#id, atMs: nowMs }, { index: false, kind: "feed" });
  }

  #warnOf(id: string): void {
    if (this.#others.has(id) || this.#others.size >= MAX_OTHERS) return;
    this.#others.add(id);
    const { log, name } = this.#options;
    const message =
      "another runtime of this name follows the memory, or did within the last minute: give each a name of its own";
    log.warn(message, { name });
  }
}

function noteOf(value: JsonValue | undefined): { readonly id?: string; readonly atMs: number } {
  const { id, atMs } = (value ?? {}) as Readonly<Record<string, JsonValue>>;
  if (typeof id !== "string" || typeof atMs !== "number") return { atMs: -Infinity };
  return { id, atMs };
}
