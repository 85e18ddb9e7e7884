import type { Page } from "puppeteer-core";

/** The texts of what a selector finds, in the order of the page. */
export async function textsOf(page: Page, selector: string): Promise<readonly string[]> {
  const found = `document.querySelectorAll(${JSON.stringify(selector)})`;
  return (await page.evaluate(`Array.from(${found}, (item) => item.textContent)`)) as string[];
}
