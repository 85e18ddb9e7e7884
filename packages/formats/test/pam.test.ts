import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { JsonObject, MemoryRoot, Receipt } from "@kioku/core";
import { canonicalJson, compareText } from "@kioku/core/toolkit";
import { rejection, testMemory } from "@kioku/testing/support";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

import { importMemories, pamMemories, toPam } from "../src/index.js";
import type { PamExport } from "../src/index.js";
import { pamContentHash } from "../src/pam-hash.js";

/**
 * A folder with the published schemas, `portable-ai-memory.schema.json` and its two companions,
 * which are not part of this repository. They are at
 * https://github.com/portable-ai-memory/portable-ai-memory (Apache License 2.0).
 */
const SCHEMAS = process.env["KIOKU_PAM_SCHEMAS"] ?? "";
const NO_EMBEDDINGS = {
  schema: "portable-ai-memory-embeddings",
  schema_version: "1.0",
  embeddings: [],
};
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/u;

function idOf(receipt: Receipt): string {
  if (receipt.status === "rejected") throw new Error("rejected");
  return receipt.record.id;
}

/** Facts of all sorts in two scopes, one that was superseded, one derived, and a conversation. */
async function filled(): Promise<MemoryRoot> {
  const { memory, clock } = testMemory();
  const fact = idOf(
    await memory.remember({
      content: "  Lives in\n BERGEN e\u0301",
      kind: "fact",
      metadata: { language: "not a language tag", tags: ["A b"] },
      trust: 0.75,
      validFrom: new Date("-000400-01-01T00:00:00Z"),
    }),
  );
  await memory.remember({ content: "A summary", sources: [fact, "unknown"], origin: "derived" });
  clock.now = new Date("2026-03-02T00:00:00Z");
  await memory.remember({ content: "Lives in Oslo", kind: "fact", supersedes: [fact] });
  await memory.set("theme", { dark: true });
  const below = memory.scope("users", "ann/1");
  await below.remember({
    content: "Afraid of rain",
    kind: "custom",
    thread: "t",
    emotion: { valence: -0.5, arousal: 0.5 },
    pinned: true,
  });
  await below.rememberAll([
    {
      content: "My cat is afraid",
      kind: "message",
      thread: "t",
      speaker: "Ann",
      occurredAt: new Date("2026-01-01"),
    },
    {
      content: "Poor cat",
      kind: "message",
      thread: "t",
      form: "question",
      origin: "assistant",
      occurredAt: new Date("2026-01-02"),
    },
  ]);
  await memory.forget(idOf(await memory.remember("To be forgotten")));
  return memory;
}

async function pamOf(memory: MemoryRoot, vectors = true): Promise<PamExport> {
  const exportedAt = new Date("2026-03-03T00:00:00Z");
  return toPam(memory.export({ vectors }), { ownerId: "ann", exportId: "e1", exportedAt });
}

/** As a file has it. */
function json(value: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
}

test.skipIf(!existsSync(join(SCHEMAS, "portable-ai-memory.schema.json")))(
  "what is written is valid against the published schemas",
  async () => {
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    ajv.addFormat("date-time", INSTANT);
    ajv.addFormat("uri", /^[a-z]+:\S+$/u);
    const errorsOf = (schema: string, document: unknown): unknown => {
      const text = readFileSync(join(SCHEMAS, `portable-ai-memory${schema}.schema.json`), "utf8");
      const validate = ajv.compile(JSON.parse(text) as object);
      return validate(json(document)) ? [] : validate.errors;
    };
    for (const pam of [await pamOf(await filled()), await pamOf(testMemory().memory)]) {
      expect(errorsOf("", pam.memoryStore)).toEqual([]);
      for (const { conversation } of pam.conversations) {
        expect(errorsOf("-conversation", conversation)).toEqual([]);
      }
      expect(errorsOf("-embeddings", pam.embeddings ?? NO_EMBEDDINGS)).toEqual([]);
    }
    expect(errorsOf("", { schema: "portable-ai-memory" })).not.toEqual([]);
  },
);

