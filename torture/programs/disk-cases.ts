/** Lets a store meet a full disk and files that it may not write, and prints the results. */
import { chownSync, writeSync } from "node:fs";
import { join } from "node:path";

import { sqliteStore } from "@kioku/store-sqlite";

import { takeOutTransactions } from "../crash/control.ts";
import type { DiskOrder } from "../limits/disk-order.ts";
import { fullCase } from "../limits/full-case.ts";
import { limitByFileSize, limitByPages } from "../limits/full-disk.ts";
import { readOnlyCase } from "../limits/read-only-case.ts";

/** The user that may do least; who is root may write whatever the permissions say. */
const NOBODY = 65_534;

const {
  directory,
  seed,
  rounds,
  unframed = false,
} = JSON.parse(process.argv[2] ?? "") as DiskOrder;
if (unframed) takeOutTransactions();
for (let number = 0; number < rounds; number += 1) {
  // Statement by statement, nearly everything fits into a log that is emptied in between.
  for (const limit of [limitByPages(), ...(unframed ? [] : [limitByFileSize()])]) {
    const name = `full by ${limit.name}`;
    await report(name, number, () => fullCase({ directory, seed, number, limit }));
  }
}
const canWorkAsNobody = await becomeNobody();
for (const what of ["file", "directory"] as const) {
  await report(`read-only ${what}`, 0, async () =>
    canWorkAsNobody ? readOnlyCase(directory, what) : "skipped",
  );
}

/**
 * Says whether this process can use the packages as someone who is not root: they may lie where
 * only root may read.
 */
async function becomeNobody(): Promise<boolean> {
  if (process.getuid?.() === 0) {
    chownSync(directory, NOBODY, NOBODY);
    process.setgid?.(NOBODY);
    process.setuid?.(NOBODY);
  }
  const probe = sqliteStore({ path: join(directory, "probe.db") });
  try {
    await probe.open();
    return true;
  } catch {
    return false;
  } finally {
    await probe.close();
  }
}

async function report(
  name: string,
  number: number,
  run: () => Promise<"kept" | "skipped">,
): Promise<void> {
  const outcome = await run().catch((error: unknown) => String(error));
  writeSync(1, `${JSON.stringify({ name, number, outcome })}\n`);
}
