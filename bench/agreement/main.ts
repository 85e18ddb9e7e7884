import { integer } from "../integer.ts";
import type { PlaceChoice } from "../places/open-place.ts";
import { parsePlace, PLACE_OPTIONS } from "../places/place-options.ts";
import type { Engine, Settled } from "../places/place.ts";
import type { ProgressLine } from "../progress-line.ts";
import { readRecallSet } from "../recall/recall-set.ts";
import type { RecallSet } from "../recall/recall-set.ts";
import { makeReport } from "../recall/report.ts";
import { runRecall } from "../recall/run-recall.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { UsageError } from "../usage-error.ts";
import { compareRankings } from "./compare-rankings.ts";
import type { Answers } from "./compare-rankings.ts";
import { inOneScope } from "./in-one-scope.ts";

const USAGE = `npm run measure -- agreement --data FILE [--url URL] [--one-scope] [--index-from N] [--json] [--save FILE]

Writes a recall set to SQLite and to PostgreSQL, asks both the same queries, and says for how many the ten best are the same.

  --data FILE      the recall set (format: bench/README.md)
  --url URL        the PostgreSQL server (default: KIOKU_TEST_POSTGRES_URL; without either, PGlite in this process)
  --one-scope      put the records of all groups into one scope, which PostgreSQL then searches as a large one, by index
  --index-from N   from how many vectors of a scope on there is an index (default: that of the store)
  --json           end with one JSON object on the last line
  --save FILE      write that object with machine and versions to FILE`;

/** A store's answers, and what it answered by. */
interface Run extends Answers {
  readonly engine: Engine;
  readonly settled: Settled;
  readonly indexScans: number;
}

async function answers(set: RecallSet, place: PlaceChoice, { show }: ProgressLine): Promise<Run> {
  const { runs, ...facts } = await runRecall({
    place,
    set,
    settings: [{}],
    onProgress:
      () =>
      ({ phase, done, total }) =>
        show(`${place.store} ${phase}`, done, total),
  });
  const [results = []] = runs;
  return { results, report: makeReport(set, results), ...facts };
}

/**
 * @throws If an index was asked for, and none was made or none was used: then it was not compared.
 */
function requireIndex({ settled, indexScans }: Run, set: RecallSet): void {
  if (indexScans > 0) return;
  if (settled.vectorIndexes > 0) throw new Error("no search went by the index that was made");
  const most = Math.max(...set.groups.map(({ records }) => records.length));
  throw new UsageError(
    `no index was made: the largest scope has ${most} records, so give --index-from a number up to that`,
  );
}

const parse = optionParser({
  data: { type: "string" },
  url: PLACE_OPTIONS.url,
  "one-scope": { type: "boolean", default: false },
  "index-from": { type: "string" },
});

await runMeasurement(USAGE, parse, async (values, progress) => {
  if (values.data === undefined) throw new UsageError(`--data FILE is missing\n\n${USAGE}`);
  const given = values["index-from"];
  const indexFrom = given === undefined ? given : integer(given, "--index-from", [100, 1e9]);
  const place = { ...parsePlace({ store: "postgres", url: values.url }), indexFrom };
  const read = await readRecallSet(values.data);
  const set = values["one-scope"] ? inOneScope(read) : read;
  const sqlite = await answers(set, { store: "sqlite" }, progress);
  const postgres = await answers(set, place, progress);
  if (values["one-scope"]) requireIndex(postgres, set);
  const { settled, indexScans } = postgres;
  const agreement = {
    ...compareRankings(sqlite, postgres),
    indexFrom: indexFrom ?? "default",
    ...settled,
    indexScans,
    engines: { ...sqlite.engine, ...postgres.engine },
  };
  const { queries, identicalTop10, sameTop10, recallDifference } = agreement;
  const text =
    `${set.name}: ${queries} queries; PostgreSQL has ${settled.vectorIndexes} vector indexes and ` +
    `${settled.keywordSegments} keyword segments, ${indexScans} searches by index\nthe ten best are identical for ${identicalTop10} %, the same in another order for ` +
    `${(sameTop10 - identicalTop10).toFixed(2)} %\n` +
    `recall, PostgreSQL less SQLite: ${Object.entries(recallDifference)
      .map(([k, value]) => `R@${k} ${value}`)
      .join(", ")}\n`;
  return { text, figures: agreement };
});
