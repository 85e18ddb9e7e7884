import { hasChromium } from "@kioku/servers/chromium";
import { beforeAll, describe, expect, test } from "vitest";

import { bySize } from "../support/by-size.js";
import { type PayloadMemory, payloadMemory } from "./support/payload-memory.js";
import { PAYLOADS } from "./support/stored-payloads.js";
import { PAGES, show, type StudioBrowser, studioBrowser } from "./support/studio-browser.js";
import { TRACES } from "./support/traces.js";
import { refusals } from "./support/watch-page.js";

/** Requests that the page may make: its verbs, files, and controls that the browser draws. */
const OWN = /^data:$|^http:\/\/127\.0\.0\.1:\d+\/(?:api\/[a-z]+|icon\.svg|en\.json)$/iu;

describe.skipIf(!hasChromium)("stored payloads in a browser", () => {
  let stored: PayloadMemory;
  let tab: StudioBrowser;
  beforeAll(async () => {
    stored = await payloadMemory();
    tab = await studioBrowser({ memory: stored.memory, mind: stored.mind, write: true });
    return async () => {
      await tab[Symbol.asyncDispose]();
      await stored[Symbol.asyncDispose]();
    };
  });

  test("are twenty, and would leave traces in a page that takes text for markup", async () => {
    expect(new Set(PAYLOADS).size).toBe(20);
    const page = await tab.browser.newPage();
    const inert: string[] = [];
    for (const payload of PAYLOADS) {
      await page.setContent(`<p title="${payload}">${payload}</p>`);
      if (((await page.evaluate(TRACES)) as readonly string[]).length === 0) inert.push(payload);
    }
    // Texts that are dangerous in an address, a template or an order of letters have these.
    expect(inert.filter((one) => one.includes("<") && !one.startsWith("["))).toEqual([]);
    await page.close();
  });

  test("are text and nothing else on every page", async () => {
    const page = await tab.open();
    const asked = new Set<string>();
    page.on("request", (request) => asked.add(request.url().replace(/^data:.*/u, "data:")));
    const some = PAYLOADS.slice(0, bySize(20, 3)).map(encodeURIComponent);
    const hashes = [
      ...PAGES.map((name) => `#/${name}`),
      ...stored.ids.slice(0, bySize(20, 6)).map((id) => `#/record/${encodeURIComponent(id)}`),
      ...stored.images.slice(0, bySize(20, 3)).map((id) => `#/images?image=${id}`),
      ...some.map((one) => `#/recall?q=${one}`),
      ...some.map((one) => `#/memories?scope=${encodeURIComponent(one)}`),
      ...some.map((one) => `#/record/${one}?scope=${encodeURIComponent(one)}`),
      ...some.map((one) => `#/${one}?${one}=${one}`),
    ];
    const found: string[] = [];
    for (const hash of hashes) {
      await show(page, hash);
      const traces = (await page.evaluate(TRACES)) as readonly string[];
      found.push(...traces.map((one) => `${hash}: ${one}`));
    }
    expect(found).toEqual([]);
    expect([...asked].filter((url) => !OWN.test(url))).toEqual([]);
    expect(await refusals(page)).toEqual([]);
    // The browser tells of records that do not exist, and of addresses that make no sense.
    const others = tab.problems.filter((one) => !/40[04] \([\w ]+\)$/u.test(one));
    expect(others).toEqual([]);
    await page.close();
  });
});
