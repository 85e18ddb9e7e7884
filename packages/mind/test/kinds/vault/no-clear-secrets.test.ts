import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  createMemory,
  type Embedder,
  type JsonObject,
  MemoryError,
  type MemoryRoot,
  type RememberInput,
  type TextModel,
} from "@kioku/core";
import { EVENTS } from "@kioku/core/toolkit";
import { auditLog } from "@kioku/plugins";
import { sqliteStore } from "@kioku/store-sqlite";
import { Picker } from "@kioku/testing";
import { seededRandom, wordEmbedder } from "@kioku/testing/support";
import {
  defineMemoryTools,
  type MemoryToolCall,
  type ToolAnswer,
  type ToolDefinition,
} from "@kioku/tools";
import { afterAll, expect, test } from "vitest";

import { createMind } from "../../../src/index.js";
import {
  createKinds,
  defineKindTools,
  type EpisodicFields,
  type ItemKind,
  type KindWriteOptions,
  type MemoryKinds,
  type VaultFields,
} from "../../../src/kinds/index.js";
import { escaped, formsOf, type LeakScan, leakScan, MARKS } from "./leak-scan.js";
import { vaultOf } from "./vault-test.js";

const OPERATIONS = process.env["KIOKU_TEST_SIZE"] === "full" ? 1_000 : 400;
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A world in which everything that leaves the memory is looked through. */
interface World {
  readonly scan: LeakScan;
  readonly folder: string;
  readonly memory: MemoryRoot & { readonly auditLog: { entries(): readonly unknown[] } };
  readonly model: TextModel;
  readonly clock: { now: Date };
}

function makeWorld(): World {
  const scan = leakScan();
  const folder = mkdtempSync(join(tmpdir(), "kioku-vault-"));
  folders.push(folder);
  const clock = { now: new Date("2026-03-01T12:00:00Z") };
  const log = (message: string, details?: unknown): void => scan.see("log", [message, details]);
  const span = {
    setAttributes: (attributes: unknown): void => scan.see("spans", attributes),
    setStatus: (status: unknown): void => scan.see("spans", status),
    end: (): void => undefined,
  };
  const memory = createMemory({
    store: sqliteStore({ path: join(folder, "memory.db") }),
    embedder: watched(wordEmbedder(), scan),
    plugins: [auditLog({ recalls: true, write: (entry) => scan.see("audit log", entry) })],
    logger: { warn: log, error: log },
    tracer: {
      startActiveSpan: (name, options, run) => {
        scan.see("spans", [name, options]);
        return run(span);
      },
    },
    traceScope: true,
    clock: () => clock.now,
    random: seededRandom(7),
    ranking: { minScore: 0 },
  });
  for (const event of EVENTS) {
    memory.on(event, (payload) => scan.see(`event ${event}`, payload), { reach: "below" });
  }
  const model: TextModel = {
    id: "test/scripted",
    generate: async (request) => {
      scan.see("requests to the model", request);
      return { text: '{"topic":"router","kinds":["core"],"operations":[]}', isComplete: true };
    },
  };
  return { scan, folder, memory, model, clock };
}

function watched(embedder: Embedder, scan: LeakScan): Embedder {
  return new Proxy(embedder, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: readonly unknown[]): unknown => {
        scan.see("texts to embed", args);
        return (value as (...given: readonly unknown[]) => unknown).apply(target, [...args]);
      };
    },
  });
}

function letters(picker: Picker, count: number): string {
  const all = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:/\"'\\ ";
  return Array.from({ length: count }, () => all[picker.integer(all.length)]).join("");
}

/** Returns a secret with a mark in it. */
function secretOf(picker: Picker): string {
  const mark = picker.one(MARKS);
  const around = picker.one([0, 0, 3, 20, 500]);
  return `${letters(picker, around)}${mark}${letters(picker, around)}`;
}

const WORDS = [
  "router",
  "garden",
  "piano",
  "harbour",
  "passport",
  "无线网",
  "银行",
  "钥匙",
] as const;

/** Draws the fields of items. */
function fieldsOf(picker: Picker): {
  readonly vault: () => VaultFields;
  readonly sentence: () => string;
} {
  const sentence = (): string => {
    return `The ${picker.one(WORDS)} is beside the ${picker.one(WORDS)}, number ${picker.integer(500)}`;
  };
  return {
    sentence,
    vault: () => ({
      entry_type: picker.one(["credential", "api_key", "bookmark"]),
      source: picker.one(["", "Ann", "the bank"]),
      sensitivity: picker.one(["low", "medium", "high"]),
      caption: `Password of the ${picker.one(WORDS)} ${picker.integer(200)}`,
      secret_value: secretOf(picker),
    }),
  };
}

