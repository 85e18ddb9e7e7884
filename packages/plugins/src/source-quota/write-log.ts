/** What one source wrote lately in one scope, and what it is about to write. */
export class WriteLog {
  /** Writes that are under way in calls that have not ended. */
  held = 0;
  /** When it wrote, in milliseconds, oldest first. */
  readonly #times: number[] = [];

  /** How many writes are within the window that ends now, those under way included. */
  used(now: number, windowMs: number): number {
    const current = this.#times.findIndex((time) => time > now - windowMs);
    this.#times.splice(0, current < 0 ? this.#times.length : current);
    return this.#times.length + this.held;
  }

  /** Notes a write. Calls may end in another order than they began. */
  add(time: number): void {
    const later = this.#times.findLastIndex((other) => other <= time) + 1;
    this.#times.splice(later, 0, time);
  }
}
