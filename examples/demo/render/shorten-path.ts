import { isAbsolute, relative } from "node:path";

import { oneLine } from "./terminal.ts";

/** A path as seen from a directory, where that is shorter. */
export function shortenPath(path: string, from: string): string {
  if (!isAbsolute(path)) return oneLine(path);
  const seen = relative(from, path);
  return oneLine(seen !== "" && seen.length < path.length ? seen : path);
}