/** A step of the random walk: its answer is looked through, and its errors. */
type Step = () => unknown;

/** Ids that steps found, and secrets by id. */
interface Found {
  readonly ids: Map<string, string[]>;
  readonly secrets: Map<string, string>;
  /** Secrets that the tool showed which may. */
  shown: number;
}

function stepsOf(world: World, found: Found, picker: Picker): Readonly<Record<string, Step>> {
  const { memory, model, clock } = world;
  const { vault: vaultFields, sentence } = fieldsOf(picker);
  const vaults = [vaultOf("second", "first"), vaultOf("first", "second")] as const;
  const kindsOf = (): MemoryKinds => {
    const vault = picker.one(vaults);
    const kinds = createKinds({
      memory: memory.scope("ann"),
      vault,
      model,
      clock: () => clock.now,
    });
    return picker.integer(3) === 0 ? kinds.scope("work") : kinds;
  };
  const view = (): MemoryKinds["memory"] => kindsOf().memory;
  const id = (kind: string): string => {
    const ids = found.ids.get(kind) ?? [];
    return ids[picker.integer(ids.length)] ?? "no-such-id";
  };
  const anItem = async (kinds: MemoryKinds, kind: ItemKind): Promise<string> => {
    const items = await kinds.list(kind);
    return items[picker.integer(items.length)]?.id ?? "no-such-id";
  };
  const anyId = (): string => id(picker.one(["episodic", "semantic", "knowledge_vault", "note"]));
  const keep = (kind: string, receipts: readonly unknown[]): unknown => {
    for (const one of receipts as readonly { readonly record?: { readonly id: string } }[]) {
      if (one.record)
        found.ids.set(kind, [...(found.ids.get(kind) ?? []), one.record.id].slice(-40));
    }
    return receipts;
  };
  const insertSecret = async (): Promise<unknown> => {
    const fields = vaultFields();
    const receipts = await kindsOf().insert("knowledge_vault", [fields], { cause: "told by Ann" });
    for (const one of receipts) {
      if ("record" in one) found.secrets.set(one.record.id, fields.secret_value);
    }
    return keep("knowledge_vault", receipts);
  };
  const note = (): RememberInput => ({ content: sentence(), thread: picker.one(["a", "b"]) });
  const exportInto = async (): Promise<unknown> => {
    const lines = [];
    const all = memory.scope("ann").export({ vectors: true });
    for await (const line of all) lines.push(line);
    return [lines, await memory.scope("copy").import(lines, { onConflict: "skip" })];
  };
  const capabilityOf = (kinds: number): ReturnType<(typeof vaults)[0]["grant"]> => {
    return (vaults[kinds % 2] ?? vaults[0]).grant({ scope: ["ann"], reason: "log in" });
  };
  const given = { event_type: "user_message", actor: "user" } as const;
  const event = (): EpisodicFields => {
    const texts = { summary: sentence(), details: sentence() };
    return { ...given, ...texts, occurred_at: "2026-02-27 10:00:00" };
  };
  const kindTools = (): readonly ToolDefinition[] => {
    const vault = vaults[0];
    const capability = vault.grant({ scope: ["ann"], reason: "asked for by a tool" });
    return defineKindTools({ vault, model, clock: () => clock.now, capability });
  };
  const items: Readonly<Record<string, () => unknown>> = {
    episodic: event,
    semantic: () => ({ name: picker.one(WORDS), summary: sentence(), details: "", source: "" }),
    procedural: () => ({ entry_type: "guide", summary: sentence(), steps: [sentence()] }),
    resource: () => {
      return { title: sentence(), summary: sentence(), resource_type: "doc", content: sentence() };
    },
    knowledge_vault: () => {
      const fields = vaultFields();
      const { secret_value: secret } = fields;
      const wrong = picker.one<object>([
        { caption: secret },
        { [secret]: 1 },
        { secret_value: [secret] },
      ]);
      return picker.integer(4) === 0 ? { ...fields, ...wrong } : fields;
    },
  };
  /** Makes the arguments of a tool as a model would. */
  const kindArguments = async (name: string): Promise<unknown> => {
    const [, kind = "", verb = ""] =
      /^(episodic|semantic|procedural|resource|knowledge_vault)(?:_memory)?_(\w+)$/u.exec(name) ??
      [];
    const item = items[kind] ?? ((): unknown => undefined);
    if (verb === "insert") return { items: [item()] };
    if (verb === "replace") return { event_ids: [id(kind)], new_items: [item()] };
    const olds = kind === "semantic" ? "old_semantic_item_ids" : "old_ids";
    if (verb === "update") return { [olds]: [id(kind)], new_items: [item()] };
    if (verb === "read") return { id: await anItem(kindsOf(), "knowledge_vault") };
    if (verb === "merge") {
      const combined = { combined_summary: sentence(), combined_details: sentence() };
      return { event_id: id(kind), ...combined };
    }
    if (name.startsWith("core")) return { label: "human", content: sentence() };
    if (name === "check_episodic_memory") return { event_ids: [id("episodic")] };
    if (name === "check_semantic_memory") return { semantic_item_ids: [id("semantic")] };
    if (name === "search_in_memory") {
      const memory_type = picker.one(["all", "knowledge_vault"]);
      const field = picker.one<object>([
        {},
        { search_field: "caption" },
        { search_field: "secret_value" },
      ]);
      return {
        memory_type,
        query: "password of the router",
        ...(memory_type === "all" ? {} : field),
      };
    }
    if (name === "list_memory_within_timerange") {
      return { start_time: "2026-02-27 00:00:00", end_time: "2026-02-28 00:00:00" };
    }
    return name === "trigger_memory_update" ? { memory_types: ["core", "knowledge_vault"] } : {};
  };
  return {
    remember: async () => keep("note", [await view().remember(note())]),
    rememberAll: async () => keep("note", await view().rememberAll([note(), note()])),
    recall: () => view().recall({ query: sentence(), minScore: 0, explain: true, reach: "below" }),
    "recall by words": () => view().recall({ query: "password", mode: "keyword", minScore: 0 }),
    context: () => view().context(sentence(), { budget: 2_000 }),
    "context of everything": () => view().context(undefined, { budget: 2_000 }),
    set: () => view().set("theme", { dark: picker.integer(2) === 0, at: sentence() }),
    get: () => view().get("theme"),
    read: () => view().read(anyId()),
    update: () => view().update(anyId(), { importance: picker.integer(10) / 10 }),
    "update of a caption": async () => {
      const kinds = kindsOf();
      return kinds.memory.update(await anItem(kinds, "knowledge_vault"), { content: sentence() });
    },
    forget: () => view().forget(anyId(), { purge: picker.integer(2) === 0 }),
    erase: () => (picker.integer(4) === 0 ? view().erase(anyId()) : "not now"),
    markUsed: () => view().markUsed([anyId(), anyId()]),
    surface: () => view().surface({ cue: "password of the router", minTrust: 0, cooldown: 0 }),
    list: () => view().list({ includeRetired: true, includeArchived: true, limit: 50 }),
    "list of secrets": () => view().list({ kinds: ["knowledge_vault", "vault-reading"] }),
    history: () => view().history(anyId()),
    scopes: () => memory.scopes(),
    export: exportInto,
    sweep: () => memory.sweep({ archiveBelow: 0.5 }),
    reindex: () => memory.reindex(),
    spaces: async () => [await memory.spaces(), await memory.queueStats()],
    blocks: () => kindsOf().blocks(),
    append: () => kindsOf().append(picker.one(["human", "persona"]), sentence()),
    rewrite: () => kindsOf().rewrite("human", sentence()),
    "insert of events": async () => {
      return keep("episodic", await kindsOf().insert("episodic", [event()]));
    },
    "insert of knowledge": async () => {
      const item = { name: picker.one(WORDS), summary: sentence(), details: "", source: "Ann" };
      return keep("semantic", await kindsOf().insert("semantic", [item]));
    },
    "insert of a procedure": () => {
      const item = { entry_type: "guide", summary: sentence(), steps: [sentence()] } as const;
      return kindsOf().insert("procedural", [item]);
    },
    "insert of a document": () => {
      const item = { title: sentence(), summary: sentence(), resource_type: "doc" };
      return kindsOf().insert("resource", [{ ...item, content: sentence() }]);
    },
    "insert of a secret": insertSecret,
    "insert of another secret": insertSecret,
    "insert of a secret twice": async () => {
      const kinds = kindsOf();
      const fields = vaultFields();
      const first = await kinds.insert("knowledge_vault", [fields]);
      return [first, await kinds.insert("knowledge_vault", [fields, fields])];
    },
    "insert of a secret that is given away": () => {
      const fields = vaultFields();
      const place = picker.one(["caption", "source", "entry_type"]);
      const told = { ...fields, [place]: `It is ${fields.secret_value}` };
      return kindsOf().insert("knowledge_vault", [told]);
    },
    "insert of a secret with a telling cause": () => {
      const fields = vaultFields();
      const { secret_value: secret } = fields;
      const options = picker.one<KindWriteOptions>([
        { cause: secret },
        { actor: secret },
        { filterTags: { project: secret } },
        { filterTags: { [secret]: "project" } },
      ]);
      return kindsOf().insert("knowledge_vault", [fields], options);
    },
    "insert of what is no secret": () => {
      const { secret_value: secret, ...fields } = vaultFields();
      const wrong: readonly [unknown, ...unknown[]] = [
        { ...fields, secret_value: [secret] },
        { ...fields, secret_value: secret, [secret]: secret },
        { ...fields, sensitivity: secret, secret_value: secret },
        { ...fields, secret_value: secret.repeat(5_000) },
        { ...fields, caption: undefined, secret_value: secret },
        secret,
      ];
      return kindsOf().insert("knowledge_vault", [picker.one(wrong) as VaultFields]);
    },
    replace: async () => {
      const kinds = kindsOf();
      const change = { ids: [await anItem(kinds, "knowledge_vault")], items: [vaultFields()] };
      return keep("knowledge_vault", await kinds.replace("knowledge_vault", change));
    },
    "end of a secret": async () => {
      const kinds = kindsOf();
      const ids = [await anItem(kinds, "knowledge_vault")];
      return kinds.replace("knowledge_vault", { ids, items: [] });
    },
    merge: async () => {
      const kinds = kindsOf();
      const text = { summary: sentence(), details: sentence() };
      return kinds.merge(await anItem(kinds, "episodic"), text);
    },
    "read of secrets": () => kindsOf().read("knowledge_vault", [id("knowledge_vault"), "none"]),
    "list of items": () => kindsOf().list("knowledge_vault", { limit: 1_000 }),
    "search by caption": () => kindsOf().search({ query: "password router" }),
    "search by meaning": () => {
      return kindsOf().search({ kind: "knowledge_vault", query: sentence(), method: "embedding" });
    },
    "search in secrets": () => {
      return kindsOf().search({ kind: "knowledge_vault", query: "x", field: "secret_value" });
    },
    between: () => kindsOf().between(new Date("2026-02-27"), new Date("2026-02-28")),
    "context of kinds": () => kindsOf().context(sentence(), { budget: 2_000 }),
    absorb: () => kindsOf().absorb(),
    "consolidation of a mind": async () => {
      const options = { model, clock: () => clock.now, automatic: false };
      const mind = createMind({ memory: view(), ...options });
      await mind.session("a").hear(sentence());
      const report = await mind.consolidate();
      const shown = await mind.context("password of the router", { budget: 2_000 });
      return [report, shown, await mind.document({ document: "portrait" }), mind];
    },
    reveal: async () => {
      const kinds = createKinds({ memory: memory.scope("ann"), vault: vaults[0] });
      const which = await anItem(kinds, "knowledge_vault");
      const secret = await kinds.reveal(which, capabilityOf(0));
      expect(found.secrets.get(which) ?? secret).toBe(secret);
      expect(MARKS.some((mark) => secret.includes(mark))).toBe(true);
      return "revealed";
    },
    "reveal without a right": () => kindsOf().reveal(id("knowledge_vault"), { reason: "please" }),
    "reveal of damage": async () => {
      const which = id("knowledge_vault");
      const memoryOf = view();
      const record = await memoryOf.read(which);
      const value = { ...(record?.value as JsonObject), secret: { v: 1 } };
      await memoryOf.update(which, { value });
      try {
        return await kindsOf().reveal(which, capabilityOf(0));
      } finally {
        await memoryOf.update(which, { value: record?.value ?? null });
      }
    },
    rotate: () => kindsOf().rotate(),
    "rotate of an import": () => {
      const copy = memory.scope("copy");
      return createKinds({ memory: copy, vault: picker.one(vaults) }).rotate({ from: ["ann"] });
    },
    vault: () => [vaults, kindsOf(), capabilityOf(0)],
    ...toolSteps(kindTools(), {
      call: () => ({ memory: view(), trust: () => picker.one([1, 0.5]) }),
      arguments: kindArguments,
      // Only one tool may show a secret.
      shows: ({ status, text }, name) => {
        if (name !== "knowledge_vault_read" || status !== "found") return undefined;
        const isShown = MARKS.some((mark) =>
          [mark, escaped(mark)].some((one) => text.includes(one)),
        );
        expect(isShown).toBe(true);
        found.shown += 1;
        return status;
      },
    }),
    ...toolSteps(defineMemoryTools({ only: ["remember", "recall", "update", "forget"] }), {
      call: () => ({ memory: view(), trust: () => 1 }),
      arguments: (name) => {
        if (name === "recall") return { query: picker.one(["password", sentence()]) };
        if (name === "remember") return { content: sentence() };
        return name === "forget" ? { id: anyId() } : { id: anyId(), content: sentence() };
      },
    }),
  };
}

