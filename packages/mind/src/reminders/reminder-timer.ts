import { MAX_DELAY_MS, onRejection } from "@kioku/core/toolkit";

import type { MindHost } from "../model/mind-host.js";
import { dueTime, listReminders } from "./remind.js";
import { surfaceDue } from "./surface-reminders.js";

/** Timer for the next reminder of a scope that is due by time, where a handler hears of it. */
export class ReminderTimer {
  readonly #host: MindHost;
  #cancel: (() => void) | undefined;
  #isClosed = false;
  /** When it last surfaced what was due: what is left of that can not be surfaced. */
  #doneUntil = -Infinity;

  constructor(host: MindHost) {
    this.#host = host;
  }

  /** Sets the timer for the earliest reminder, in the place of the one that was set. */
  async refresh(): Promise<void> {
    const dueTimes = (await listReminders(this.#host)).map(dueTime);
    this.#stop();
    const next = dueTimes.find((time) => time > this.#doneUntil) ?? Infinity;
    if (this.#isClosed || next === Infinity) return;
    const delay = Math.max(0, next - this.#host.clock().getTime());
    this.#cancel = this.#host.schedule(
      () => onRejection(this.#ring(), (error) => this.#report(error)),
      Math.min(delay, MAX_DELAY_MS),
    );
  }

  /** Stops the timer for good. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  async #ring(): Promise<void> {
    this.#cancel = undefined;
    if (this.#isClosed) return;
    this.#doneUntil = this.#host.clock().getTime();
    try {
      await surfaceDue(this.#host, { isHeard: true });
    } finally {
      await this.refresh();
    }
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #report(error: unknown): void {
    this.#host.logger.error("reminders failed to surface", { error });
  }
}
