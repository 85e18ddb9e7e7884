import { mkdir, writeFile } from "node:fs/promises";

import { machine } from "../machine.ts";
import { progressLine } from "../progress-line.ts";
import { endWith } from "../usage-error.ts";
import { measureTenants } from "./measure-tenants.ts";
import { parseTenantsCommand, USAGE } from "./tenants-settings.ts";

const RESULTS = new URL("../results/tenants/", import.meta.url);

try {
  const { settings, json, save, help } = parseTenantsCommand(process.argv.slice(2));
  if (help) process.stdout.write(`${USAGE}\n`);
  else {
    const progress = progressLine(process.stderr);
    const report = await measureTenants(settings, (what, done, total) =>
      progress.show(what, done, total),
    ).finally(() => progress.end());
    const { store, tenants, records, recall, vector, complete, bytesPerRecord } = report;
    process.stdout.write(
      `${store}: ${tenants} tenants with ${records} records each, ${report.dimensions} dimensions\n` +
        `  whole recall of one tenant  p50 ${recall.p50Ms} ms, p95 ${recall.p95Ms} ms\n` +
        `  its vector leg              p50 ${vector.p50Ms} ms, p95 ${vector.p95Ms} ms; ${complete} % found all there is\n` +
        `  written at ${report.writeRowsPerSecond} records/s, made ready in ${(report.settleMs / 1_000).toFixed(1)} s, ` +
        `${bytesPerRecord} bytes a record\n`,
    );
    if (save) {
      await mkdir(RESULTS, { recursive: true });
      const file = new URL(`${store}-${tenants}.json`, RESULTS);
      await writeFile(file, `${JSON.stringify({ ...machine(), ...report }, null, 2)}\n`);
    }
    if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
  }
} catch (error) {
  endWith(error);
}