/** Returns records without the fields that belong to their store. */
async function shown(root: MemoryRoot): Promise<unknown> {
  const query = { limit: 100, reach: "below", includeRetired: true } as const;
  const { items } = await root.list(query);
  const own = { id: "", version: 0, createdAt: 0, updatedAt: 0, strength: 0 };
  return items
    .map((record) => ({ ...record, ...own }))
    .toSorted((a, b) => compareText(a.content, b.content));
}

test("a document says what PAM has a place for in PAM's words, and the rest under kioku", async () => {
  const memory = await filled();
  const { memoryStore, embeddings } = await pamOf(memory);
  expect(memoryStore).toMatchObject({
    schema: "portable-ai-memory",
    schema_version: "1.0",
    owner: { id: "ann" },
    export_id: "e1",
    export_date: "2026-03-03T00:00:00.000Z",
    export_type: "full",
  });
  const byContent = new Map(memoryStore.memories.map((one) => [one.content.trim(), one]));
  expect(memoryStore.memories).toHaveLength(5);
  const old = byContent.get("Lives in\n BERGEN e\u0301");
  expect(old).toEqual({
    id: expect.any(String) as string,
    type: "fact",
    custom_type: null,
    status: "superseded",
    content: "  Lives in\n BERGEN e\u0301",
    content_hash: pamContentHash("lives in bergen \u00e9"),
    confidence: { initial: 0.75, current: 0.75, decay_model: null, last_reinforced: null },
    temporal: {
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-02T00:00:00.000Z",
      valid_from: null,
      valid_until: "2026-03-02T00:00:00.000Z",
      superseded_by: null,
    },
    provenance: {
      platform: "kioku",
      conversation_ref: null,
      extraction_method: "explicit_user_input",
    },
    embedding_ref: `${old?.id}:embedding`,
    metadata: { kioku: expect.any(Object) as object },
  });
  expect(byContent.get('theme: {"dark":true}')).toMatchObject({
    type: "custom",
    custom_type: "entry",
  });
  expect(byContent.get("Afraid of rain")).toMatchObject({
    type: "custom",
    custom_type: "custom",
    provenance: { conversation_ref: "/users/ann~11/t" },
  });
  const summary = byContent.get("A summary");
  expect(memoryStore.relations).toMatchObject([
    { from: summary?.id, to: old?.id, type: "derived_from" },
  ]);
  const vectors = (embeddings?.["embeddings"] ?? []) as readonly { vector: number[] }[];
  expect(vectors).toHaveLength(5);
  expect(Math.hypot(...(vectors[0]?.vector ?? []))).toBeCloseTo(1, 5);
});

