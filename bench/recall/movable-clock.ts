const MS_PER_DAY = 86_400_000;

/** A clock that stands where it was put. */
export interface MovableClock {
  readonly now: () => Date;
  /** Sets it this many days before its creation. */
  set(daysAgo: number): void;
}

/** A clock that stands at the present until it is moved. */
export function movableClock(): MovableClock {
  const start = Date.now();
  let now = start;
  return {
    now: () => new Date(now),
    set: (daysAgo) => {
      now = start - daysAgo * MS_PER_DAY;
    },
  };
}
