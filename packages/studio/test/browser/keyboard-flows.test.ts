import { hasChromium } from "@kioku/servers/chromium";
import type { Page } from "puppeteer-core";
import { beforeAll, describe, expect, test } from "vitest";

import { sampleMemory, type SampleStudio } from "../support/sample-studio.js";
import { settled, show, type StudioBrowser, studioBrowser } from "./support/studio-browser.js";
import { focus, tabTo } from "./support/tab-stops.js";

const DIALOG = `document.querySelector("dialog[open]") !== null`;

describe.skipIf(!hasChromium)("what people do, by the keyboard alone in a browser", () => {
  let sample: SampleStudio;
  let tab: StudioBrowser;
  let page: Page;
  let id: string;
  beforeAll(async () => {
    sample = await sampleMemory();
    const { memory, mind, images, clock } = sample;
    tab = await studioBrowser({ memory, mind, images, clock, write: true });
    page = await tab.open();
    const receipt = await memory.remember({ content: "The blue kettle whistles in C sharp" });
    id = receipt.status === "rejected" ? "" : receipt.record.id;
    return async () => {
      await tab[Symbol.asyncDispose]();
      await sample.close();
    };
  });

  async function press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key as "Tab");
    await settled(page);
  }

  async function hash(): Promise<string> {
    return String(await page.evaluate("decodeURIComponent(location.hash)"));
  }

  /** Opens a dialog by its button, does something in it, and confirms. */
  async function deed(
    button: RegExp,
    confirm: RegExp,
    inside?: () => Promise<void>,
  ): Promise<void> {
    await tabTo(page, button, "button");
    await press("Enter");
    expect(await page.evaluate(DIALOG)).toBe(true);
    await inside?.();
    await tabTo(page, confirm, "button");
    await press("Enter");
    await page.waitForFunction(`!(${DIALOG})`);
    await settled(page);
  }

  test("search, move in the list, open a memory, and go back", async () => {
    await press("g", "m", "/");
    expect((await focus(page))?.role).toBe("input");
    await page.keyboard.type("blue kettle");
    await press("Enter");
    await expect.poll(hash).toContain("kettle");
    await settled(page);
    await tabTo(page, /./u, "listbox");
    await press("ArrowDown", "Home", "Enter");
    await expect.poll(hash).toContain(`#/record/${id}`);
    await press("Escape");
    await expect.poll(hash).toContain("#/memories");
  });

  test("edit, pin, forget and erase a memory, each after its preview", async () => {
    await show(page, `#/record/${id}`);
    await deed(/^Edit$/u, /^Save/u, async () => {
      await tabTo(page, /./u, "textarea");
      await page.keyboard.type("! ");
    });
    expect((await sample.memory.read(id))?.content).toContain("! ");
    expect((await focus(page))?.name).toBe("Edit");
    await deed(/^Pin$/u, /^Pin/u);
    expect((await sample.memory.read(id))?.pinned).toBe(true);
    await deed(/^Forget$/u, /^Forget/u);
    expect(await sample.memory.read(id)).toBeUndefined();
    const other = await sample.memory.remember({ content: "The kettle is a secret" });
    const second = other.status === "rejected" ? "" : other.record.id;
    await show(page, `#/record/${second}`);
    await deed(/^Erase$/u, /^Erase/u, async () => {
      await tabTo(page, /^Type erase/u, "input");
      await page.keyboard.type("erase");
    });
    const kept = await sample.memory.history(second).catch(() => []);
    expect(JSON.stringify(kept)).not.toContain("kettle");
  });

  test("recall, compare two settings, and move the moment", async () => {
    await press("g", "r", "/");
    await page.keyboard.type("bakery");
    await expect.poll(hash).toContain("q=bakery");
    await settled(page);
    await tabTo(page, /^Compare/u, "input");
    await press("Space");
    await expect.poll(hash).toContain("compare=1");
    await settled(page);
    await tabTo(page, /^(?:As of|As it|On)/u, "input");
    await press("ArrowLeft");
    await expect.poll(hash).toMatch(/[?&]at2?=\d{4}-/u);
  });

  test("move a slider, play the simulator and begin again", async () => {
    await press("g", "f");
    await tabTo(page, /./u, "input");
    await press("g", "e");
    await tabTo(page, /^Play$/u, "button");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await focus(page))?.name).toBe("Pause");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await focus(page))?.name).toBe("Play");
    await tabTo(page, /^Next day$/u, "button");
    await press("Enter");
    await tabTo(page, /^Day$/u, "input");
    await press("Home");
    await expect.poll(async () => page.evaluate("location.hash")).not.toMatch(/day=[1-9]/u);
  });

  test("look ahead, run the mind, and take the run back", async () => {
    await press("g", "p");
    await show(page, "#/mind?view=next");
    await tabTo(page, /^Look ahead$/u, "button");
    await press("Enter");
    const before = await sample.mind.stats();
    await deed(/^Run it now/u, /^Run it now/u);
    await expect
      .poll(async () => (await sample.mind.stats()).waiting)
      .toBeLessThan(Math.max(before.waiting, 1));
    await show(page, "#/mind?view=runs");
    await tabTo(page, /turns? · /u, "button");
    await press("Enter");
    await deed(/^Take back/u, /^Take it back/u);
  });

  test("choose a scope in the tree, and the whole memory again", async () => {
    await sample.memory.scope("ann", "work").remember({ content: "The kettle of the office" });
    await show(page, "#/memories?scope=ann");
    await tabTo(page, /./u, "treeitem");
    await press("ArrowRight", "ArrowRight", "Enter");
    await expect.poll(hash).toContain("scope=ann/work");
    expect((await focus(page))?.name).toBe("work");
    await press("Home", "Enter");
    await expect.poll(hash).not.toContain("scope=");
  });

  test("open the sources of a sentence, and the turn that it is from", async () => {
    await show(page, "#/mind");
    await tabTo(page, /\.$/u, "a");
    await press("ArrowDown", "Enter");
    await expect.poll(hash).toContain("sentence=");
    await tabTo(page, /^Raw turn/u, "a");
    await press("Enter");
    await expect.poll(hash).toContain("#/record/");
  });

  test("open an image, look at the next one, and come back to it", async () => {
    await show(page, "#/images");
    await tabTo(page, /three boats/iu, "button");
    await press("Enter");
    expect(await page.evaluate(DIALOG)).toBe(true);
    const first = await hash();
    await tabTo(page, /^Later image/u, "button");
    await press("Enter");
    await expect.poll(hash).not.toBe(first);
    await press("Escape");
    expect(await page.evaluate(DIALOG)).toBe(false);
    expect((await focus(page))?.name).toMatch(/three boats/iu);
  });
});
