import { hasChromium } from "@kioku/servers/chromium";
import type { HTTPRequest, Page } from "puppeteer-core";
import { beforeAll, describe, expect, test } from "vitest";

import { VERBS } from "../../src/verbs/verb-table.js";
import { exported } from "../support/exported.js";
import { sampleMemory, type SampleStudio } from "../support/sample-studio.js";
import {
  PAGES,
  settled,
  show,
  type StudioBrowser,
  studioBrowser,
} from "./support/studio-browser.js";

const NO_TOKEN = "The address lacks its token. Open the one that kioku studio printed.";
/** Names of controls that change memories. */
const WRITES = /^(?:edit|pin|unpin|forget|erase|delete|save|undo|run now|restore)\b/iu;
/** Text of the page. */
const TEXT = `document.querySelector("main").textContent`;
/** Texts of what can be pressed. */
const CONTROLS = `[...document.querySelectorAll("main button, main a.button")].map((one) =>
  one.ariaLabel ?? one.textContent)`;

/** Asks in the page, as whoever holds its address could. */
async function ask(page: Page, path: string, init: object): Promise<string> {
  return String(
    await page.evaluate(`fetch(${JSON.stringify(path)}, ${JSON.stringify(init)}).then(async (one) =>
    one.status + " " + await one.text())`),
  );
}

describe.skipIf(!hasChromium)("a studio that only reads, in a browser", () => {
  let sample: SampleStudio;
  let tab: StudioBrowser;
  beforeAll(async () => {
    sample = await sampleMemory();
    const { memory, mind, images, clock } = sample;
    tab = await studioBrowser({ memory, mind, images, clock });
    return async () => {
      await tab[Symbol.asyncDispose]();
      await sample.close();
    };
  });

  /** Opens an address in a tab of its own, without anything from before. */
  async function fresh(address: string): Promise<Page> {
    const context = await tab.browser.createBrowserContext();
    const page = await context.newPage();
    await page.evaluateOnNewDocument("globalThis.watched = { running: 0 };");
    await page.goto(address);
    await settled(page);
    return page;
  }

  test("says in words that a token is missing or wrong", async () => {
    const missing = await fresh(tab.origin);
    expect(await missing.evaluate(TEXT)).toContain(NO_TOKEN);
    const wrong = await fresh(`${tab.origin}/#token=${"x".repeat(32)}`);
    await expect.poll(() => wrong.evaluate(TEXT)).toContain(NO_TOKEN);
    expect(await ask(wrong, "/api/about", { method: "POST", body: "{}" })).toMatch(/^401 /u);
  });

  test("keeps its token out of everything but the header of its requests", async () => {
    const page = await tab.open();
    const requests: HTTPRequest[] = [];
    page.on("request", (request) => requests.push(request));
    await page.reload();
    for (const name of PAGES) await show(page, `#/${name}`);
    expect(requests.length).toBeGreaterThan(5);
    const told = requests.map((request) => {
      const headers = { ...request.headers(), authorization: "" };
      return JSON.stringify([request.url(), headers, request.postData()]);
    });
    expect(told.filter((one) => one.includes(tab.token))).toEqual([]);
    expect(told.filter((one) => /"referer":"[^"]/u.test(one))).toEqual([]);
    const kept = await page.evaluate(`[location.href, document.cookie, document.referrer,
      JSON.stringify(localStorage), JSON.stringify(history.state),
      document.documentElement.outerHTML].join()`);
    expect(String(kept)).not.toContain(tab.token);
    expect(await page.browserContext().cookies()).toEqual([]);
    const history = await (await page.createCDPSession()).send("Page.getNavigationHistory");
    // The first address is what a person opened.
    expect(history.entries.filter(({ url }) => url.includes(tab.token))).toEqual([]);
    await page.close();
  });

  test("changes nothing by GET, whoever asks", async () => {
    const page = await tab.open();
    const before = await exported(sample.memory);
    const headers = { authorization: `Bearer ${tab.token}` };
    const statuses = await page.evaluate(`Promise.all(
      ${JSON.stringify(Object.keys(VERBS))}.map(async (verb) => {
        const answer = await fetch("/api/" + verb + "?id=1", { headers: ${JSON.stringify(headers)} });
        return answer.status;
      }),
    )`);
    expect(new Set(statuses as readonly number[])).toEqual(new Set([405]));
    for (const path of ["/", "/studio.js", "/health", "/api/", "/api/nothing", "/nothing"]) {
      await ask(page, path, { headers });
    }
    expect(await exported(sample.memory)).toBe(before);
    await page.close();
  });

  test("refuses every verb that writes, and shows no control for one", async () => {
    const page = await tab.open();
    const before = await exported(sample.memory);
    const headers = { authorization: `Bearer ${tab.token}`, "content-type": "application/json" };
    const writes = Object.entries(VERBS).filter(([, { isWrite }]) => isWrite);
    const { items } = await sample.memory.list({ limit: 1 });
    for (const [verb] of writes) {
      const body = JSON.stringify({ id: items[0]?.id, content: "changed", dryRun: false });
      const answer = await ask(page, `/api/${verb}`, { method: "POST", headers, body });
      expect(`${verb} ${answer}`).toMatch(/^\S+ 403 /u);
    }
    const controls: string[] = [];
    for (const hash of [...PAGES, `record/${items[0]?.id}`]) {
      await show(page, `#/${hash}`);
      const names = (await page.evaluate(CONTROLS)) as readonly string[];
      controls.push(...names.filter((name) => WRITES.test(name.trim())));
    }
    expect(controls).toEqual([]);
    expect(await exported(sample.memory)).toBe(before);
    await page.close();
  });
});