/** Makes steps that call tools as a model does, and one that shows their definitions. */
function toolSteps(
  tools: readonly ToolDefinition[],
  given: {
    readonly call: () => MemoryToolCall;
    readonly arguments: (name: string) => unknown;
    readonly shows?: (answer: ToolAnswer, name: string) => unknown;
  },
): Readonly<Record<string, Step>> {
  const steps = tools.map((tool): readonly [string, Step] => {
    const run: Step = async () => {
      const answer = await tool.run(tool.check(await given.arguments(tool.name)), given.call());
      return given.shows?.(answer, tool.name) ?? answer;
    };
    return [`tool ${tool.name}`, run];
  });
  return { ...Object.fromEntries(steps), [`${tools.length} tools`]: () => tools };
}

/** Takes a step and looks through what comes of it. */
async function take({ scan }: World, name: string, step: Step): Promise<"done" | "failed"> {
  try {
    scan.see(`answer of ${name}`, await step());
    return "done";
  } catch (error) {
    scan.see(`error of ${name}`, error);
    if (!MemoryError.is(error)) throw error;
    return "failed";
  }
}

/** Looks through all that is at rest. */
async function seeAll({ scan, memory, folder }: World): Promise<void> {
  scan.seeFolder("database", folder);
  scan.see("audit log", memory.auditLog.entries());
  for await (const line of memory.export({ vectors: true })) scan.see("export", line);
  scan.see("prompt", await memory.scope("ann").context("password of the router"));
}

