import { existsSync } from "node:fs";

import { launch } from "puppeteer-core";
import type { Browser } from "puppeteer-core";

const CHROMIUM = [
  process.env["CHROMIUM"],
  process.env["PUPPETEER_EXECUTABLE_PATH"],
  "/usr/bin/chromium",
].find((file) => file !== undefined && existsSync(file));

/** True if Chromium is installed here. */
export const hasChromium: boolean = CHROMIUM !== undefined;

/** Ends what hangs; a busy machine does not reach it. */
const PATIENCE_MS = 240_000;

/** Starts Chromium without a window, with further switches if there are any. */
export function startChromium(switches: readonly string[] = []): Promise<Browser> {
  if (CHROMIUM === undefined)
    throw new Error("Chromium is not installed here; CHROMIUM may name it");
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"];
  return launch({
    executablePath: CHROMIUM,
    args: [...args, ...switches],
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
  });
}
