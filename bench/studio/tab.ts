import { startChromium } from "@kioku/servers/chromium";

type Browser = Awaited<ReturnType<typeof startChromium>>;
/** Tab of a browser. */
export type Tab = Awaited<ReturnType<Browser["newPage"]>>;

/** Pages of the studio, by the name in their address. */
export const PAGES = [
  "recall",
  "feed",
  "forgetting",
  "feeling",
  "tiers",
  "mind",
  "diary",
  "images",
  "statistics",
  "memories",
] as const;

/** Defines, in the page, what is waited for, and when the first memory was painted. */
const IN_PAGE = `
  globalThis.running = 0;
  const plain = globalThis.fetch;
  globalThis.fetch = async (...call) => {
    running += 1;
    try {
      const answer = await plain(...call);
      const { json } = answer;
      // An answer is here when it has been read; one that never ends counts by its beginning.
      answer.json = async () => {
        running += 1;
        try {
          return await json.call(answer);
        } finally {
          running -= 1;
        }
      };
      return answer;
    } finally {
      running -= 1;
    }
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const rows = () => document.querySelectorAll(".virtual-list [role=option] .memory-text").length;
  const painted = async () => {
    await frame();
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
  };
  globalThis.firstRow = (async () => {
    while (rows() === 0) await frame();
    await painted();
    return performance.now();
  })();
  globalThis.largest = 0;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) largest = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  globalThis.clickOn = async (name) => {
    const link = document.querySelector('nav a[href^="#/' + name + '"]');
    const startedAt = performance.now();
    link.click();
    const isThere = () => link.ariaCurrent === "page" && running === 0
      && document.querySelector("main h1") !== null
      && document.querySelector(".skeleton, .waiting") === null;
    do await frame();
    while (!isThere());
    await painted();
    return performance.now() - startedAt;
  };
`;

/** A browser on the studio. */
export interface StudioTabs extends AsyncDisposable {
  readonly chromium: string;
  /** Opens the studio in a tab that has nothing from before. */
  open(url: string): Promise<Tab>;
}

/** Starts a browser. */
export async function studioTabs(): Promise<StudioTabs> {
  const browser = await startChromium(["--disable-background-networking"]);
  return {
    chromium: await browser.version(),
    open: async (url) => {
      const context = await browser.createBrowserContext();
      const tab = await context.newPage();
      await tab.setViewport({ width: 1440, height: 900 });
      await tab.evaluateOnNewDocument(IN_PAGE);
      await tab.goto(url);
      await tab.evaluate("firstRow");
      return tab;
    },
    [Symbol.asyncDispose]: async () => browser.close(),
  };
}