test("messages of a thread are a conversation, and the index says what was derived from it", async () => {
  const { memoryStore, conversations } = await pamOf(await filled());
  const [{ file, conversation } = { file: "", conversation: {} }] = conversations;
  expect(conversations).toHaveLength(1);
  expect(memoryStore.conversations_index).toEqual([
    {
      id: "/users/ann~11/t",
      platform: "kioku",
      title: null,
      message_count: 2,
      temporal: { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-03-02T00:00:00.000Z" },
      derived_memories: memoryStore.memories
        .filter(({ content }) => content === "Afraid of rain")
        .map(({ id }) => id),
      storage: { type: "file", ref: file, format: "json" },
    },
  ]);
  expect(conversation["messages"]).toMatchObject([
    { role: "user", content: { type: "text", text: "My cat is afraid" } },
    { role: "assistant", content: { type: "text", text: "Poor cat" } },
  ]);
});

test("what Kioku wrote is read back with all that remember can say, once however often it is imported", async () => {
  const source = await filled();
  const { memoryStore, conversations } = json(await pamOf(source)) as unknown as PamExport;
  const read = () =>
    pamMemories(memoryStore, { conversations: conversations.map((one) => one.conversation) });
  const { memory } = testMemory();
  expect(await importMemories(memory, read())).toMatchObject({ stored: 7, rejected: 0 });
  expect(await importMemories(memory, read())).toMatchObject({ stored: 0, duplicate: 7 });
  expect(await shown(memory)).toEqual(await shown(source));
  expect(await memory.get("theme")).toEqual({ dark: true });
});

test("a document of somebody else: types, times, ends, trust and origin are kept", async () => {
  const document = {
    schema: "portable-ai-memory",
    schema_version: "1.1",
    owner: { id: "x" },
    memories: [
      {
        id: "m1",
        type: "custom",
        custom_type: "clearance",
        status: "retracted",
        content: "User is a cloud infrastructure engineer",
        // As the specification's own example has it.
        content_hash: "sha256:e1bae3ec291c99eced01fc91b4152a0cef541fccf2034fc11b3f90f4e4d79b6e",
        tags: ["cloud"],
        confidence: { initial: 0.9, current: 0.5 },
        temporal: { created_at: "2024-06-01T10:00:00Z", updated_at: "2024-07-01T10:00:00Z" },
        provenance: { platform: "claude", conversation_ref: "conv-1" },
        metadata: { language: "en" },
      },
    ],
  };
  const { memory } = testMemory();
  await importMemories(memory, pamMemories(document));
  const { items } = await memory.list({ includeRetired: true });
  expect(items).toMatchObject([
    {
      kind: "clearance",
      trust: 0.5,
      origin: "import",
      thread: "conv-1",
      occurredAt: new Date("2024-06-01T10:00:00Z"),
      validTo: new Date("2024-07-01T10:00:00Z"),
      metadata: {
        language: "en",
        tags: ["cloud"],
        pam: { id: "m1", status: "retracted", platform: "claude" },
      },
    },
  ]);
  expect(await memory.recall("cloud engineer")).toEqual([]);
});

test("a document that was changed is refused, unless asked not to verify", async () => {
  const { memoryStore } = await pamOf(await filled());
  const changed = json(memoryStore) as Record<string, unknown> & { memories: JsonObject[] };
  changed.memories[0] = { ...changed.memories[0], content: "Something else" };
  const cut = json(memoryStore) as { memories: unknown[] };
  cut.memories.pop();
  const { integrity: _, ...unsealed } = changed;
  const cases: readonly (readonly [unknown, string])[] = [
    [changed, "checksum"],
    [cut, "checksum"],
    [unsealed, "memories[0].content_hash"],
    [{ ...changed, schema: "other" }, "schema must be"],
    [{ ...changed, schema_version: "2.0" }, "schema_version"],
    [{ ...unsealed, memories: [null] }, "memories[0] must be an object"],
    ["text", "PAM document must be"],
  ];
  for (const [document, message] of cases) {
    const error = await rejection(() => [...pamMemories(document)]);
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain(message);
  }
  expect([...pamMemories(changed, { verify: false })]).toHaveLength(5);
});

test("lines that are no whole export make no document", async () => {
  const memory = await filled();
  const error = await rejection(async () => {
    const lines = [];
    for await (const line of memory.export()) if (line.type !== "footer") lines.push(line);
    return toPam(lines, { ownerId: "ann" });
  });
  expect(error.message).toContain("footer");
  expect((await rejection(() => toPam([], { owner: "x" } as never))).message).toContain('"owner"');
});

test("canonical JSON is that of RFC 8785", () => {
  // The example of section 3.2.3 of the RFC: order is by UTF-16 code units.
  const members = {
    "\u20ac": 1,
    "\r": 2,
    "\ufb33": 3,
    "1": 4,
    "\ud83d\ude00": 5,
    "\u0080": 6,
    "\u00f6": 7,
  };
  expect(canonicalJson(members)).toBe(
    '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
  );
  expect(
    canonicalJson({
      numbers: [333_333_333.333_333_3, 1e30, 4.5, 2e-3, 1e-27],
      literals: [null, true],
    }),
  ).toBe('{"literals":[null,true],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}');
});
