import type { Page } from "puppeteer-core";

/** Element that has the focus. */
export interface Focus {
  /** Its name for those who hear the page. */
  readonly name: string;
  /** Element, or role where it has one. */
  readonly role: string;
  /** True if it is seen which one it is. */
  readonly isMarked: boolean;
  /** True if it lies within the window. */
  readonly isSeen: boolean;
  /** True if it was there before: the round is over. */
  readonly isAgain: boolean;
}

/** Expression that returns the element with the focus. */
const FOCUS = `(() => {
  const one = document.activeElement;
  if (one === null || one === document.body) return undefined;
  // A date has several stops in one element.
  const isAgain = one.tabStop === watched.round && one !== watched.stop;
  one.tabStop = watched.round;
  watched.stop = one;
  const drawn = (style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0
    || style.boxShadow !== "none";
  // The label of a hidden input is marked in its place.
  const isMarked = [one, one.closest("label"), one.nextElementSibling]
    .some((each) => each !== null && drawn(getComputedStyle(each)));
  const box = (one.closest("label") ?? one).getBoundingClientRect();
  const name = one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent ?? "";
  return {
    name: name.trim().replaceAll(/\\s+/gu, " ").slice(0, 80),
    role: one.getAttribute("role") ?? one.localName,
    // The parts of a date are marked by the browser.
    isMarked: /^(date|datetime-local)$/u.test(one.type) || isMarked && one.matches(":focus-visible"),
    isSeen: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
    isAgain,
  };
})()`;

/** Returns the element with the focus; `undefined` if it is the page as a whole. */
export async function focus(page: Page): Promise<Focus | undefined> {
  return (await page.evaluate(FOCUS)) as Focus | undefined;
}

/** Goes once round the page by the tab key, and returns where it stopped. */
export async function tabStops(page: Page): Promise<readonly Focus[]> {
  await page.evaluate("watched.round = {}; document.activeElement?.blur()");
  const stops: Focus[] = [];
  for (let stop = await next(page); stop !== undefined && !stop.isAgain; stop = await next(page)) {
    stops.push(stop);
    if (stops.length > 500) throw new Error("the round has no end");
  }
  return stops;
}

/** Presses the tab key until the focus is on what is wanted. @throws if there is none */
export async function tabTo(page: Page, wanted: RegExp, role?: string): Promise<Focus> {
  await page.evaluate("watched.round = {}");
  for (let seen = 0, rests = 0; seen < 500 && rests < 3; seen += 1) {
    const stop = await next(page);
    // Past the last one the focus leaves the page, and comes back at its beginning.
    if (stop === undefined || stop.isAgain) rests += 1;
    else if (wanted.test(stop.name) && (role === undefined || stop.role === role)) return stop;
  }
  throw new Error(`nothing that the tab key reaches is called ${wanted}`);
}

async function next(page: Page): Promise<Focus | undefined> {
  await page.keyboard.press("Tab");
  return focus(page);
}
