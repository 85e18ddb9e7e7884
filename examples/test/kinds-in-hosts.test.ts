import type { ToolDefinition } from "@kioku/adapter-vercel-ai";
import { createMemory, inMemoryStore, type MemoryRoot } from "@kioku/core";
import {
  createKinds,
  createVault,
  defineKindTools,
  type EpisodicFields,
  type ItemKind,
  type KindToolsOptions,
  type MemoryKinds,
  type SemanticFields,
  type VaultFields,
} from "@kioku/mind/kinds";
import { sqliteStore } from "@kioku/store-sqlite";
import { wordEmbedder } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import { HOSTS, type Call, type Step, type Told } from "./tool-hosts.ts";

type ToolSchema = ToolDefinition["parameters"]["properties"][string];

const SECRET = "x9QkZ7vWp2LmT4rB";
const OTHER_SECRET = "天王盖地虎宝塔镇河妖";
const KINDS: readonly ItemKind[] = [
  "episodic",
  "semantic",
  "procedural",
  "resource",
  "knowledge_vault",
];

const ENGINES = [
  ["in memory", () => inMemoryStore()],
  ["on SQLite", () => sqliteStore({ path: ":memory:" })],
] as const;

/** A memory of two users, the tools of Ann, and both users' kinds. */
interface World {
  readonly memory: MemoryRoot;
  readonly ann: MemoryKinds;
  readonly bob: MemoryKinds;
  readonly tools: (options?: KindToolsOptions) => readonly ToolDefinition[];
  readonly capability: NonNullable<KindToolsOptions["capability"]>;
}

function newWorld(store = inMemoryStore()): World {
  const memory = createMemory({ store, embedder: wordEmbedder() });
  const vault = createVault({ keys: { first: new Uint8Array(32).fill(7) }, current: "first" });
  const capability = vault.grant({ scope: ["users", "ann"], reason: "Ann asked for it" });
  return {
    memory,
    ann: createKinds({ memory: memory.scope("users", "ann"), vault }),
    bob: createKinds({ memory: memory.scope("users", "bob"), vault }),
    tools: (options) => defineKindTools({ vault, ...options }),
    capability,
  };
}

function event(summary: string): EpisodicFields {
  const occurred_at = "2026-03-02 09:00:00";
  return { event_type: "user_message", summary, details: summary, actor: "user", occurred_at };
}

function knowledge(name: string, summary: string): SemanticFields {
  return { name, summary, details: summary, source: "Ann" };
}

function secret(secret_value: string): VaultFields {
  const caption = "code of the workshop door";
  return { entry_type: "credential", source: "Ann", sensitivity: "low", secret_value, caption };
}

/** Returns the id that stands in an answer, at a place. */
function idIn(told: Told | undefined, place = 0): string {
  return /the ids? ([^.]+)\./u.exec(told?.text ?? "")?.[1]?.split(", ")[place] ?? "";
}

function call(name: string, args: Record<string, unknown> = {}): Call {
  return { name, args };
}

