import { fileURLToPath } from "node:url";

import { afterAll } from "vitest";

/**
 * Has threads that this process starts until the file ends run sources, as the test does. They take
 * `NODE_OPTIONS` of their process and no flags.
 */
export function threadsOnSources(): void {
  const hook = fileURLToPath(new URL("use-sources.mjs", import.meta.url));
  const ownOptions = process.env["NODE_OPTIONS"];
  process.env["NODE_OPTIONS"] = `${ownOptions ?? ""} --import=${hook}`.trim();
  afterAll(() => {
    if (ownOptions === undefined) delete process.env["NODE_OPTIONS"];
    else process.env["NODE_OPTIONS"] = ownOptions;
  });
}
