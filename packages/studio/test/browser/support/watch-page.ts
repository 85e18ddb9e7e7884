import type { Page } from "puppeteer-core";

/** Counts running requests, and keeps what the policy of the page refused. */
const IN_PAGE = `
  globalThis.watched = { running: 0, refused: [] };
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    watched.refused.push(effectiveDirective + " " + blockedURI));
  const plain = globalThis.fetch;
  globalThis.fetch = async (...call) => {
    watched.running += 1;
    try {
      return await plain(...call);
    } finally {
      watched.running -= 1;
    }
  };
`;

/** Reports whatever goes wrong in a tab: errors, dialogs, and requests to other hosts. */
export async function watchPage(
  page: Page,
  origin: string,
  report: (problem: string) => void,
): Promise<void> {
  page.on("pageerror", (error) => report(`error ${String(error)}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warn") report(message.text());
  });
  page.on("dialog", (dialog) => {
    report(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(?:data|blob):/u.test(url)) {
      report(`asks another host: ${url}`);
    }
  });
  await page.evaluateOnNewDocument(IN_PAGE);
}

/** Returns what the policy of the page has refused since it was loaded. */
export async function refusals(page: Page): Promise<readonly string[]> {
  return (await page.evaluate("watched.refused")) as readonly string[];
}
