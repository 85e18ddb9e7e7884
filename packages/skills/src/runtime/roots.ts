import type { Memory } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import { FanOut } from "./chain.js";
import type { Chain } from "./chain.js";
import type { RuntimeSettings } from "./resolve-runtime-options.js";
import type { SkillCallOptions } from "./skill-runtime.js";
import { Slots } from "./slots.js";
import { Work } from "./work.js";

/** What the root of a chain is made of. */
export interface RootParts {
  /** What the skills share. */
  readonly memory: Memory;
  /** What it is a part of. */
  readonly work: Work;
  /** Skills that led here. @defaultValue none */
  readonly trail?: readonly string[];
  /** Whether calls wait also where too many wait. @defaultValue `false` */
  readonly patient?: boolean;
}

/** How a chain begins. */
export interface RootOptions extends SkillCallOptions, Pick<RootParts, "trail" | "patient"> {}

/** Begins chains: what the runtime is asked for from outside. */
export class Roots {
  /** All that runs is below this. */
  readonly work: Work = new Work();
  readonly #settings: RuntimeSettings;
  readonly #slots: Slots;

  constructor(settings: RuntimeSettings) {
    this.#settings = settings;
    this.#slots = new Slots(settings.concurrency, settings.maxWaiting);
  }

  /** A new chain. */
  chain({ memory, work, trail = [], patient = false }: RootParts): Chain {
    const fanOut = new FanOut(this.#settings.maxFanOut);
    return { memory, trail: Object.freeze([...trail]), fanOut, slots: this.#slots, patient, work };
  }

  /** Does what begins a chain; a caller who aborts is told at once, and what runs is aborted. */
  async run<T>(
    { signal, memory = this.#settings.memory, ...parts }: RootOptions,
    task: (chain: Chain) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const work = this.work.begin();
    const abort = (): void => work.abort(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    const done = task(this.chain({ ...parts, memory, work })).finally(() => {
      signal?.removeEventListener("abort", abort);
      work.end();
    });
    return unlessAborted(done, signal);
  }
}
