/** Preloaded into a thread: as on Windows, a file is not replaced that somebody reads. */
import { existsSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";

if (!isMainThread && process.env.KIOKU_TEST_REPLACE === "refuse") {
  const rename = promises.rename;
  promises.rename = async (from, to) => {
    if (existsSync(to)) throw Object.assign(new Error("EPERM"), { code: "EPERM" });
    await rename(from, to);
  };
  syncBuiltinESMExports();
}
