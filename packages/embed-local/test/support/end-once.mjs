/**
 * Preloaded into a thread: ends it once, on the job whose number is in the file named by
 * `KIOKU_TEST_END`.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { isMainThread, parentPort } from "node:worker_threads";

const flag = process.env.KIOKU_TEST_END;
if (!isMainThread && flag !== undefined) {
  let jobs = 0;
  parentPort?.on("message", () => {
    jobs += 1;
    if (!existsSync(flag) || jobs < Number(readFileSync(flag, "utf8"))) return;
    rmSync(flag);
    process.exit(9);
  });
}
