import axe from "axe-core";
import type { Page } from "puppeteer-core";

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly target: readonly string[] }[];
}

/** Returns what of a page is hard to use for some people, without what is minor or moderate. */
export async function barriers(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(`"axe" in globalThis`))) await page.evaluate(axe.source);
  const found = (await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)`,
  )) as readonly Violation[];
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 120)}`),
    );
}
