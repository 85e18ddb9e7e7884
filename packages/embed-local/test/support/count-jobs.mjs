/**
 * Preloaded into a thread: writes a line into the file `KIOKU_TEST_JOBS` for each job that it is
 * given.
 */
import { appendFileSync } from "node:fs";
import { isMainThread, parentPort } from "node:worker_threads";

const log = process.env.KIOKU_TEST_JOBS;
if (!isMainThread && log !== undefined) {
  parentPort?.on("message", ({ job }) => appendFileSync(log, `${job.texts.length}\n`));
}
