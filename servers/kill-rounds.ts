import type { Cluster } from "./cluster.ts";

/** A server that is killed under writers, and its checks. */
export interface KillTarget {
  /** Prepares writing to a server that has just started. */
  readonly open: () => Promise<void>;
  /** One transaction; resolves when it is acknowledged. No two calls have the same number. */
  readonly write: (number: number) => Promise<void>;
  /** Returns true for a failure to reach the server, or one where trying again may help. */
  readonly mayBeTriedAgain: (error: unknown) => boolean;
  /**
   * Returns the problems of the restarted server with transactions from this number on: the lost
   * and the torn ones, in words.
   */
  readonly check: (
    acknowledged: ReadonlySet<number>,
    from: number,
  ) => Promise<{ readonly lost: readonly string[]; readonly torn: readonly string[] }>;
  /** Ends what `open` has made. */
  readonly close: () => Promise<void>;
}

/** Options of the kills. */
export interface KillOptions {
  readonly rounds: number;
  readonly writers: number;
  /** Draws the number of acknowledgements that a round waits for before it kills. */
  readonly acknowledgements: (round: number) => number;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Counts of a run. */
export interface KillReport {
  rounds: number;
  acknowledged: number;
  lost: number;
  torn: number;
  /** Calls that failed because of the kills. */
  interrupted: number;
  /** The least that any round had acknowledged before its kill. */
  fewestAcknowledged: number;
  readonly defects: string[];
}

const MAX_DEFECTS = 10;

/**
 * Kills a server under its writers again and again, and checks after each start what was written
 * since the last one, and at the end everything: all that was acknowledged has to be there as a
 * whole.
 */
export async function killRounds(
  cluster: Pick<Cluster, "kill" | "start">,
  target: KillTarget,
  options: KillOptions,
): Promise<KillReport> {
  const report: KillReport = {
    rounds: 0,
    acknowledged: 0,
    lost: 0,
    torn: 0,
    interrupted: 0,
    fewestAcknowledged: Number.POSITIVE_INFINITY,
    defects: [],
  };
  const acknowledged = new Set<number>();
  let next = 0;
  for (let round = 1; round <= options.rounds; round += 1) {
    await target.open();
    const before = acknowledged.size;
    const first = next + 1;
    const wanted = before + options.acknowledgements(round);
    const enough = Promise.withResolvers<undefined>();
    const writeUntilItFails = async (): Promise<void> => {
      for (;;) {
        const number = (next += 1);
        await target.write(number);
        acknowledged.add(number);
        if (acknowledged.size >= wanted) enough.resolve(undefined);
      }
    };
    const writers = Array.from({ length: options.writers }, writeUntilItFails);
    const failures = Promise.allSettled(writers);
    await Promise.race([enough.promise, failures]);
    const counted = acknowledged.size - before;
    await cluster.kill();
    for (const failure of await failures) {
      if (failure.status !== "rejected") continue;
      report.interrupted += 1;
      if (!target.mayBeTriedAgain(failure.reason)) {
        note(report, [`round ${round}: a call failed for good: ${String(failure.reason)}`]);
      }
    }
    await cluster.start();
    const { lost, torn } = await target.check(
      acknowledged,
      // All of them each time would take the square of the rounds.
      round === options.rounds ? 1 : first,
    );
    await target.close();
    report.rounds += 1;
    report.lost += lost.length;
    report.torn += torn.length;
    report.fewestAcknowledged = Math.min(report.fewestAcknowledged, counted);
    report.acknowledged = acknowledged.size;
    if (counted === 0) note(report, [`round ${round}: nothing was acknowledged before the kill`]);
    note(
      report,
      [...lost, ...torn].map((defect) => `round ${round}: ${defect}`),
    );
    options.onProgress?.(round, options.rounds);
  }
  return report;
}

function note({ defects }: KillReport, found: readonly string[]): void {
  defects.push(...found.slice(0, MAX_DEFECTS - defects.length));
}
