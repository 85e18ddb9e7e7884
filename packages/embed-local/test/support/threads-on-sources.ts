import { fileURLToPath } from "node:url";

/** Has threads that this process starts from now on run sources, as the test does. They take `NODE_OPTIONS` of their process and no flags. */
export function threadsOnSources(): void {
  const hook = fileURLToPath(new URL("use-sources.mjs", import.meta.url));
  process.env["NODE_OPTIONS"] = `${process.env["NODE_OPTIONS"] ?? ""} --import=${hook}`.trim();
}
