import type { MemoryRecord } from "@kioku/core";
import { expect, test } from "vitest";

import { changesOf, draftOf, rebased } from "../../../src/app/pages/record/draft.js";
import type { Sent } from "../../../src/wire/sent.js";

const record: Sent<MemoryRecord> = {
  id: "1",
  scope: [],
  kind: "note",
  content: "I live in Lisbon",
  metadata: {},
  form: "statement",
  origin: "user",
  trust: 1,
  sources: [],
  importance: 0.5,
  pinned: false,
  strength: { stabilityDays: 8, uses: 0 },
  validFrom: "2026-01-01T10:20:30.000Z",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  version: 1,
};

test("a draft changes only what was touched", () => {
  const draft = draftOf(record);
  expect(changesOf(record, draft)).toEqual({});
  expect(changesOf(record, { ...draft, content: " ", validFrom: "" })).toEqual({});
  const validTo = "2026-03-01T12:00";
  expect(changesOf(record, { ...draft, kind: "place", importance: 0.9, validTo })).toEqual({
    kind: "place",
    importance: 0.9,
    validTo: new Date(validTo).toISOString(),
  });
});

test("a draft on a newer version keeps what others have changed", () => {
  const draft = { ...draftOf(record), content: "I live in Porto" };
  const newer = { ...record, version: 2, importance: 0.9, content: "I live in Lisboa" };
  expect(changesOf(newer, rebased(draft, record, newer))).toEqual({ content: "I live in Porto" });
});
