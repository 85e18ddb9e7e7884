import { startChromium } from "@kioku/servers/chromium";
import type { Browser, Page } from "puppeteer-core";

import { openStudio, type Studio, type StudioOptions } from "../../../src/open-studio.js";
import { watchPage } from "./watch-page.js";

/** Ends what hangs; a busy machine does not reach it. */
const PATIENCE_MS = 240_000;

/** Pages of the navigation, in its order. */
export const PAGES = [
  "memories",
  "recall",
  "feed",
  "forgetting",
  "feeling",
  "tiers",
  "mind",
  "diary",
  "images",
  "statistics",
] as const;

/** Settings of a look at a page. */
export interface Look {
  /** @defaultValue 1440 */
  readonly width?: number;
  /** @defaultValue `light` */
  readonly theme?: "light" | "dark";
  /** @defaultValue `en` */
  readonly language?: "en" | "zh";
}

/** A studio, and a browser that looks at it. */
export interface StudioBrowser extends AsyncDisposable {
  readonly browser: Browser;
  readonly studio: Studio;
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly token: string;
  /** Failures in its pages that were not expected. */
  readonly problems: string[];
  /** Opens the studio in a new tab. */
  open(look?: Look): Promise<Page>;
}

/** Opens a studio and a browser, in which `evil.example` is this machine, too. */
export async function studioBrowser(options: StudioOptions): Promise<StudioBrowser> {
  const [studio, browser] = await Promise.all([
    openStudio(options),
    startChromium([
      "--host-resolver-rules=MAP evil.example 127.0.0.1",
      "--disable-background-networking",
      "--disable-component-update",
    ]),
  ]);
  const { origin, hash } = new URL(studio.url);
  const problems: string[] = [];
  return {
    browser,
    studio,
    origin,
    token: hash.slice("#token=".length),
    problems,
    open: async (look = {}) => {
      // Each tab has settings of its own.
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      await watchPage(page, origin, (problem) => problems.push(problem));
      await setLook(page, look);
      await page.goto(studio.url);
      await settled(page);
      return page;
    },
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await studio.close();
    },
  };
}

/** Sets how the page is looked at, from the next time on that it is loaded. */
async function setLook(
  page: Page,
  { width = 1440, theme = "light", language = "en" }: Look,
): Promise<void> {
  await page.setViewport({ width, height: width < 600 ? 844 : 900 });
  await page.evaluateOnNewDocument(`try {
    localStorage.setItem("kioku-studio-theme", "${theme}");
    localStorage.setItem("kioku-studio-language", "${language}");
  } catch {}`);
}

/** Goes to a page of the studio, `#/NAME`, and waits until it shows what it asked for. */
export async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await settled(page);
}

/** Waits until the page has its heading, nothing is on its way, and it has been drawn. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(
      document.querySelector("main h1") !== null && document.querySelector(".skeleton") === null
        && watched.running === 0))))`,
  );
}
