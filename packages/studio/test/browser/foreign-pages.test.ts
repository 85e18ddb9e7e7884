import { hasChromium } from "@kioku/servers/chromium";
import type { Page } from "puppeteer-core";
import { beforeAll, describe, expect, test } from "vitest";

import { exported } from "../support/exported.js";
import { sampleMemory, type SampleStudio } from "../support/sample-studio.js";
import { type ForeignSite, foreignSite } from "./support/foreign-site.js";
import { type StudioBrowser, studioBrowser } from "./support/studio-browser.js";

/** Answers as a page of another origin sees them. */
interface Seen {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

describe.skipIf(!hasChromium)("pages of others in a browser", () => {
  let sample: SampleStudio;
  let tab: StudioBrowser;
  let site: ForeignSite;
  /** Status and headers of all answers of the studio. */
  const answers: { status: number; path: string; headers: Record<string, string> }[] = [];

  beforeAll(async () => {
    sample = await sampleMemory();
    const { memory, mind, images, clock } = sample;
    tab = await studioBrowser({ memory, mind, images, clock, write: true });
    site = await foreignSite();
    return async () => {
      await tab[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
      await sample.close();
    };
  });

  /** Opens a page that is not the studio's. */
  async function foreign(origin: string): Promise<Page> {
    const page = await tab.browser.newPage();
    answers.length = 0;
    page.on("response", (response) => {
      const { pathname, port } = new URL(response.url());
      if (`:${port}` !== tab.origin.slice(-port.length - 1)) return;
      answers.push({ status: response.status(), path: pathname, headers: response.headers() });
    });
    await page.goto(origin);
    return page;
  }

  test.each(["127.0.0.1", "localhost"])("of %s cannot read or change anything", async (host) => {
    const before = await exported(sample.memory);
    const page = await foreign(site.origin.replace("127.0.0.1", host));
    const seen = (await page.evaluate(`(async () => {
      const origin = ${JSON.stringify(tab.origin)};
      const authorization = "Bearer ${tab.token}";
      const json = { "content-type": "application/json" };
      const plain = { "content-type": "text/plain" };
      const body = JSON.stringify({ id: "x", confirm: true });
      const asks = {
        page: ["/", {}],
        credentials: ["/", { credentials: "include" }],
        script: ["/studio.js", { mode: "no-cors" }],
        opaque: ["/api/about", { method: "POST", mode: "no-cors", body }],
        plain: ["/api/about", { method: "POST", headers: plain, body }],
        token: ["/api/about", { method: "POST", headers: { ...json, authorization }, body }],
        included: ["/api/about", { method: "POST", headers: json, credentials: "include", body }],
        get: ["/api/about", { headers: { authorization } }],
        health: ["/health", {}],
      };
      const seen = [];
      for (const [name, [path, init]] of Object.entries(asks)) {
        try {
          const answer = await fetch(origin + path, init);
          seen.push({ name, type: answer.type, text: await answer.text() });
        } catch (error) {
          seen.push({ name, type: "refused", text: "" });
        }
      }
      return seen;
    })()`)) as readonly Seen[];
    expect(seen).toHaveLength(9);
    expect(seen.filter(({ text }) => text !== "")).toEqual([]);
    expect(seen.filter(({ type }) => type !== "refused" && type !== "opaque")).toEqual([]);
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
    expect(answers.filter(({ path, status }) => path.startsWith("/api/") && status < 400)).toEqual(
      [],
    );
    expect(await exported(sample.memory)).toBe(before);
    await page.close();
  });

  test("cannot send a form to it", async () => {
    const page = await foreign(site.origin);
    await page.evaluate(`{
      const form = document.createElement("form");
      form.method = "post";
      form.enctype = "text/plain";
      form.action = ${JSON.stringify(`${tab.origin}/api/about`)};
      form.innerHTML = '<input name="{&quot;x&quot;:&quot;" value="&quot;}">';
      document.body.append(form);
      form.submit();
    }`);
    await page.waitForNavigation().catch(() => undefined);
    await expect.poll(() => answers.map(({ status }) => status)).toEqual([403]);
    await page.close();
  });

  test("cannot hold it in a frame, or reach into its window", async () => {
    const page = await foreign(site.origin);
    const framed = await page.evaluate(`new Promise((resolve) => {
      const frame = document.createElement("iframe");
      frame.src = ${JSON.stringify(tab.studio.url)};
      frame.onload = () => {
        try {
          resolve(frame.contentDocument?.body.textContent ?? "nothing");
        } catch {
          resolve("nothing");
        }
      };
      document.body.append(frame);
    })`);
    expect(framed).toBe("nothing");
    const inside = page.frames().filter((frame) => frame.url().startsWith(tab.origin));
    expect(inside).toEqual([]);
    const opened = new Promise<Page | null>((resolve) => page.once("popup", resolve));
    await page.evaluate(`globalThis.other = open(${JSON.stringify(tab.studio.url)})`);
    const window = await opened;
    await window?.waitForSelector("main h1");
    // The policy of the opened page has taken it out of reach.
    await page.waitForFunction("globalThis.other.closed");
    expect(await window?.evaluate("window.opener")).toBeNull();
    await window?.close();
    await page.close();
  });

  test("under a name that was bound to this machine get nothing", async () => {
    const { port } = new URL(tab.origin);
    const page = await foreign(site.origin);
    const answer = await page.goto(`http://evil.example:${port}/#token=${tab.token}`);
    expect(answer?.status()).toBe(403);
    const text = String(await page.evaluate("document.body.textContent"));
    expect(text).toContain("host is not one of this server");
    const asked = await page.evaluate(`fetch("/api/about", {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", authorization: "Bearer ${tab.token}" },
    }).then((answer) => answer.status, () => "refused")`);
    expect([403, "refused"]).toContain(asked);
    await page.close();
  });
});
