/** Number of rounds, and what happens between two turns. */
export interface RoundOptions {
  /** Rounds that are counted. */
  readonly rounds: number;
  /** Rounds before them, that are not. */
  readonly warmUp: number;
  /** Prepares a round. */
  readonly before: (round: number) => void;
  readonly onRound: (done: number, total: number) => void;
}

/**
 * Has everybody take a turn in each round, beginning with another one each time, and returns how
 * long the turns took in milliseconds: what else the machine does hits all alike.
 */
export async function takeRounds<Name extends string>(
  turns: Readonly<Record<Name, (round: number) => Promise<unknown>>>,
  { rounds, warmUp, before, onRound }: RoundOptions,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names = Object.keys(turns) as Name[];
  const empty = names.map((name) => [name, []] as const);
  const times = Object.fromEntries(empty) as unknown as Record<Name, number[]>;
  for (let round = 0; round < warmUp + rounds; round += 1) {
    before(round);
    for (const place of names.keys()) {
      const name = names[(place + round) % names.length];
      if (name === undefined) continue;
      const started = performance.now();
      await turns[name](round);
      if (round >= warmUp) times[name].push(performance.now() - started);
    }
    onRound(round + 1, warmUp + rounds);
  }
  return times;
}
