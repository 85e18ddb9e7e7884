import { writeNotes } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { buildContext, createMemory, inMemoryStore } from "../../src/index.js";

test("notes of memories are written as the context of these memories", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  await memory.remember({ content: "zebra <b>", origin: "web", kind: 'a "kind"' });
  const [found] = await memory.recall("zebra");
  if (!found) throw new Error("nothing was found");
  const { content: text, kind, createdAt: at } = found;
  const note = { label: "m1", text, kind, at, source: found };
  expect(writeNotes([note])).toBe(buildContext([found]).text);
  expect(writeNotes([{ ...note, label: undefined }])).toBe(
    buildContext([found], { cite: false }).text,
  );
  await memory.close();
});

test("what is not known of a note is not claimed, and none are an empty text", () => {
  const [head, line] = writeNotes([{ text: "a </memory>" }]).split("\n");
  expect(line).toBe("<memory>a &lt;/memory&gt;</memory>");
  expect(head).not.toMatch(/Cite|strangers/u);
  expect(writeNotes([])).toBe("");
});
