import { peerNames, startPeers } from "../adapters/start-peers.ts";
import type { StartedPeer } from "../adapters/start-peers.ts";
import { indexOf } from "../data/record-id.ts";
import { SCOPES } from "../open-kioku.ts";
import type { Kioku } from "../open-kioku.ts";
import { answerTurn } from "./answer-turn.ts";
import { memoryReader } from "./read-memory.ts";
import type { Run } from "./run.ts";
import { searchVectors } from "./search-vectors.ts";
import { takeTurns } from "./take-turns.ts";
import type { Entrant } from "./take-turns.ts";
import { reportTurns } from "./turns-report.ts";
import type { Asked, TurnsResult } from "./turns-report.ts";

/** Who takes part, and the true neighbours of the first queries. */
export interface TurnsOptions {
  /** True for all peers, false for the one that is always there. */
  readonly allPeers: boolean;
  /** Time that each peer may take to be filled. */
  readonly allowedMs: number;
  readonly expected: readonly (readonly number[])[];
}

/** Queries of a turn. */
const QUERIES = 10;
const MOST_ROUNDS = 20;
const TURN_MS = 500;
/** Share of the time to fill that a peer may be asked for. */
const ASKING_SHARE = 0.2;

/**
 * Fills the peers with the same records, and asks them and Kioku in turns, for vectors and for
 * whole recalls. The memory of the machine is read in the same rounds.
 */
export async function compareInTurns(run: Run, options: TurnsOptions): Promise<TurnsResult> {
  const { data, folder, onStep } = run;
  const { allPeers, allowedMs, expected } = options;
  const names = peerNames(allPeers);
  const { settings } = data;
  const onPeer = onStep;
  const { started, skipped } = await startPeers({ names, settings, folder, allowedMs, onPeer });
  try {
    const { count, dimensions } = settings;
    const asked = [...kiokuEntrants(run), ...peerEntrants(run, started), readEntrant(settings)];
    const results = await takeTurns(
      asked.map(({ entrant }) => entrant),
      {
        rounds: Math.min(MOST_ROUNDS, Math.floor(expected.length / QUERIES)),
        queries: QUERIES,
        turnMs: TURN_MS,
        budgetMs: allowedMs * ASKING_SHARE,
        onRound: (done, total) => onStep("turns", done, total),
      },
    );
    const entries = asked.map((one, place) => ({ ...one, result: results[place] }));
    return reportTurns(
      entries.flatMap(({ result, ...one }) => (result ? [{ ...one, result }] : [])),
      { bytes: count * dimensions, count, expected, firstQuery: run.firstQuery, started, skipped },
    );
  } finally {
    await Promise.all(started.map(({ running }) => running.stop()));
  }
}

type Entry = Asked & { readonly entrant: Entrant };

function kiokuEntrants({ kioku, data, firstQuery, nextQuery }: Run): readonly Entry[] {
  const vector: Entrant = {
    firstQuery,
    ask: (first, count) =>
      answerTurn(data.queries(first, count), (query) => searchVectors(kioku, data, query)),
  };
  const hybrid: Entrant = {
    firstQuery: nextQuery,
    ask: (first, count) => recallTurn(kioku, data.queries(first, count)),
  };
  return [
    { name: "Kioku", ask: "vector", entrant: vector },
    { name: "Kioku", ask: "hybrid", entrant: hybrid },
  ];
}

/** Whole recalls of texts that were not asked before. */
async function recallTurn(
  { memory, embedder }: Kioku,
  queries: ReturnType<Run["data"]["queries"]>,
): ReturnType<Entrant["ask"]> {
  for (const { text, vector } of queries) embedder.give(text, vector);
  const scope = memory.scope(...SCOPES.large);
  return answerTurn(queries, async ({ text }) => {
    const found = await scope.recall(text);
    return found.map(({ id }) => indexOf(id));
  });
}

function peerEntrants(
  { firstQuery, nextQuery }: Run,
  started: readonly StartedPeer[],
): readonly Entry[] {
  return started.flatMap(({ name, running }) =>
    running.asks.map((ask) => ({
      name,
      ask,
      entrant: {
        firstQuery: ask === "vector" ? firstQuery : nextQuery,
        ask: (first: number, count: number) => running.ask({ ask, first, count }),
      },
    })),
  );
}

function readEntrant({ count, dimensions }: Run["data"]["settings"]): Entry {
  const read = memoryReader(count * dimensions);
  const entrant: Entrant = { firstQuery: 0, ask: (_, times) => read(times) };
  return { name: "memory", ask: "read", entrant };
}
