import { barriers } from "@kioku/servers/barriers";
import type { Browser } from "puppeteer-core";

/** Start pages, a page of the guide with wide tables, and one of the reference. */
const PAGES = ["/", "/zh/", "/guide/recall", "/api/core/"];

/** Looks at a page: every width and both themes are among them. */
const LOOKS = [
  { width: 360, theme: "light" },
  { width: 768, theme: "dark" },
  { width: 1280, theme: "light" },
  { width: 1920, theme: "dark" },
];

/** Returns what of the main pages is hard to use for some people, one line each. */
export async function barrierProblems(
  browser: Browser,
  origin: string,
): Promise<readonly string[]> {
  const page = await browser.newPage();
  const problems: string[] = [];
  for (const address of PAGES) {
    for (const { width, theme } of LOOKS) {
      await page.setViewport({ width, height: 900 });
      await page.emulateMediaFeatures([
        { name: "prefers-color-scheme", value: theme },
        // Colours that are fading in are measured as they are.
        { name: "prefers-reduced-motion", value: "reduce" },
      ]);
      await page.goto(`${origin}${address}`, { waitUntil: "load" });
      await page.waitForFunction(`document.querySelector("#app").__vue_app__ !== undefined`);
      const found = await barriers(page);
      problems.push(...found.map((one) => `${address} (${width} px, ${theme}): ${one}`));
    }
  }
  await page.close();
  return problems;
}