test(`${OPERATIONS} random operations leave no secret anywhere in clear`, async () => {
  const world = makeWorld();
  const picker = new Picker(29);
  const found: Found = { ids: new Map(), secrets: new Map(), shown: 0 };
  const steps = stepsOf(world, found, picker);
  const names = Object.keys(steps);
  const done = new Map<string, number>();
  for (let index = 0; index < OPERATIONS; index += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    const name = names[index < names.length ? index : picker.integer(names.length)] ?? "";
    const outcome = await take(world, name, steps[name] ?? ((): void => undefined));
    if (outcome === "done") done.set(name, (done.get(name) ?? 0) + 1);
    if (index % 250 === 249) await seeAll(world);
  }
  await seeAll(world);
  expect(found.secrets.size).toBeGreaterThan(OPERATIONS / 50);
  expect(found.shown).toBeGreaterThan(0);
  await world.memory.close();
  world.scan.seeFolder("database", world.folder);
  expect(world.scan.bytes()).toBeGreaterThan(10_000 * OPERATIONS);
  expect(world.scan.leaks()).toEqual([]);
  const never = names.filter((name) => !done.has(name));
  expect(never).toEqual(NEVER);
});

/** Steps that always fail, as they must. */
const NEVER: readonly string[] = [
  "insert of a secret that is given away",
  "insert of a secret with a telling cause",
  "insert of what is no secret",
  "search in secrets",
  "reveal without a right",
  "reveal of damage",
];

