import { scopeToPath } from "@kioku/core/toolkit";

import { recordName, type ChangedVersion } from "./feed-source.js";

interface Waiting {
  readonly change: ChangedVersion;
  readonly done: (delivered: boolean) => void;
}

interface DeliveryLanesOptions {
  readonly atOnce: number;
  /** Delivers a change. Returns false to try it again; never rejects. */
  readonly deliver: (change: ChangedVersion) => Promise<boolean>;
  readonly onIdle: () => void;
}

/** Delivers changes of one scope in order, and those of several scopes at once. */
export class DeliveryLanes {
  readonly #options: DeliveryLanesOptions;
  readonly #lanes = new Map<string, Waiting[]>();
  /** Lanes with changes to deliver, in the order of their turns. */
  readonly #ready: string[] = [];
  readonly #open = new Set<ChangedVersion>();
  readonly #names = new Set<string>();
  readonly #waiters: (() => void)[] = [];
  #running = 0;

  constructor(options: DeliveryLanesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Returns true if this version waits or is being delivered. */
  has(change: ChangedVersion): boolean {
    return this.#names.has(nameOf(change));
  }

  /** Time of the oldest of them, in milliseconds; `Infinity` if there is none. */
  get oldestMs(): number {
    let oldest = Infinity;
    for (const { atMs } of this.#open) oldest = Math.min(oldest, atMs);
    return oldest;
  }

  /** Adds a change. Resolves to true when it was delivered, or to false to try it again. */
  push(change: ChangedVersion): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const path = scopeToPath(change.scope);
    const waiting = { change, done: resolve };
    const lane = this.#lanes.get(path);
    this.#open.add(change);
    this.#names.add(nameOf(change));
    if (lane) lane.push(waiting);
    else {
      this.#lanes.set(path, [waiting]);
      this.#ready.push(path);
    }
    this.#start();
    return promise;
  }

  idle(): Promise<void> {
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.push(resolve);
    });
  }

  drop(): void {
    for (const path of this.#lanes.keys()) this.#dropLane(path);
  }

  #start(): void {
    while (this.#running < this.#options.atOnce) {
      const path = this.#ready.shift();
      if (path === undefined) break;
      this.#running += 1;
      void this.#runNext(path);
    }
    if (this.#running > 0) return;
    this.#options.onIdle();
    for (const tell of this.#waiters.splice(0)) tell();
  }

  async #runNext(path: string): Promise<void> {
    const lane = this.#lanes.get(path) ?? [];
    const next = lane.shift();
    if (next) {
      const delivered = await this.#options.deliver(next.change);
      this.#end(next, delivered);
      // Later changes must not be delivered before it.
      if (!delivered) this.#dropLane(path);
    }
    if (lane.length > 0) this.#ready.push(path);
    else this.#lanes.delete(path);
    this.#running -= 1;
    this.#start();
  }

  #dropLane(path: string): void {
    for (const waiting of this.#lanes.get(path)?.splice(0) ?? []) this.#end(waiting, false);
  }

  #end({ change, done }: Waiting, delivered: boolean): void {
    this.#open.delete(change);
    this.#names.delete(nameOf(change));
    done(delivered);
  }
}

function nameOf(change: ChangedVersion): string {
  return `${change.version} ${recordName(change)}`;
}
