/**
 * Runs cases of damage and prints what became of each. A case that ends this process is seen by the
 * one that started it.
 */
import { mkdirSync, writeSync } from "node:fs";
import { join } from "node:path";

import type { DamageOrder, DamageOutcome } from "../damage/damage-order.ts";
import { countEvery, damageEvery, damageSome } from "../damage/damaged-log.ts";
import { fileCase } from "../damage/file-case.ts";
import { logCase } from "../damage/log-case.ts";
import { sampleDatabase } from "../damage/sample-database.ts";
import type { SampleDatabase } from "../damage/sample-database.ts";

const order = JSON.parse(process.argv[2] ?? "") as DamageOrder;
const { kind, seed, cases, directory, index, processes } = order;
mkdirSync(directory, { recursive: true });
const path = join(directory, "case.db");
const sample = await sampleDatabase(path, {
  seed,
  pageBytes: kind === "log" ? 512 : 1_024,
  before: kind === "log" ? 3 : 25,
  logged: kind === "log" ? 10 : 0,
});
const total = cases === "every" ? countEvery(sample.log) : cases;
for (let number = index; number < total; number += processes) {
  // Said beforehand, so that it is known which one a process ended in.
  writeSync(1, `${number}\n`);
  writeSync(1, `${JSON.stringify({ ...(await outcomeOf(number, sample)), number, total })}\n`);
}

async function outcomeOf(
  number: number,
  given: SampleDatabase,
): Promise<Pick<DamageOutcome, "outcome" | "detail">> {
  try {
    if (kind === "file") return { outcome: await fileCase(path, given, { seed, number }) };
    const { log } = given;
    const damaged = cases === "every" ? damageEvery(log, number) : damageSome(log, seed, number);
    // Of every offset, all that is there is compared, and one in eight is looked at more closely.
    const isThorough = cases !== "every" || (number >> 1) % 8 === 0;
    return { outcome: await logCase(path, given, { ...damaged, isThorough }) };
  } catch (error) {
    return { outcome: "defect", detail: String(error) };
  }
}
