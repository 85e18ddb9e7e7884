import { plainTable } from "../../places/plain-table.ts";
import { takeRounds } from "../../take-rounds.ts";
import type { Times } from "../../times.ts";
import { overlap } from "../data/overlap.ts";
import { indexOf } from "../data/record-id.ts";
import { SCOPES } from "../open-kioku.ts";
import type { Run } from "./run.ts";
import { round, toTimes } from "./times.ts";

/** Kioku beside the bare server and plain pgvector, in turns; times in milliseconds. */
export interface BesidePlain {
  /** A statement that asks for nothing. */
  readonly roundTrip: Times;
  /** The ten nearest of a table of pgvector with the same records, by HNSW with `ef` 200. */
  readonly nearest: Times & { readonly recallAt10: number };
  /** Whole recalls in the large scope. */
  readonly hybrid: Times;
  /** Whole recalls in the scope of 100. */
  readonly smallScope: Times;
  /** One row into that table, in a transaction of its own. */
  readonly insert: Times;
  /** One record through `memory.remember`. */
  readonly remember: Times;
  /** Median of `remember`, divided by the median of `insert`. */
  readonly rememberRatio: number;
}

const MOST_ROUNDS = 300;
const LEAST_ROUNDS = 20;
const WARM_UP = 20;
/** Queries of other measurements end before. */
const FIRST_AFTER = 1_000;

/**
 * Fills a plain table of pgvector with the same records and has it take turns with Kioku. Returns
 * nothing where there is no such server.
 */
export async function measureBesidePlain(
  { kioku, data, place, numbers, onStep, ...run }: Run,
  expected: readonly (readonly number[])[],
): Promise<BesidePlain | undefined> {
  const connection = await place.plainConnection?.();
  if (!connection) return undefined;
  const { count } = data.settings;
  onStep("plain", 0, 1);
  const [scope] = SCOPES.large;
  const table = await plainTable(connection, { data, count, scopeOf: () => scope });
  const found: (readonly number[])[] = [];
  for (const { vector } of run.queries.slice(0, expected.length)) {
    found.push((await table.nearest(vector)).map(indexOf));
  }
  const rounds = Math.round(Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, count / 10)));
  const queries = data.queries(run.nextQuery + FIRST_AFTER, WARM_UP + rounds);
  const written = numbers.take(WARM_UP + rounds);
  const { memory, embedder } = kioku;
  const textOf = (at: number): string => queries[at]?.text ?? "";
  const times = await takeRounds(
    {
      roundTrip: () => connection.ask("select 1"),
      nearest: (at) => table.nearest(queries[at]?.vector ?? new Float32Array()),
      hybrid: (at) => memory.scope(...SCOPES.large).recall(textOf(at)),
      smallScope: (at) => memory.scope(...SCOPES.small).recall(textOf(at)),
      insert: (at) => table.insert(scope, written[at] ?? 0),
      remember: (at) => memory.scope(...SCOPES.written).remember(data.textOf(written[at] ?? 0)),
    },
    {
      rounds,
      warmUp: WARM_UP,
      before(at) {
        const [query, number = 0] = [queries[at], written[at]];
        if (query) embedder.give(query.text, query.vector);
        embedder.give(data.textOf(number), data.vectorOf(number));
      },
      onRound: (done, total) => onStep("plain", done, total),
    },
  );
  await table.drop();
  await connection.close();
  const [insert, remember] = [toTimes(times.insert), toTimes(times.remember)];
  return {
    roundTrip: toTimes(times.roundTrip),
    nearest: { ...toTimes(times.nearest), recallAt10: round(overlap(found, expected)) },
    hybrid: toTimes(times.hybrid),
    smallScope: toTimes(times.smallScope),
    insert,
    remember,
    rememberRatio: round(remember.p50Ms / insert.p50Ms),
  };
}
