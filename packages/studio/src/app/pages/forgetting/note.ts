import type { MemoryRecord } from "@kioku/core";

import { afterLastUse } from "./past.js";

/** Record of a memory that has just been written, for scorings that want all of it. */
export const NOTE: MemoryRecord = {
  id: "note",
  scope: [],
  kind: "note",
  content: "",
  metadata: {},
  form: "statement",
  origin: "user",
  trust: 1,
  sources: [],
  importance: 0.5,
  pinned: false,
  strength: { stabilityDays: 8, uses: 0 },
  createdAt: afterLastUse(0),
  updatedAt: afterLastUse(0),
  version: 1,
};
