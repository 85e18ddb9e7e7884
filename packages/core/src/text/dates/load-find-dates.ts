import type { findDates } from "./find-dates.js";

let loading: Promise<typeof findDates> | undefined;

/**
 * What finds dates, with all its patterns; importing core does not wait for it. Each `import` anew
 * would take 15 µs.
 */
export function loadFindDates(): Promise<typeof findDates> {
  loading ??= import("./find-dates.js").then((loaded) => loaded.findDates);
  return loading;
}
