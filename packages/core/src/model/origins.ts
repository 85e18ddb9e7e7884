import type { Origin } from "./record.js";

/** Every origin there is. */
export const ORIGINS: readonly Origin[] = [
  "user",
  "assistant",
  "tool",
  "web",
  "system",
  "import",
  "derived",
];
