import { setImmediate as nextTick } from "node:timers/promises";

import { createMemory, inMemoryStore } from "@kioku/core";
import type { Memory, MemoryRoot } from "@kioku/core";
import { createMind } from "@kioku/mind";

import { liveThrough } from "../mind/live-through.ts";
import { contentOf } from "../mind/mind-content.ts";
import { scriptedModel } from "../mind/scripted-model.ts";
import { planTalk } from "../mind/talk-plan.ts";
import { noteWrong } from "./soak-report.ts";
import type { SoakReport } from "./soak-report.ts";
import { soakClock } from "./soaked-memory.ts";

/** Talks that are planned; what a mind makes of one is found out once, in a memory of its own. */
const PLANS = 4;
/** Scopes that talks take in turn. */
const PLACES = 3;
/** Talks of which one is erased, and not forgotten. */
const ERASED_EVERY = 50;

/** A mind that hears one talk after the other, and the check of what it makes of each. */
export class Talks {
  readonly #report: SoakReport;
  readonly #seed: number;
  readonly #expected = new Map<number, string>();
  #begun = 0;

  constructor(seed: number, report: SoakReport) {
    this.#seed = seed;
    this.#report = report;
  }

  /** Hears a talk and consolidates it, compares what is known then, and removes all of it. */
  async hear(memory: MemoryRoot): Promise<void> {
    const plan = this.#seed + (this.#begun % PLANS);
    const view = memory.scope("soak", "talk", String(this.#begun % PLACES));
    this.#begun += 1;
    const expected = this.#expected.get(plan) ?? (await inMemory(plan));
    this.#expected.set(plan, expected);
    if ((await liveAndTell(view, plan)) !== expected) {
      noteWrong(this.#report, `talk ${this.#begun}, plan ${plan}: a mind knows something else`);
    }
    const everything = { everything: true } as const;
    if (this.#begun % ERASED_EVERY === 0) await view.erase(everything, { reach: "below" });
    else await view.forget(everything, { reach: "below", purge: true });
    const { items } = await view.list({ reach: "below", includeRetired: true, limit: 1 });
    if (items.length > 0) noteWrong(this.#report, `talk ${this.#begun}: something is left of it`);
    this.#report.talks += 1;
  }
}

async function inMemory(plan: number): Promise<string> {
  const memory = createMemory({ store: inMemoryStore(), clock: soakClock });
  try {
    return await liveAndTell(memory, plan);
  } finally {
    await memory.close();
  }
}

async function liveAndTell(memory: Memory, plan: number): Promise<string> {
  const options = { model: scriptedModel, clock: soakClock, automatic: false };
  const mind = createMind({ memory, ...options });
  try {
    await liveThrough(mind, planTalk(plan), { pause: nextTick });
    return await contentOf(mind);
  } finally {
    await mind.close();
  }
}
