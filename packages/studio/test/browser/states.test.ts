/** @module-tag long */
import { createMemory } from "@kioku/core";
import { hasChromium } from "@kioku/servers/chromium";
import { sqliteStore } from "@kioku/store-sqlite";
import type { HTTPRequest, Page } from "puppeteer-core";
import { beforeAll, describe, expect, test } from "vitest";

import { sampleMemory, type SampleStudio } from "../support/sample-studio.js";
import {
  PAGES,
  settled,
  show,
  type StudioBrowser,
  studioBrowser,
} from "./support/studio-browser.js";

const HAS = (selector: string): string => `document.querySelector("${selector}") !== null`;
/** Pages, with what they ask for at once. */
const ASKING = PAGES.map((name) => (name === "recall" ? "recall?q=bakery" : name));
const FAILURE = JSON.stringify({ error: { code: "store-failed", message: "the store failed" } });

/** Has requests to verbs answered otherwise, until the returned function is called. */
async function instead(page: Page, answer: (request: HTTPRequest) => void): Promise<() => void> {
  const held = { isOn: true };
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (held.isOn && request.url().includes("/api/")) answer(request);
    else void request.continue();
  });
  return () => {
    held.isOn = false;
  };
}

describe.skipIf(!hasChromium)("states in a browser", () => {
  let sample: SampleStudio;
  let tab: StudioBrowser;
  let id: string;
  beforeAll(async () => {
    sample = await sampleMemory();
    const { memory, mind, images, clock } = sample;
    tab = await studioBrowser({ memory, mind, images, clock });
    const { items } = await memory.list({ limit: 1 });
    id = items[0]?.id ?? "";
    return async () => {
      await tab[Symbol.asyncDispose]();
      await sample.close();
    };
  });

  test.each(["fails", "is not reached"])(
    "say so where the server %s, and ask again",
    async (how) => {
      const page = await tab.open();
      const silent: string[] = [];
      const recover: string[] = [];
      for (const name of [...ASKING, `record/${id}`]) {
        let asked = 0;
        const end = await instead(page, (request) => {
          asked += 1;
          void (how === "fails"
            ? request.respond({ status: 500, contentType: "application/json", body: FAILURE })
            : request.abort());
        });
        await show(page, "#/nothing");
        await show(page, `#/${name}`);
        if (asked > 0 && !(await page.evaluate(HAS("[role=alert]")))) silent.push(name);
        end();
        // A part that asks once it is there has an answer of its own.
        for (let time = 0; time < 2; time += 1) {
          await page.evaluate(
            `document.querySelectorAll("[role=alert] button").forEach((one) => one.click())`,
          );
          await settled(page);
        }
        if (await page.evaluate(HAS("[role=alert]"))) recover.push(name);
        page.removeAllListeners("request");
        await page.setRequestInterception(false);
      }
      expect(silent).toEqual([]);
      expect(recover).toEqual([]);
      // The browser itself tells of answers that fail.
      expect(tab.problems.splice(0).filter((one) => !one.startsWith("Failed to load"))).toEqual([]);
      await page.close();
    },
  );

  test("show that something is on its way", async () => {
    tab.problems.length = 0;
    const page = await tab.open();
    const silent: string[] = [];
    for (const name of ASKING) {
      const waiting: HTTPRequest[] = [];
      const end = await instead(page, (request) => waiting.push(request));
      await page.evaluate(`location.hash = "#/${name}"`);
      await page.waitForFunction(HAS("main h1"));
      const isSaid = await page.evaluate(HAS("[role=status], [aria-busy=true]"));
      if (waiting.length > 0 && isSaid !== true) silent.push(name);
      end();
      await Promise.all(waiting.map((request) => request.continue()));
      await settled(page);
      page.removeAllListeners("request");
      await page.setRequestInterception(false);
    }
    expect(silent).toEqual([]);
    expect(tab.problems).toEqual([]);
    await page.close();
  });

  test("of an empty memory say how there will be something", async () => {
    await using memory = createMemory({ store: sqliteStore({ path: ":memory:" }) });
    await using empty = await studioBrowser({ memory });
    const page = await empty.open({ width: 390, theme: "dark" });
    const silent: string[] = [];
    for (const name of [...PAGES, "record/unknown"]) {
      await show(page, `#/${name}`);
      const text = String(await page.evaluate(`document.querySelector("main").innerText`));
      if (text.split("\n").length < 3) silent.push(`${name}: ${text}`);
    }
    expect(silent).toEqual([]);
    expect(empty.problems.filter((one) => !one.startsWith("Failed to load"))).toEqual([]);
  });
});
