/**
 * Takes pictures of all pages on the sample, in both themes and languages and at two widths: `npm
 * run screenshots -w @kioku/studio`. They are written to docs/images/studio, and a sheet of each
 * page for looking at to dist/sheets.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { startChromium } from "@kioku/servers/chromium";
import type { Page } from "puppeteer-core";

import { openStudio } from "../src/open-studio.js";
import { sampleMemory } from "../test/support/sample-studio.js";

const PICTURES = fileURLToPath(new URL("../../../docs/images/studio", import.meta.url));
const SHEETS = fileURLToPath(new URL("../dist/sheets", import.meta.url));
/** Size of a picture, as a share of the window. */
const SHARE = 0.5;
const QUALITY = 0.72;

const LOOKS = ["light", "dark"].flatMap((theme) =>
  ["en", "zh"].flatMap((language) => [1440, 390].map((width) => ({ theme, language, width }))),
);

interface Picture {
  readonly name: string;
  readonly webp: string;
}

/** Shows a page and waits until it has what it asked for and nothing moves. */
async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.waitForFunction(
    `document.querySelector("main h1") !== null && document.querySelector(".skeleton, .waiting") === null`,
  );
  await page.waitForNetworkIdle({ idleTime: 300, concurrency: 1 });
  await page.evaluate("document.fonts.ready.then(() => scrollTo(0, 0))");
}

/** Makes a picture smaller, by a canvas of the browser. */
async function shrink(studio: Page, png: string): Promise<string> {
  const browser = studio.browser();
  const page = await browser.newPage();
  const url = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,${png}";
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width * ${SHARE};
    canvas.height = image.height * ${SHARE};
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/webp", ${QUALITY});
  })()`);
  await page.close();
  return String(url).replace(/^.*,/u, "");
}

/** Puts all pictures of a page beside each other. */
async function sheet(studio: Page, pictures: readonly Picture[]): Promise<Uint8Array> {
  const page = await studio.browser().newPage();
  await page.setViewport({ width: 1900, height: 1000 });
  const figures = pictures.map(
    ({ name, webp }) =>
      `<figure><img src="data:image/webp;base64,${webp}"><figcaption>${name}</figcaption></figure>`,
  );
  await page.setContent(`<style>
    body { font: 13px sans-serif; background: #888; display: flex; flex-wrap: wrap; gap: 8px; }
    figure { margin: 0; }
  </style>${figures.join("")}`);
  const png = await page.screenshot({ fullPage: true });
  await page.close();
  return png;
}

/** Questions for the live page to show. */
const ASKED = ["What is she allergic to?", "Where does she live?", "When does the bakery open?"];

for (const folder of [PICTURES, SHEETS]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
const sample = await sampleMemory();
const { memory, mind, images, clock } = sample;
await using studio = await openStudio({ memory, mind, images, clock, write: true });
const { items } = await memory.list({ kinds: ["note"], limit: 1000 });
const opening = items.find(({ content }) => content.startsWith("The bakery opens"));
if (opening === undefined) throw new Error("memory is missing");
// A second version, so that there is a difference to see.
await mind.update(opening.id, { content: "The bakery opens at seven, and on Sundays at nine." });
const pages = {
  memories: "#/memories",
  record: `#/record/${opening.id}`,
  recall: "#/recall?q=bakery",
  feed: "#/feed",
  forgetting: "#/forgetting",
  feeling: "#/feeling?day=45&chance=0.15",
  tiers: "#/tiers",
  mind: "#/mind",
  diary: "#/diary",
  images: "#/images",
  statistics: "#/statistics",
} as const;
const browser = await startChromium();
const taken = new Map<string, Picture[]>(Object.keys(pages).map((name) => [name, []]));
let bytes = 0;
for (const { theme, language, width } of LOOKS) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height: width === 390 ? 844 : 900 });
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await page.evaluateOnNewDocument(`
    localStorage.setItem("kioku-studio-theme", "${theme}");
    localStorage.setItem("kioku-studio-language", "${language}");
  `);
  await page.goto(studio.url);
  for (const [name, hash] of Object.entries(pages)) {
    await show(page, hash);
    if (name === "feed") {
      for (const query of ASKED) await memory.recall(query);
      await memory.markUsed(opening.id);
      await show(page, hash);
    }
    const png = await page.screenshot({ encoding: "base64" });
    const webp = await shrink(page, png);
    const file = `${name}-${theme}-${language}-${width}`;
    const picture = Buffer.from(webp, "base64");
    bytes += picture.length;
    writeFileSync(join(PICTURES, `${file}.webp`), picture);
    taken.get(name)?.push({ name: file, webp });
  }
  await context.close();
}
const last = await browser.newPage();
for (const [name, pictures] of taken) {
  writeFileSync(join(SHEETS, `${name}.png`), await sheet(last, pictures));
}
await browser.close();
await sample.close();
process.stdout.write(`${LOOKS.length * taken.size} pictures of ${bytes} bytes in ${PICTURES}\n`);
process.stdout.write(`A sheet of each page in ${SHEETS}\n`);
