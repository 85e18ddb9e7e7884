import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder, Memory, MemoryRecord, MemoryRoot, MemoryStore } from "@kioku/core";
import { VirtualTimers } from "@kioku/testing/support";

import type { Reminder } from "../../src/api/reminders.js";
import type { MindHost, OwnMindEvent } from "../../src/model/mind-host.js";
import type { Turn } from "../../src/model/turn.js";

/** A Wednesday. */
export const START: Date = new Date("2026-03-04T10:00:00Z");
export const HOUR_MS = 3_600_000;
export const DAY_MS: number = 24 * HOUR_MS;

/** Parts of a world that differ. */
export interface WorldOptions {
  readonly store?: MemoryStore;
  readonly embedder?: Embedder;
  readonly timers?: VirtualTimers;
}

/** A memory with its host, and the reminders that it emitted. */
export class ReminderWorld {
  readonly timers: VirtualTimers;
  readonly memory: MemoryRoot;
  readonly host: MindHost;
  readonly emitted: Reminder[] = [];

  constructor({ store = inMemoryStore(), embedder, timers }: WorldOptions = {}) {
    this.timers = timers ?? new VirtualTimers(START);
    const { clock, schedule } = this.timers;
    this.memory = createMemory({ store, embedder, clock, schedule });
    this.host = this.#hostOf(this.memory.scope("ana"));
  }

  /** Writes a turn and returns it as mind reads it. */
  async hear(content: string, thread = "talk"): Promise<Turn> {
    const { memory } = this.host;
    const receipt = await memory.remember({ content, thread, kind: "message" });
    if (receipt.status === "rejected") throw new Error("the turn was rejected");
    return turnOf(receipt.record);
  }

  #hostOf(memory: Memory): MindHost {
    const { clock, schedule } = this.timers;
    return {
      memory,
      clock,
      schedule,
      model: undefined,
      whole: memory,
      tokensPerDay: undefined,
      kinds: ["message", "note"],
      keepShare: 0.22,
      leaseMs: 120_000,
      attempts: 3,
      automatic: true,
      recall: "rule",
      triggers: { idleMs: 8 * HOUR_MS, messages: 20, tokens: 6_000, importance: 150 },
      logger: { warn: () => undefined, error: () => undefined },
      emit: (event: OwnMindEvent, payload: object) => {
        if (event === "reminder" && "reminder" in payload) {
          this.emitted.push(payload.reminder as Reminder);
        }
      },
      at: (other) => this.#hostOf(other),
    };
  }
}

function turnOf({
  id,
  content,
  thread = "",
  createdAt,
  trust,
  importance,
  form,
}: MemoryRecord): Turn {
  return {
    id,
    text: content,
    thread,
    subject: "user",
    role: "user",
    at: createdAt,
    trust,
    importance,
    form,
  };
}
