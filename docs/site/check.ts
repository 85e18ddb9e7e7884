import { publishedPackages } from "@kioku/packaging/published-packages";
import { hasChromium, startChromium } from "@kioku/servers/chromium";

/**
 * Looks through the built site, in files and in a browser, and prints what is wrong, one line
 * each. Opens every fourth page on a small phone, or with `--full` all, at four widths.
 */
import { barrierProblems } from "./barrier-problems.ts";
import { browserProblems } from "./browser-problems.ts";
import { builtPages, isReference } from "./built-site.ts";
import { serveSite } from "./serve-site.ts";
import { staticProblems } from "./static-problems.ts";

/** Pages of the reference that are looked at in the browser: one of each kind, and the longest. */
const REFERENCE = [
  "/api/",
  "/api/core/",
  "/api/core/classes/MemoryError",
  "/api/core/functions/createMemory",
  "/api/core/interfaces/MemoryRoot",
  "/api/core/type-aliases/Filter",
];

/** Widths of a small phone, a tablet, a small desktop and a large one, in pixels. */
const WIDTHS = [360, 768, 1280, 1920];

/** Addresses of decisions, of which only the newest are opened in the browser. */
const DECISION = /^\/decisions\/\d/u;
const NEWEST_DECISIONS = 10;

const isFull = process.argv.includes("--full");

const pages = builtPages();
if (pages.length === 0) throw new Error("There is no built site; `npm run docs:build` makes it");

/** Entry points that the reference does not explain. */
const unexplained = publishedPackages()
  .flatMap(({ entryPoints }) => entryPoints)
  .map(({ specifier }) => `/api/${specifier.replace("@kioku/", "")}/`)
  .filter((address) => !pages.some((page) => page.address === address))
  .map((address) => `${address}: missing`);

const problems = [...staticProblems(pages), ...unexplained];
if (hasChromium) {
  const handWritten = pages.filter((page) => !isReference(page)).map(({ address }) => address);
  // Older decisions do not change.
  const decisions = handWritten.filter((address) => DECISION.test(address)).toSorted();
  const settled = new Set(decisions.slice(0, -NEWEST_DECISIONS));
  await using server = await serveSite();
  const browser = await startChromium();
  const addresses = [
    ...handWritten.filter((address) => address !== "/404" && !settled.has(address)),
    ...REFERENCE,
  ].filter((_, index) => isFull || index % 4 === 0);
  problems.push(
    ...(await browserProblems(browser, server.origin, {
      addresses,
      widths: isFull ? WIDTHS : WIDTHS.slice(0, 1),
    })),
    ...(await barrierProblems(browser, server.origin)),
  );
  await browser.close();
} else {
  process.stderr.write("Chromium is not installed: pages were not opened in a browser\n");
}
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
