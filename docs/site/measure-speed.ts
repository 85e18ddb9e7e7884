/**
 * Measures how the main pages of the built site load, prints a table, and fails above the bars: no
 * shift of what is there, and the largest paint within 1.5 seconds.
 */
import { startChromium } from "@kioku/servers/chromium";
import type { Browser } from "puppeteer-core";

import { serveSite } from "./serve-site.ts";

const PAGES = ["/", "/zh/", "/guide/recall", "/api/", "/api/core/interfaces/Memory"];
const WIDTHS = [360, 768, 1280, 1920];
/** The middle one counts. */
const ROUNDS = 3;
const MOST_PAINT_MS = 1_500;
const MOST_SHIFT = 0;

interface Load {
  readonly paintMs: number;
  readonly shift: number;
  readonly kilobytes: number;
}

/** Runs in the page before anything else: adds up shifts, and keeps the last largest paint. */
const OBSERVE = `(() => {
  globalThis.seen = { paintMs: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.paintMs = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
})()`;

/** Scrolls to the end, so that what is loaded lazily may shift something, too. */
const SCROLL = `(async () => {
  for (let y = 0; y < document.body.scrollHeight; y += 400) {
    scrollTo(0, y);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }
  return {
    ...seen,
    kilobytes: performance.getEntriesByType("resource")
      .concat(performance.getEntriesByType("navigation"))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
  };
})()`;

/** Loads a page as somebody does who was never here. */
async function load(browser: Browser, url: string, width: number): Promise<Load> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height: 900 });
  await page.evaluateOnNewDocument(OBSERVE);
  await page.goto(url, { waitUntil: "networkidle0" });
  const seen = (await page.evaluate(SCROLL)) as Load;
  await context.close();
  return seen;
}

await using server = await serveSite();
const browser = await startChromium();
let isSlow = false;
for (const address of PAGES) {
  for (const width of WIDTHS) {
    const loads: Load[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      loads.push(await load(browser, `${server.origin}${address}`, width));
    }
    const paintMs = loads.map((one) => one.paintMs).toSorted((a, b) => a - b)[1] ?? Number.NaN;
    const shift = Math.max(...loads.map((one) => one.shift));
    const fails = !(paintMs <= MOST_PAINT_MS) || shift > MOST_SHIFT;
    isSlow ||= fails;
    const cells = [
      address.padEnd(30),
      `${width} px`.padStart(8),
      `largest paint ${Math.round(paintMs)} ms`.padStart(24),
      `shift ${shift.toFixed(4)}`.padStart(14),
      `${Math.round(loads[0]?.kilobytes ?? 0)} kB`.padStart(9),
    ];
    process.stdout.write(`${cells.join("  ")}${fails ? "  too much" : ""}\n`);
  }
}
await browser.close();
process.exitCode = isSlow ? 1 : 0;
