/** @module-tag long */
import { hasChromium } from "@kioku/servers/chromium";
import type { Page } from "puppeteer-core";
import { beforeAll, describe, expect, test } from "vitest";

import { sampleMemory, type SampleStudio } from "../support/sample-studio.js";
import { settled, show, type StudioBrowser, studioBrowser } from "./support/studio-browser.js";
import { focus, tabStops, tabTo } from "./support/tab-stops.js";

const LETTERS = [
  ["m", "memories"],
  ["r", "recall"],
  ["l", "feed"],
  ["f", "forgetting"],
  ["e", "feeling"],
  ["t", "tiers"],
  ["p", "mind"],
  ["d", "diary"],
  ["i", "images"],
  ["s", "statistics"],
] as const;

describe.skipIf(!hasChromium)("the keyboard alone, in a browser", () => {
  let sample: SampleStudio;
  let tab: StudioBrowser;
  let page: Page;
  beforeAll(async () => {
    sample = await sampleMemory();
    const { memory, mind, images, clock } = sample;
    tab = await studioBrowser({ memory, mind, images, clock, write: true });
    page = await tab.open();
    return async () => {
      await tab[Symbol.asyncDispose]();
      await sample.close();
    };
  });

  async function press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key as "Tab");
    await settled(page);
  }

  test("goes to each page, and reaches all of it, with the focus seen", async () => {
    const missed: string[] = [];
    for (const [letter, name] of LETTERS) {
      await press("g", letter);
      expect(await page.evaluate("location.hash")).toBe(`#/${name}`);
      const stops = await tabStops(page);
      const unseen = stops.filter(({ isMarked, isSeen }) => !isMarked || !isSeen);
      missed.push(...unseen.map((one) => `${name}: ${one.role} ${one.name} is not seen`));
      missed.push(
        ...stops.filter((one) => one.name === "").map(({ role }) => `${name}: ${role} has no name`),
      );
    }
    expect(missed).toEqual([]);
  });

  test("skips to the content, opens the help and returns from it", async () => {
    await show(page, "#/memories");
    await page.evaluate("document.activeElement?.blur()");
    const skip = await tabTo(page, /^Skip/u);
    expect(skip.isSeen && skip.isMarked).toBe(true);
    await press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("content");
    await tabTo(page, /^Keyboard shortcuts$/u);
    await press("Enter");
    expect(await page.evaluate("document.querySelector('dialog[open]') !== null")).toBe(true);
    await press("Escape");
    expect(await page.evaluate("document.querySelector('dialog')")).toBeNull();
    expect((await focus(page))?.name).toBe("Keyboard shortcuts");
  });

  test("chooses colours and language", async () => {
    await tabTo(page, /^(?:Auto|Light|Dark)$/u, "input");
    await press("ArrowRight");
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    await tabTo(page, /^English$/u);
    await press("ArrowRight");
    expect(await page.evaluate("document.documentElement.lang")).toBe("zh-CN");
    await press("ArrowLeft");
    expect(await page.evaluate("document.documentElement.lang")).toBe("en");
  });
});