test("a secret in any form is found by the search", () => {
  for (const { form, needle } of MARKS.flatMap(formsOf)) {
    const scan = leakScan();
    scan.see("bytes", Buffer.concat([Buffer.from([0, 255, 65]), needle, Buffer.from("!\n")]));
    expect(scan.leaks().map((leak) => leak.form)).toContain(form);
  }
  for (const mark of MARKS) {
    for (const around of ["", "a", "ab", "abc"]) {
      const scan = leakScan();
      scan.see("value", { deep: [{ text: Buffer.from(`${around}${mark}!?`).toString("base64") }] });
      expect(scan.leaks().length).toBeGreaterThan(0);
    }
  }
});

test("a secret that leaks is found wherever it comes out", async () => {
  const world = makeWorld();
  const { memory, scan } = world;
  const [mark] = MARKS;
  const content = `The password of the router is ${mark}`;
  await take(world, "remember", () => memory.scope("ann").remember(content));
  await take(world, "recall", () => memory.scope("ann").recall("password of the router"));
  await take(world, "failure", () => memory.scope("ann").update("none", { [mark]: 1 } as object));
  await seeAll(world);
  await memory.close();
  const places = new Set(scan.leaks().map(({ place }) => place));
  expect([...places].toSorted()).toEqual([
    "answer of recall",
    "answer of remember",
    "database",
    "error of failure",
    "event recalled",
    "event remembered",
    "export",
    "prompt",
    "texts to embed",
  ]);
});
