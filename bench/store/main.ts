import { fileURLToPath } from "node:url";

import { installPackages } from "../install-packages.ts";
import { progressLine } from "../progress-line.ts";
import { saveResult } from "../saved-result.ts";
import { endWith } from "../usage-error.ts";
import { formatStoreReport } from "./format-store-report.ts";
import { measureStore } from "./measure-store.ts";
import { parseStoreCommand, USAGE } from "./parse-store-options.ts";
import type { StoreReport } from "./store-report.ts";

const RESULTS = new URL("../results/store/", import.meta.url);
const PEERS = new URL("peers/", import.meta.url);
/** Has no binary in its package. */
const COMPILED = "hnswlib-node";
const USUAL_DIMENSIONS = 384;

try {
  const { runs, json, save, help } = parseStoreCommand(process.argv.slice(2));
  if (help) process.stdout.write(`${USAGE}\n`);
  else {
    if (runs.some(({ peers }) => peers)) await installPackages(PEERS, COMPILED);
    const progress = progressLine(process.stderr);
    const reports: StoreReport[] = [];
    for (const run of runs) {
      const report = await measureStore(run, progress.show).finally(() => progress.end());
      process.stdout.write(`${formatStoreReport(report)}\n\n`);
      if (save) await saveReport(report);
      reports.push(report);
    }
    if (json) for (const report of reports) process.stdout.write(`${JSON.stringify(report)}\n`);
  }
} catch (error) {
  endWith(error);
}

/** Named after the count, and what else is not as usual. */
async function saveReport(report: StoreReport): Promise<void> {
  const { store, count, dimensions, hard } = report;
  const width = dimensions === USUAL_DIMENSIONS ? "" : `-${dimensions}d`;
  const folder = store === "sqlite" ? RESULTS : new URL(`${store}/`, RESULTS);
  const file = new URL(`${count}${width}${hard ? "-hard" : ""}.json`, folder);
  await saveResult(fileURLToPath(file), report);
}
