/** A clock that stands still until told otherwise. */
export interface MovableClock {
  now: Date;
  /** Moves it on. */
  advance(ms: number): void;
}

/** A clock that stands at noon of 1 March 2026. */
export function movableClock(): MovableClock {
  return {
    now: new Date("2026-03-01T12:00:00.000Z"),
    advance(ms) {
      this.now = new Date(this.now.getTime() + ms);
    },
  };
}
