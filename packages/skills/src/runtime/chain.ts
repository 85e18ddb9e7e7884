import type { Memory } from "@kioku/core";

import type { Slots } from "./slots.js";
import type { Work } from "./work.js";

/** How many more calls one root may cause. */
export class FanOut {
  #left: number;

  constructor(max: number) {
    this.#left = max;
  }

  /** Counts a call; false if there is none left. */
  take(): boolean {
    if (this.#left <= 0) return false;
    this.#left -= 1;
    return true;
  }
}

/** What led to an event or a call, and what it shares with all else that has the same root. */
export interface Chain {
  /** What the skills share. */
  readonly memory: Memory;
  /** Skills that led here, oldest first. */
  readonly trail: readonly string[];
  /** What may still be caused. */
  readonly fanOut: FanOut;
  /** Where calls wait for their turn: of the runtime, or of the context that causes them. */
  readonly slots: Slots;
  /** Whether calls wait also where too many wait. */
  readonly patient: boolean;
  /** What calls are a part of. */
  readonly work: Work;
}
