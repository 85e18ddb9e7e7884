import { onRejection, scopeToPath } from "@kioku/core/toolkit";

import type { MindHost } from "../model/mind-host.js";
import { ReminderTimer } from "../reminders/reminder-timer.js";
import type { MindEventHub } from "./mind-events.js";

/** Most scopes with a timer; the one that was heard first loses its own. */
const MAX_SCOPES = 1_000;

/**
 * Timers for reminders that are due by time, in the scopes that a mind hears. Without a handler of
 * the event there are none. The next context shows the reminder in any case.
 */
export class ReminderTimers {
  readonly #timers = new Map<string, ReminderTimer>();
  readonly #events: MindEventHub;
  #isClosed = false;

  constructor(events: MindEventHub) {
    this.#events = events;
  }

  /** Sets the timer of a scope; if it has one, only for news. */
  attend(host: MindHost, { hasNews }: { readonly hasNews: boolean }): void {
    const path = scopeToPath(host.memory.scopePath);
    const known = this.#timers.get(path);
    if (this.#isClosed || !host.automatic || (known && !hasNews)) return;
    if (!this.#events.hears("reminder", host.memory.scopePath)) return;
    const timer = known ?? new ReminderTimer(host);
    this.#timers.set(path, timer);
    const [first = path] = this.#timers.keys();
    if (this.#timers.size > MAX_SCOPES) this.#drop(first);
    onRejection(timer.refresh(), (error) => {
      host.logger.error("timer of reminders could not be set", { error });
    });
  }

  /** Stops all timers for good. */
  close(): void {
    this.#isClosed = true;
    for (const path of this.#timers.keys()) this.#drop(path);
  }

  #drop(path: string): void {
    this.#timers.get(path)?.close();
    this.#timers.delete(path);
  }
}
