import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { machine } from "../machine.ts";
import type { PlaceChoice } from "../places/open-place.ts";
import { parsePlace, PLACE_OPTIONS } from "../places/place-options.ts";
import { progressLine } from "../progress-line.ts";
import { readRecallSet } from "../recall/recall-set.ts";
import type { RecallSet } from "../recall/recall-set.ts";
import { makeReport } from "../recall/report.ts";
import { runRecall } from "../recall/run-recall.ts";
import { endWith, UsageError } from "../usage-error.ts";
import { compareRankings } from "./compare-rankings.ts";
import type { Answers } from "./compare-rankings.ts";

const USAGE = `npm run bench:agreement -- --data FILE [--url URL] [--json] [--save FILE]

Writes a recall set to SQLite and to PostgreSQL, asks both the same queries, and says for how many the ten best are the same.

  --data FILE   the recall set (format: bench/README.md)
  --url URL     the PostgreSQL server (default: KIOKU_TEST_POSTGRES_URL; without either, PGlite in this process)
  --json        end with one JSON object on the last line
  --save FILE   write that object with machine and versions to FILE`;

const progress = progressLine(process.stderr);

async function answers(set: RecallSet, place: PlaceChoice): Promise<Answers> {
  const [results = []] = await runRecall({
    place,
    set,
    settings: [{}],
    onProgress:
      () =>
      ({ phase, done, total }) =>
        progress.show(`${place.store} ${phase}`, done, total),
  });
  return { results, report: makeReport(set, results) };
}

try {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      url: PLACE_OPTIONS.url,
      json: { type: "boolean", default: false },
      save: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else {
    if (values.data === undefined) throw new UsageError(`--data FILE is missing\n\n${USAGE}`);
    const set = await readRecallSet(values.data);
    const sqlite = await answers(set, { store: "sqlite" });
    const postgres = await answers(set, parsePlace({ store: "postgres", url: values.url }));
    progress.end();
    const agreement = compareRankings(sqlite, postgres);
    const { queries, identicalTop10, sameTop10, recallDifference } = agreement;
    process.stdout.write(
      `${set.name}: ${queries} queries; the ten best are identical for ${identicalTop10} %, the same in another order for ` +
        `${(sameTop10 - identicalTop10).toFixed(2)} %\n` +
        `recall, PostgreSQL less SQLite: ${Object.entries(recallDifference)
          .map(([k, value]) => `R@${k} ${value}`)
          .join(", ")}\n`,
    );
    if (values.save !== undefined) {
      await writeFile(values.save, `${JSON.stringify({ ...machine(), ...agreement }, null, 2)}\n`);
    }
    if (values.json) process.stdout.write(`${JSON.stringify(agreement)}\n`);
  }
} catch (error) {
  progress.end();
  endWith(error);
}
