import { barriers } from "@kioku/servers/barriers";
import { hasChromium } from "@kioku/servers/chromium";
import { beforeAll, describe, expect, test } from "vitest";

import { bySize } from "../support/by-size.js";
import { sampleMemory, type SampleStudio } from "../support/sample-studio.js";
import {
  type Look,
  PAGES,
  show,
  type StudioBrowser,
  studioBrowser,
} from "./support/studio-browser.js";

const LOOKS: readonly Required<Look>[] = [
  { width: 1440, theme: "light", language: "en" },
  { width: 390, theme: "dark", language: "zh" },
  { width: 1440, theme: "dark", language: "en" },
  { width: 390, theme: "light", language: "zh" },
];

describe.skipIf(!hasChromium)("pages in a browser", () => {
  let sample: SampleStudio;
  let tab: StudioBrowser;
  let pages: readonly string[];
  beforeAll(async () => {
    sample = await sampleMemory();
    const { memory, mind, images, clock } = sample;
    tab = await studioBrowser({ memory, mind, images, clock, write: true });
    const { items } = await memory.list({ limit: 1, order: "desc" });
    pages = [...PAGES, `record/${items[0]?.id}`, "recall?q=bakery", "nothing"];
    return async () => {
      await tab[Symbol.asyncDispose]();
      await sample.close();
    };
  });

  test.each(LOOKS)("of $width px, $theme, have no serious barrier", async (look) => {
    const page = await tab.open(look);
    const found: string[] = [];
    // Without all of them, each look has its share of the pages.
    const place = LOOKS.indexOf(look);
    for (const [index, name] of pages.entries()) {
      if (bySize(0, 1) === 1 && index % LOOKS.length !== place) continue;
      await show(page, `#/${name}`);
      found.push(...(await barriers(page)).map((one) => `${name}: ${one}`));
    }
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open]");
    found.push(...(await barriers(page)).map((one) => `help: ${one}`));
    expect(found).toEqual([]);
    expect(tab.problems).toEqual([]);
    await page.close();
  });
});
