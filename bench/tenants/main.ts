import { fileURLToPath } from "node:url";

import { progressLine } from "../progress-line.ts";
import { saveResult } from "../saved-result.ts";
import { endWith } from "../usage-error.ts";
import { measureTenants } from "./measure-tenants.ts";
import { parseTenantsCommand, USAGE } from "./tenants-settings.ts";

const RESULTS = new URL("../results/tenants/", import.meta.url);

try {
  const { settings, json, save, help } = parseTenantsCommand(process.argv.slice(2));
  if (help) process.stdout.write(`${USAGE}\n`);
  else {
    const progress = progressLine(process.stderr);
    const report = await measureTenants(settings, progress.show).finally(() => progress.end());
    const { store, tenants, records, recall, roundTrip, vector, complete } = report;
    const { bytesPerRecord } = report;
    const seconds = (report.settleMs / 1_000).toFixed(1);
    const lines = [
      `${store}: ${tenants} tenants with ${records} records each, ${report.dimensions} dimensions`,
      `  whole recall of one tenant  p50 ${recall.p50Ms} ms, p95 ${recall.p95Ms} ms`,
      ...(roundTrip
        ? [`  a bare round trip           p50 ${roundTrip.p50Ms} ms, p95 ${roundTrip.p95Ms} ms`]
        : []),
      `  its vector leg              p50 ${vector.p50Ms} ms, p95 ${vector.p95Ms} ms; ${complete} % found all there is`,
      `  written at ${report.writeRowsPerSecond} records/s, made ready in ${seconds} s, ${bytesPerRecord} bytes a record`,
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
    if (save) {
      const file = new URL(`${store}-${tenants}.json`, RESULTS);
      await saveResult(fileURLToPath(file), report);
    }
    if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
  }
} catch (error) {
  endWith(error);
}
