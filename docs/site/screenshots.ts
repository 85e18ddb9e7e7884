/**
 * Pictures of the main pages of the built site, in docs/dist/screenshots: for people to look at.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { startChromium } from "@kioku/servers/chromium";
import type { Browser, Page } from "puppeteer-core";

import { serveSite } from "./serve-site.ts";

interface Shot {
  readonly name: string;
  readonly address: string;
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** Types this into the search. */
  readonly search?: string;
  /** Taken from the top of the first element of this selector. */
  readonly at?: string;
}

const PHONE = { width: 390, height: 844 };

const SHOTS: readonly Shot[] = [
  { name: "home", address: "/" },
  { name: "home-dark", address: "/", dark: true },
  { name: "home-phone", address: "/", ...PHONE },
  { name: "home-chinese", address: "/zh/" },
  { name: "quick-start", address: "/quick-start" },
  { name: "quick-start-phone", address: "/quick-start", ...PHONE },
  { name: "quick-start-chinese", address: "/zh/quick-start" },
  { name: "concepts", address: "/concepts", height: 1800 },
  { name: "guide", address: "/guide/", height: 1600 },
  { name: "package", address: "/packages/core", height: 1800 },
  { name: "package-phone", address: "/packages/store-sqlite", ...PHONE, height: 2400 },
  { name: "recipe", address: "/recipes/rag-chain", height: 1600 },
  { name: "chart", address: "/guide/ranking", at: ".vp-doc img" },
  { name: "chart-dark", address: "/guide/ranking", at: ".vp-doc img", dark: true },
  { name: "architecture-dark", address: "/architecture", dark: true, height: 1400 },
  { name: "troubleshooting-phone", address: "/troubleshooting", ...PHONE, height: 1600 },
  { name: "decision", address: "/decisions/0012-what-each-ingredient-gave" },
  { name: "api", address: "/api/", height: 1400 },
  { name: "api-module", address: "/api/core/", height: 1400 },
  { name: "api-function", address: "/api/core/functions/createMemory", height: 1200 },
  { name: "api-interface", address: "/api/core/interfaces/MemoryRoot", height: 1800 },
  {
    name: "api-interface-dark-phone",
    address: "/api/core/interfaces/MemoryOptions",
    ...PHONE,
    dark: true,
  },
  { name: "search", address: "/quick-start", search: "recall filter" },
  { name: "search-chinese", address: "/zh/quick-start", search: "记忆" },
];

const folder = fileURLToPath(new URL("../dist/screenshots", import.meta.url));

async function search(page: Page, words: string): Promise<void> {
  await page.click(".VPNavBarSearch button");
  await page.locator("#localsearch-input").fill(words);
  await page.waitForSelector("#localsearch-list .result");
}

async function take(browser: Browser, origin: string, shot: Shot): Promise<void> {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.setViewport({ width: shot.width ?? 1280, height: shot.height ?? 900 });
  const scheme = shot.dark === true ? "dark" : "light";
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(`${origin}${shot.address}`, { waitUntil: "networkidle0" });
  if (shot.search !== undefined) await search(page, shot.search);
  if (shot.at !== undefined) {
    await page.evaluate(`document.querySelector(${JSON.stringify(shot.at)}).scrollIntoView()`);
    await page.evaluate("window.scrollBy(0, -120)");
  }
  await page.screenshot({ path: join(folder, `${shot.name}.png`) });
  await page.close();
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await using server = await serveSite();
const browser = await startChromium();
for (const shot of SHOTS) await take(browser, server.origin, shot);
await browser.close();
process.stdout.write(`${SHOTS.length} pictures in ${folder}\n`);