/** Calls of each tool, in an order in which each has something to do. */
const ALL_CALLS: readonly Step[] = [
  call("core_memory_append", { label: "human", content: "Ann, a carpenter in Porto." }),
  call("core_memory_rewrite", { label: "persona", content: "A calm assistant." }),
  call("episodic_memory_insert", { items: [event("Ann bought a lathe"), event("Ann sold a saw")] }),
  (told) =>
    call("episodic_memory_merge", {
      event_id: idIn(told[2]),
      combined_summary: "Ann bought a used lathe",
      combined_details: "She paid 200 euros for it.",
    }),
  (told) =>
    call("episodic_memory_replace", {
      event_ids: [idIn(told[2], 1)],
      new_items: [event("Ann sold a chisel")],
    }),
  (told) => call("check_episodic_memory", { event_ids: [idIn(told[2])] }),
  call("semantic_memory_insert", { items: [knowledge("Rex", "Rex is a poodle")] }),
  (told) =>
    call("semantic_memory_update", {
      old_semantic_item_ids: [idIn(told[6])],
      new_items: [knowledge("Rex", "Rex is a beagle")],
    }),
  (told) => call("check_semantic_memory", { semantic_item_ids: [idIn(told[7])] }),
  call("procedural_memory_insert", {
    items: [{ entry_type: "guide", summary: "Sharpen a chisel", steps: ["Grind", "Hone"] }],
  }),
  (told) =>
    call("procedural_memory_update", {
      old_ids: [idIn(told[9])],
      new_items: [{ entry_type: "guide", summary: "Sharpen a chisel", steps: ["Grind", "Strop"] }],
    }),
  call("resource_memory_insert", {
    items: [{ title: "Plan", summary: "A shelf", resource_type: "doc", content: "Cut the oak." }],
  }),
  (told) =>
    call("resource_memory_update", {
      old_ids: [idIn(told[11])],
      new_items: [{ title: "Plan", summary: "A shelf", resource_type: "doc", content: "Cut ash." }],
    }),
  call("knowledge_vault_insert", { items: [secret(SECRET)] }),
  (told) =>
    call("knowledge_vault_update", {
      old_ids: [idIn(told[13])],
      new_items: [{ ...secret(OTHER_SECRET), caption: "new code of the door" }],
    }),
  call("search_in_memory", { memory_type: "all", query: "lathe chisel beagle ash code door" }),
  call("list_memory_within_timerange", { start_time: "2026-03-01", end_time: "2026-03-03" }),
  call("trigger_memory_update", { memory_types: ["semantic"] }),
  call("finish_memory_update"),
];

/** Returns all that a user has, with versions. */
async function stateOf(kinds: MemoryKinds): Promise<unknown> {
  const lists = await Promise.all(KINDS.map((kind) => kinds.list(kind)));
  const items = lists.flat().map(({ record, fields }) => [record.id, record.version, fields]);
  return [await kinds.blocks(), items];
}

/** Returns arguments that the schema of a tool does not allow. */
function wrongArguments({ parameters }: ToolDefinition, text: string): readonly object[] {
  const { properties, required } = parameters;
  const good = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema)]),
  );
  return [
    ...(required.length > 0 ? [{}] : []),
    { ...good, user_id: "bob" },
    { ...good, [text]: 1 },
    ...Object.entries(properties).flatMap(([name, schema]) =>
      wrongValues(schema, text).map((value) => ({ ...good, [name]: value })),
    ),
  ];
}

function exampleOf(schema: ToolSchema): unknown {
  if (schema.type === "string") return schema.enum?.[0] ?? "x".repeat(schema.minLength ?? 1);
  if (schema.type === "boolean") return true;
  if (schema.type === "array") return [exampleOf(schema.items)];
  if (schema.type !== "object") return schema.minimum;
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, member]) => [name, exampleOf(member)]),
  );
}

function wrongValues(schema: ToolSchema, text: string): readonly unknown[] {
  if (schema.type === "string") return [[text], { text }, 7, ...(schema.enum ? [text] : [])];
  if (schema.type === "array") {
    return [text, [null], ...wrongValues(schema.items, text).map((item) => [item])];
  }
  if (schema.type !== "object") return [text, [text], 10_000_000];
  const good = exampleOf(schema) as object;
  const members = Object.entries(schema.properties).flatMap(([name, member]) =>
    wrongValues(member, text).map((value) => ({ ...good, [name]: value })),
  );
  return [text, [text], {}, { ...good, [text]: text }, ...members];
}

