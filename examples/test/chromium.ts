import { existsSync } from "node:fs";

import { launch } from "puppeteer-core";
import type { Browser, Page } from "puppeteer-core";

const CHROMIUM = [
  process.env["CHROMIUM"],
  process.env["PUPPETEER_EXECUTABLE_PATH"],
  "/usr/bin/chromium",
].find((file) => file !== undefined && existsSync(file));

/** Whether Chromium is installed here. */
export const hasChromium: boolean = CHROMIUM !== undefined;

/** Starts Chromium without a window. */
export function startChromium(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error("Chromium is not installed here");
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
  return launch({ executablePath: CHROMIUM, args });
}

/** The texts of what a selector finds, in the order of the page. */
export async function textsOf(page: Page, selector: string): Promise<readonly string[]> {
  const found = `document.querySelectorAll(${JSON.stringify(selector)})`;
  return (await page.evaluate(`Array.from(${found}, (item) => item.textContent)`)) as string[];
}
