import { hasChromium } from "@kioku/servers/chromium";
import type { Page } from "puppeteer-core";
import { beforeAll, describe, expect, test } from "vitest";

import { sampleMemory } from "../support/sample-studio.js";
import { settled, show, type StudioBrowser, studioBrowser } from "./support/studio-browser.js";
import { tabTo } from "./support/tab-stops.js";

describe.skipIf(!hasChromium)("the recall lab by keyboard, in a browser", () => {
  let tab: StudioBrowser;
  let page: Page;
  beforeAll(async () => {
    const sample = await sampleMemory();
    const { memory, mind, clock } = sample;
    tab = await studioBrowser({ memory, mind, clock });
    page = await tab.open();
    await show(page, "#/recall");
    return async () => {
      await tab[Symbol.asyncDispose]();
      await sample.close();
    };
  });

  async function until(expression: string): Promise<void> {
    await page.waitForFunction(expression);
    await settled(page);
  }

  test("asks once for what is typed, and shows the steps to each score", async () => {
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/recallLab")) asked += 1;
    });
    await page.keyboard.press("/");
    await page.keyboard.type("the oven at Christmas");
    await until("document.querySelectorAll('[data-key] .waterfall').length > 1");
    // A busy machine may type more slowly than the page waits.
    expect(asked).toBeLessThan(5);
    await tabTo(page, /^Steps to the score/u);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const said = "document.activeElement.parentElement.querySelector('.said').textContent";
    await until(`/in the same words adds 0\\.\\d\\d: it has \\d+%/u.test(${said})`);
  });

  test("compares two settings, which the address keeps", async () => {
    await tabTo(page, /^Compare two settings$/u);
    await page.keyboard.press("Space");
    await until("document.querySelectorAll('[data-side=b] [data-key]').length > 1");
    await tabTo(page, /^Scoring/u);
    await tabTo(page, /^Scoring/u);
    await page.keyboard.type("MemoryBank");
    await until("location.hash.includes('scoring2=memory-bank')");
    await until("document.querySelector('.change.up, .change.down') !== null");
    await tabTo(page, /^Mood/u);
    await page.keyboard.press("ArrowRight");
    await until("location.hash.includes('mood2=')");
    const before = await page.evaluate("document.querySelector('.lab').innerText");
    await page.reload();
    await until("document.querySelectorAll('[data-side=b] [data-key]').length > 1");
    expect(await page.evaluate("document.querySelector('.lab').innerText")).toBe(before);
    expect(tab.problems).toEqual([]);
  });
});
