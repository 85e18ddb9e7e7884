import type { Browser, Page } from "puppeteer-core";

const HEIGHT = 900;
/** Pages looked at side by side. */
const TABS = 3;

/**
 * Elements that are wider than the window, or nothing where the page itself does not scroll
 * sideways.
 */
const OVERFLOW = `(() => {
  if (document.documentElement.scrollWidth <= window.innerWidth) return "";
  const wide = [...document.querySelectorAll(".VPContent *")].find(
    (element) => element.getBoundingClientRect().right > window.innerWidth + 1);
  return wide === undefined ? "something" : wide.tagName.toLowerCase() + " " + (wide.textContent ?? "").trim().slice(0, 60);
})()`;

/** Expression that is true once Vue has taken over the page, or the playground is drawn. */
const IS_ALIVE = `document.querySelector("#app").__vue_app__ !== undefined ||
  document.querySelector("#app > .playground h1") !== null`;

/** Milliseconds; machines that build other things meanwhile are slow. */
const PATIENCE_MS = 240_000;

/** Listens for what goes wrong in a tab. */
function watch(page: Page, origin: string, report: (problem: string) => void): void {
  page.on("pageerror", (error) => report(`error ${String(error)}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warn") report(message.text());
  });
  page.on("requestfailed", (request) => report(`request failed ${request.url()}`));
  page.on("response", (response) => {
    if (response.status() >= 400) report(`${response.status()} ${response.url()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("data:")) report(`asks another host: ${url}`);
  });
}

/** Pages to open, and widths of the window in pixels. */
interface LookedAt {
  readonly addresses: readonly string[];
  readonly widths: readonly number[];
}

/** Opens pages in a browser and returns their problems. */
export async function browserProblems(
  browser: Browser,
  origin: string,
  { addresses, widths }: LookedAt,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const waiting = [...addresses];
  async function look(page: Page, address: string): Promise<void> {
    await page.goto(`${origin}${address}`, { waitUntil: "load" });
    await page.waitForFunction(IS_ALIVE);
    for (const width of widths) {
      await page.setViewport({ width, height: HEIGHT });
      const overflow = await page.evaluate(OVERFLOW);
      if (overflow !== "") problems.push(`${address}: wider than ${width} px: ${String(overflow)}`);
    }
  }
  async function tab(): Promise<void> {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    let current = "";
    watch(page, origin, (problem) => problems.push(`${current}: ${problem}`));
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      current = address;
      await look(page, address);
    }
    await page.close();
  }
  await Promise.all(Array.from({ length: TABS }, tab));
  return problems.toSorted();
}
