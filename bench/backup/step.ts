/**
 * One step of the measurement in a process of its own: `backup` or `restore`, and then its options
 * as JSON. Prints one JSON object: what `BackupStep` says.
 */
import { createHash } from "node:crypto";

import { createMemory } from "@kioku/core";
import { toJsonLines } from "@kioku/formats";
import { sqliteStore } from "@kioku/store-sqlite";
import { createBackup, restoreBackup, s3Objects } from "kioku/backup";

import { RssSamples } from "../transfer/rss-samples.ts";
import { seededEmbedder } from "../transfer/seeded-embedder.ts";
import type { BackupStep, BackupStepOptions } from "./backup-step.ts";

const SAMPLE_MS = 20;

const [what, text = "{}"] = process.argv.slice(2);
const options = JSON.parse(text) as BackupStepOptions;
const samples = new RssSamples();
const timer = setInterval(() => samples.take(), SAMPLE_MS);
const started = performance.now();
const found = await run();
const ms = Math.round(performance.now() - started);
clearInterval(timer);
samples.take();
const measured = { ...found, ms, ...samples.report() };
process.stdout.write(`${JSON.stringify({ ...measured, sha256: await digest() })}\n`);

async function run(): Promise<Pick<BackupStep, "records" | "storedBytes">> {
  const { bucket, key, stagingFolder, database } = options;
  const place = { objects: s3Objects(bucket), key, stagingFolder };
  if (what === "restore") {
    const { records } = await restoreBackup({ ...place, to: database });
    return { records };
  }
  const store = sqliteStore({ path: database });
  const memory = createMemory({ store, embedder: seededEmbedder() });
  try {
    const made = await createBackup({ ...place, database: "bench", memory, sqlite: store });
    return { records: made.records, storedBytes: made.storedBytes };
  } finally {
    await memory.close();
  }
}

async function digest(): Promise<string> {
  const store = sqliteStore({ path: options.database });
  const memory = createMemory({ store, embedder: seededEmbedder() });
  try {
    const hash = createHash("sha256");
    for await (const line of toJsonLines(memory.export({ vectors: true }))) hash.update(line);
    return hash.digest("hex");
  } finally {
    await memory.close();
  }
}
