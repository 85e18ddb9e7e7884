import { hasChromium } from "@kioku/servers/chromium";
import { beforeAll, describe, expect, test } from "vitest";

import { sampleMemory, type SampleStudio } from "../support/sample-studio.js";
import { allWords } from "./support/all-words.js";
import { PAGES, show, type StudioBrowser, studioBrowser } from "./support/studio-browser.js";

/** Words that are the same in all languages. */
const NAMES =
  /: (?:Kioku|Kioku Studio|FSRS|Generative Agents|MemoryBank|ACT-R|AutoSnippet|DigitalLife)$/u;

/** Elements that reach beyond the window, unless they are in one that scrolls by itself. */
const TOO_WIDE = `(() => {
  const scrolls = (one) => one !== null
    && (/auto|scroll|hidden|clip/u.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  const wide = [...document.querySelectorAll("body *")].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    return one.checkVisibility({ contentVisibilityAuto: true }) && width > 1 && (right > innerWidth + 1 || left < -1) && !scrolls(one.parentElement);
  });
  const all = wide.map((one) => one.localName + "." + one.className + " " + one.textContent.slice(0, 40));
  if (document.documentElement.scrollWidth > innerWidth) all.push("the page");
  return all.slice(0, 3);
})()`;

/** Texts that are read or seen, each by itself; not those of memories. */
const TEXTS = `(() => {
  const all = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement: parent, data } = walk.currentNode;
    if (parent.closest("script, style, .memory-text, code, pre, kbd") === null) all.push(data.trim());
  }
  for (const one of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
    for (const name of ["aria-label", "placeholder", "title", "alt"]) all.push(one.getAttribute(name) ?? "");
  }
  return [...new Set(all)].filter((one) => one !== "");
})()`;

test("all words are there in Chinese", async () => {
  for (const { file, en, zh } of await allWords()) {
    expect(Object.keys(zh).toSorted()).toEqual(Object.keys(en).toSorted());
    const same = Object.entries(zh).filter(
      ([, value]) =>
        typeof value === "string" && /[a-z]{3}/iu.test(value) && !/\p{Script=Han}/u.test(value),
    );
    expect(
      same
        .map(([name, value]) => `${file} ${name}: ${String(value)}`)
        .filter((one) => !NAMES.test(one)),
    ).toEqual([]);
  }
});

describe.skipIf(!hasChromium)("the layout in a browser", () => {
  let sample: SampleStudio;
  let tab: StudioBrowser;
  let pages: readonly string[];
  beforeAll(async () => {
    sample = await sampleMemory();
    const { memory, mind, images, clock } = sample;
    tab = await studioBrowser({ memory, mind, images, clock, write: true });
    const { items } = await memory.list({ limit: 1, order: "desc" });
    pages = [...PAGES, `record/${items[0]?.id}`, "nothing"];
    return async () => {
      await tab[Symbol.asyncDispose]();
      await sample.close();
    };
  });

  test("loads its files and the words of one language, and asks for nothing else but its verbs", async () => {
    const page = await tab.open();
    const asked = new Set<string>();
    page.on("request", (request) => {
      // The browser draws some of its own controls, and images come from a verb.
      if (!/^(?:data|blob):/u.test(request.url())) asked.add(new URL(request.url()).pathname);
    });
    await page.reload();
    for (const name of pages) await show(page, `#/${name}`);
    const files = [...asked].filter((path) => !path.startsWith("/api/"));
    expect(files.toSorted()).toEqual(["/", "/en.json", "/icon.svg", "/studio.css", "/studio.js"]);
    expect(tab.problems).toEqual([]);
    await page.close();
  });

  test.each([390, 1440])("never scrolls sideways at %i px", async (width) => {
    const page = await tab.open({ width });
    const wide: string[] = [];
    for (const name of pages) {
      await show(page, `#/${name}`);
      const found = (await page.evaluate(TOO_WIDE)) as readonly string[];
      wide.push(...found.map((one) => `${name}: ${one}`));
    }
    expect(wide).toEqual([]);
    expect(tab.problems).toEqual([]);
    await page.close();
  });

  test("shows no word of the other language, and no name of a word", async () => {
    const page = await tab.open({ language: "zh" });
    const words = await allWords();
    const chinese = new Set(words.flatMap(({ zh }) => Object.values(zh)));
    const foreign = new Set<unknown>(
      words.flatMap(({ en }) =>
        Object.entries(en).flatMap(([name, value]) =>
          /[A-Z]/u.test(name) ? [name, value] : [value],
        ),
      ),
    );
    const found: string[] = [];
    for (const name of pages) {
      await show(page, `#/${name}`);
      const texts = (await page.evaluate(TEXTS)) as readonly string[];
      const wrong = texts.filter((one) => foreign.has(one) && !chinese.has(one));
      const broken = texts.filter((one) => /undefined|\bNaN\b|\[object|Invalid Date/u.test(one));
      found.push(...[...wrong, ...broken].map((one) => `${name}: ${one}`));
    }
    expect(found).toEqual([]);
    await page.close();
  });
});