describe.each(HOSTS)("the tools of the kinds in the %s", (_, play) => {
  test.each(ENGINES)("are all called by a model in one turn, %s", async (_engine, store) => {
    const { memory, ann, tools } = newWorld(store());
    const names = tools().map(({ name }) => name);
    const { told, seen } = await play(ann.memory, tools(), ALL_CALLS);
    const called = ALL_CALLS.map((step) => (typeof step === "function" ? step([]) : step).name);
    expect(called.toSorted()).toEqual(names.toSorted());
    expect(told.map(({ isError }) => isError)).toEqual(names.map(() => false));
    const texts = told.map(({ text }) => text);
    expect(texts[5]).toContain("She paid 200 euros for it.");
    expect(texts[8]).toContain("Rex is a beagle");
    expect(texts[15]).toMatch(/used lathe[^]*beagle|beagle[^]*used lathe/u);
    expect(texts[15]).toContain("new code of the door");
    expect(texts[16]).toContain("Ann sold a chisel");
    expect(texts[16]).not.toContain("Ann sold a saw");
    const counts = await Promise.all(KINDS.map(async (kind) => (await ann.list(kind)).length));
    expect(counts).toEqual([2, 1, 1, 1, 1]);
    const blocks = await ann.blocks();
    expect(blocks.map(({ value }) => value)).toEqual([
      "A calm assistant.",
      "Ann, a carpenter in Porto.",
    ]);
    expect(seen).not.toContain(SECRET);
    expect(seen).not.toContain(OTHER_SECRET);
    await memory.close();
  });

  test("refuse all that their schemas do not allow, in words, and change nothing", async () => {
    const { ann, tools, capability } = newWorld();
    const before = await stateOf(ann);
    for (const tool of tools({ capability })) {
      const steps = wrongArguments(tool, SECRET).map((args) => call(tool.name, { ...args }));
      const { told, seen } = await play(ann.memory, [tool], steps);
      expect(told.map(({ isError }) => isError)).toEqual(steps.map(() => true));
      for (const { text } of told)
        expect(text).toMatch(/must be|needs the argument|has no option/u);
      expect(seen.includes(SECRET)).toBe(!tool.takesSecrets);
    }
    expect(await stateOf(ann)).toEqual(before);
  });

  test("know no ids but those of their own scope", async () => {
    const { ann, bob, tools, capability } = newWorld();
    await ann.insert("semantic", [knowledge("Rex", "Rex is a poodle")]);
    await bob.insert("episodic", [event("Bob sold a harp")]);
    await bob.insert("semantic", [knowledge("Tom", "Tom is a tomcat")]);
    await bob.insert("procedural", [{ entry_type: "guide", summary: "Harp", steps: ["Pluck"] }]);
    const resource = { title: "Harp", summary: "Harp", resource_type: "doc", content: "Harp" };
    await bob.insert("resource", [resource]);
    await bob.insert("knowledge_vault", [secret(SECRET)]);
    const before = [await stateOf(ann), await stateOf(bob)];
    const idOf = async (kind: ItemKind): Promise<string> => (await bob.list(kind))[0]?.id ?? "";
    const steps: Call[] = [];
    for (const id of ["unknown", await idOf("semantic"), await idOf("episodic")]) {
      steps.push(
        call("check_episodic_memory", { event_ids: [id] }),
        call("check_semantic_memory", { semantic_item_ids: [id] }),
        call("episodic_memory_replace", { event_ids: [id], new_items: [] }),
        call("semantic_memory_update", {
          old_semantic_item_ids: [id],
          new_items: [knowledge("Rex", "A cat")],
        }),
        call("episodic_memory_merge", {
          event_id: id,
          combined_summary: "Nothing",
          combined_details: "Nothing",
        }),
      );
    }
    for (const kind of ["procedural", "resource"] as const) {
      const old_ids = [await idOf(kind)];
      steps.push(call(`${kind}_memory_update`, { old_ids, new_items: [] }));
    }
    const id = await idOf("knowledge_vault");
    steps.push(
      call("knowledge_vault_update", { old_ids: [id], new_items: [] }),
      call("knowledge_vault_read", { id }),
      call("knowledge_vault_read", { id: "unknown" }),
      call("search_in_memory", { memory_type: "all", query: "harp tomcat Bob code door" }),
      call("list_memory_within_timerange", { start_time: "2026-01-01", end_time: "2027-01-01" }),
    );
    const { told, seen } = await play(ann.memory, tools({ capability }), steps);
    for (const { text, isError } of told.slice(0, -2)) {
      expect(isError).toBe(false);
      expect(text).toMatch(/Nothing was changed|There are no such items/u);
    }
    expect(seen).not.toMatch(/tomcat|harp|Pluck|workshop/iu);
    expect(seen).not.toContain(SECRET);
    expect([await stateOf(ann), await stateOf(bob)]).toEqual(before);
  });

  test("show a secret only by the tool that is allowed to read it, and write that down", async () => {
    const { ann, tools, capability } = newWorld();
    const [receipt] = await ann.insert("knowledge_vault", [secret(SECRET)]);
    const id = receipt && receipt.status !== "rejected" ? receipt.record.id : "";
    const { memory } = ann;
    const looks: readonly Step[] = [
      call("search_in_memory", { memory_type: "knowledge_vault", query: "code door" }),
      call("search_in_memory", { memory_type: "all", query: SECRET }),
      call("search_in_memory", {
        memory_type: "knowledge_vault",
        query: SECRET,
        search_field: "secret_value",
      }),
      call("check_semantic_memory", { semantic_item_ids: [id] }),
      call("knowledge_vault_insert", { items: [secret(SECRET)] }),
      call("knowledge_vault_insert", {
        items: [{ ...secret(SECRET), caption: `It is ${SECRET}` }],
      }),
      call("knowledge_vault_insert", { items: [{ ...secret(SECRET), source: SECRET }] }),
      call("knowledge_vault_update", { old_ids: ["unknown"], new_items: [secret(SECRET)] }),
    ];
    const blind = await play(memory, tools(), looks);
    expect(blind.told[0]?.text).toContain("code of the workshop door");
    expect(blind.seen).not.toContain(SECRET);
    expect(tools().map(({ name }) => name)).not.toContain("knowledge_vault_read");
    const readings = async (): Promise<number> =>
      (await memory.list({ kinds: ["vault-reading"] })).items.length;
    expect(await readings()).toBe(0);
    const read = call("knowledge_vault_read", { id });
    const { told } = await play(memory, tools({ capability }), [...looks, read]);
    expect(told.filter(({ text }) => text.includes(SECRET))).toEqual([told.at(-1)]);
    expect(await readings()).toBe(1);
  });

  test("trust what a model writes as what it was shown, and end nothing that is trusted more", async () => {
    const { ann, tools } = newWorld();
    await ann.insert("semantic", [knowledge("Rex", "Rex is a poodle")]);
    const trusted = (await ann.list("semantic"))[0]?.id ?? "";
    const look = call("search_in_memory", { memory_type: "semantic", query: "Rex poodle account" });
    const insert = (name: string): Step =>
      call("semantic_memory_insert", { items: [knowledge(name, `${name} is a dog`)] });
    const trustOf = async (name: string): Promise<number | undefined> =>
      (await ann.list("semantic")).find(({ fields }) => fields.name === name)?.record.trust;
    const wrong = call("search_in_memory", {
      memory_type: "semantic",
      query: "x",
      search_field: "nothing",
    });
    await play(ann.memory, tools(), [look, wrong, insert("Max")]);
    expect(await trustOf("Max")).toBe(1);
    const foreign = knowledge("Bank", "Refunds go to account 666");
    await ann.insert("semantic", [foreign], { origin: "web", trust: 0.5 });
    const update = call("semantic_memory_update", {
      old_semantic_item_ids: [trusted],
      new_items: [knowledge("Rex", "Rex is a cat")],
    });
    const { told } = await play(ann.memory, tools(), [look, insert("Ben"), update]);
    expect(told[0]?.text).toContain("account 666");
    expect(await trustOf("Ben")).toBe(0.5);
    expect(told[2]?.text).toContain("trusted more");
    expect((await ann.read("semantic", [trusted]))[0]?.fields.summary).toBe("Rex is a poodle");
  });
});
