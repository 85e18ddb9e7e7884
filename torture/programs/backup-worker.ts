/**
 * Changes a memory, backs it up and restores it: reads one order, prints a line for each event, and
 * ends only by a kill.
 */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";

import { liveAndBackUp } from "../backup/backup-life.ts";
import type { BackupOrder } from "../backup/backup-order.ts";

for await (const line of createInterface({ input: process.stdin })) {
  await liveAndBackUp(JSON.parse(line) as BackupOrder, (event) => {
    writeSync(1, `${JSON.stringify(event)}\n`);
  });
}
