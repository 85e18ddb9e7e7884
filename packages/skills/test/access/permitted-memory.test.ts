import { layer, MemoryError } from "@kioku/core";
import type { ExportLine, Memory, MemoryRoot, Scope } from "@kioku/core";
import { embedderOf } from "@kioku/core/toolkit";
import type { SkillPermissions } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { VERB_ACCESS } from "../../src/access/guard.js";
import type { GuardedVerb } from "../../src/access/guard.js";
import { permittedMemory } from "../../src/access/permitted-memory.js";
import { collect } from "../support/collect.js";
import { rulesWith, seenWith } from "./rules.js";
import { openMemory, STORES } from "./stores.js";
import { verbCalls, VERBS } from "./verb-calls.js";

const SECRET = "zanzibar";

/** Scopes of others, each with a record that has the word and a secret. */
const FOREIGN: readonly Scope[] = [
  ["skills", "other"],
  ["skills", "other", "deep"],
  ["skills"],
  ["skills", "navi"],
  ["u1", "skills", "other"],
];
/** Scopes that a grant for all below lets in. */
const COMMON: readonly Scope[] = [[], ["notes"], ["Skills", "other"], ["skills ", "other"], ["u1"]];

interface World {
  readonly memory: MemoryRoot;
  readonly id: string;
  readonly lines: readonly ExportLine[];
}

async function makeWorld(memory: MemoryRoot): Promise<World> {
  for (const scope of FOREIGN) await viewOf(memory, scope).remember(`word of the ${SECRET}`);
  for (const scope of COMMON) {
    await viewOf(memory, scope).remember({ content: "word for all", metadata: { tag: "all" } });
  }
  await viewOf(memory, ["skills", "nav"]).remember("word of my own");
  await memory.set("the key", "a value");
  const receipt = await memory.remember("word to be changed");
  if (receipt.status === "rejected") throw new Error("rejected");
  const lines = await collect(memory.scope("empty").export());
  return { memory, id: receipt.record.id, lines };
}

function viewOf(memory: Memory, scope: Scope): Memory {
  const [first, ...rest] = scope;
  return first === undefined ? memory : memory.scope(first, ...rest);
}

const GRANTS: Readonly<Record<string, SkillPermissions>> = {
  nothing: {},
  "to read here": { read: [{ path: [] }] },
  "to write here": { write: [{ path: [] }] },
  "to read below": { read: [{ path: [], reach: "below" }] },
  "to write below": { write: [{ path: [], reach: "below" }] },
};

function expectedOf(verb: GuardedVerb, how: "here" | "below", granted: string): string {
  // The report of an import counts what was there.
  const needed = verb === "import" ? (["write", "read"] as const) : [VERB_ACCESS[verb]];
  const lacks = needed.find((access) => {
    return granted !== `to ${access} ${how}` && granted !== `to ${access} below`;
  });
  if (lacks === undefined) return "done";
  const grant = how === "below" ? '{ path: [], reach: "below" }' : "{ path: [] }";
  return `not-permitted: skill "nav" may not call ${verb} there: its permissions lack a grant of ${lacks} for ${grant}`;
}

async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "done";
  } catch (error) {
    return MemoryError.is(error) ? `${error.code}: ${error.message}` : String(error);
  }
}

for (const [store, open] of Object.entries(STORES)) {
  for (const [granted, permissions] of Object.entries(GRANTS)) {
    test(`with a grant of ${granted} every verb does that and no more (${store})`, async () => {
      const { memory, id, lines } = await makeWorld(openMemory(open()));
      const seen = seenWith(memory, permissions);
      const calls = verbCalls(id, lines);
      const [outcomes, expected]: [unknown[], unknown[]] = [[], []];
      for (const verb of VERBS) {
        for (const [how, call] of Object.entries(calls[verb])) {
          outcomes.push([`${verb} ${how}`, await outcomeOf(call(seen))]);
          expected.push([`${verb} ${how}`, expectedOf(verb, how as "here" | "below", granted)]);
        }
      }
      expect(outcomes).toEqual(expected);
    });
  }

  test(`its own corner is all a skill's own (${store})`, async () => {
    const { memory, lines } = await makeWorld(openMemory(open()));
    const corner = seenWith(memory, {}).scope("skills", "nav");
    for (const view of [corner, corner.scope("deep", "skills", "other")]) {
      const receipt = await view.remember("word");
      const id = receipt.status === "rejected" ? "" : receipt.record.id;
      const calls = verbCalls(id, lines);
      for (const verb of VERBS) {
        for (const call of Object.values(calls[verb])) {
          expect(await outcomeOf(call(view))).toBe("done");
        }
      }
    }
  });

  test(`nothing of other corners is in what reaches below (${store})`, async () => {
    const { memory } = await makeWorld(openMemory(open()));
    const all = {
      read: [{ path: [], reach: "below" }],
      write: [{ path: [], reach: "below" }],
    } as const;
    const seen = seenWith(memory, all);
    expect(await seen.recall({ query: SECRET, reach: "below", limit: 100 })).toEqual([]);
    const { omitted } = await seen.recall({
      query: `word ${SECRET}`,
      reach: "below",
      limit: 1,
      explain: true,
    });
    expect(omitted).not.toEqual([]);
    expect(JSON.stringify(omitted)).not.toContain(SECRET);
    const answers = [
      await seen.recall({ query: "word", reach: "below", limit: 100, explain: true }),
      await seen.context({ query: "word", reach: "below", limit: 100 }),
      await seen.context({ query: "word", reach: "below", minScore: 0 }, { budget: 5_000 }),
      await seen.context({ reach: "below" }, { budget: 5_000 }),
      await seen.surface({ reach: "below", limit: 100, cue: "word" }),
      await listAll(seen, 2),
      await collect(seen.export({ vectors: true })),
    ];
    for (const answer of answers) {
      const text = JSON.stringify(answer);
      expect(text).not.toContain(SECRET);
      expect(text).toContain("word for all");
      for (const corner of ['"other","deep"', '"navi"', '["skills","other"', '["skills"]']) {
        expect(text).not.toContain(corner);
      }
    }
    const scopes = await scopesOf(seen, 1);
    expect(new Set(scopes.map((scope) => JSON.stringify(scope)))).toEqual(
      new Set([...COMMON, ["skills", "nav"]].map((scope) => JSON.stringify(scope))),
    );
  });

  test(`what reaches below does not forget and erase in other corners (${store})`, async () => {
    const { memory } = await makeWorld(openMemory(open()));
    const before = await foreignOf(memory);
    const all = {
      read: [{ path: [], reach: "below" }],
      write: [{ path: [], reach: "below" }],
    } as const;
    const seen = seenWith(memory, all);
    expect(await seen.forget({ everything: true }, { reach: "below", dryRun: true })).toBe(8);
    expect(await seen.forget({ filter: { tag: "all" } }, { reach: "below" })).toBe(5);
    // Of what was forgotten there is history, which erasing reaches.
    const report = await seen.erase({ everything: true }, { reach: "below" });
    expect(report.records).toHaveLength(8);
    expect(JSON.stringify(report)).not.toContain('["skills","other');
    expect(await foreignOf(memory)).toEqual(before);
    expect((await memory.list({ reach: "below" })).items).toHaveLength(FOREIGN.length);
  });
}

async function foreignOf(memory: Memory): Promise<unknown> {
  return Promise.all(
    FOREIGN.map((scope) => collect(viewOf(memory, scope).export({ reach: "here" }))),
  );
}

async function listAll(memory: Memory, limit: number): Promise<unknown[]> {
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.list({ reach: "below", limit, cursor });
    expect(page.items.length === limit || page.cursor === undefined).toBe(true);
    ({ cursor } = page);
    seen.push(...page.items, Buffer.from(cursor ?? "", "base64url").toString());
  } while (cursor !== undefined);
  return seen;
}

async function scopesOf(memory: Memory, limit: number): Promise<Scope[]> {
  const seen: Scope[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.scopes({ limit, cursor });
    seen.push(...page.items);
    ({ cursor } = page);
    expect(Buffer.from(cursor ?? "", "base64url").toString()).not.toContain("other/");
  } while (cursor !== undefined);
  return seen;
}

test("forgetting below with its history reaches scopes that have only history left", async () => {
  const memory = openMemory();
  await memory.scope("a").remember("one");
  await memory.scope("a").forget({ everything: true });
  await memory.scope("skills", "other").remember("two");
  await memory.scope("skills", "other").forget({ everything: true });
  const seen = seenWith(memory, { write: [{ path: [], reach: "below" }] });
  await seen.forget({ everything: true }, { reach: "below", purge: true });
  const left = (await collect(memory.export())).filter(({ type }) => type === "record");
  expect(left).toMatchObject([{ scope: ["skills", "other"] }]);
});

test("a page ends without a cursor when only corners of others follow", async () => {
  const memory = openMemory();
  await memory.scope("a").remember("one");
  await memory.scope("skills", "other").remember("two");
  const seen = seenWith(memory, { read: [{ path: [], reach: "below" }] });
  expect(await seen.scopes({ limit: 1 })).toEqual({ items: [["a"]] });
  const page = await seen.list({ reach: "below", limit: 1 });
  expect(page.items).toHaveLength(1);
  expect(page.cursor).toBeUndefined();
});

test("a corner of another skill is open to a grant that names it, and the runtime's notes to none", async () => {
  const { memory } = await makeWorld(openMemory());
  const other = seenWith(memory, { read: [{ path: ["skills", "other"], reach: "below" }] });
  expect(await other.scope("skills", "other").recall("word")).toHaveLength(1);
  expect(await other.scope("skills", "other", "deep").recall("word")).toHaveLength(1);
  await expect(other.scope("skills", "navi").recall("word")).rejects.toMatchObject({
    code: "not-permitted",
  });
  await expect(other.scope("skills").recall("word")).rejects.toMatchObject({
    code: "not-permitted",
  });
  const all = seenWith(memory, { read: [{ path: [], reach: "below" }] });
  for (const scope of FOREIGN) {
    await expect(viewOf(all, scope).recall("word")).rejects.toMatchObject({
      code: "not-permitted",
    });
  }
});

test("all permissions have to allow it", async () => {
  const { memory } = await makeWorld(openMemory());
  const wide = { read: [{ path: [], reach: "below" }] } as const;
  const both = seenWith(memory, [wide, { read: [{ path: ["notes"] }] }]);
  expect(await both.scope("notes").recall("word")).toHaveLength(1);
  for (const view of [both, both.scope("u1"), both.scope("notes", "more")]) {
    await expect(view.recall("word")).rejects.toMatchObject({ code: "not-permitted" });
  }
  await expect(both.scope("notes").scopes()).rejects.toMatchObject({ code: "not-permitted" });
});

test("who may write and not read is not shown what was there", async () => {
  const memory = openMemory();
  await memory.remember({ content: SECRET, key: "k", metadata: { secret: SECRET } });
  await memory.set("v", SECRET, { metadata: { secret: SECRET } });
  const noted = await memory.remember({ content: `${SECRET} again`, thread: SECRET });
  const id = noted.status === "rejected" ? "" : noted.record.id;
  const blind = seenWith(memory, { write: [{ path: [] }] });
  const answers = [
    await blind.remember({ content: "new", key: "k" }),
    await blind.rememberAll([{ content: "newer", key: "k" }]),
    await blind.remember({ content: SECRET.slice(0, 4), supersedes: [id] }),
    await blind.set("v", 1),
    await blind.update(id, { importance: 1 }),
  ];
  expect(JSON.stringify(answers)).not.toContain(SECRET);
  expect(answers[0]).toMatchObject({ status: "stored", record: { content: "new", version: 2 } });
  await expect(blind.forget({ everything: true }, { dryRun: true })).rejects.toThrow(
    "a grant of read",
  );
  await expect(blind.erase({ everything: true }, { dryRun: true })).rejects.toThrow(
    "a grant of read",
  );
  const alike = { content: "x", dedupe: { similarity: 0.5 } };
  await expect(blind.remember(alike)).rejects.toThrow("a grant of read");
  await expect(blind.rememberAll([alike])).rejects.toThrow("a grant of read");
});

test("who may write and not read is not told whether what it remembers was there", async () => {
  const memory = openMemory();
  await memory.rememberAll([`the code is ${SECRET}`, "and the other"]);
  const blind = seenWith(memory, { write: [{ path: [] }] });
  const [guessed, wrong] = [`the code is ${SECRET}`, "the code is none"];
  const receipts = [
    await blind.remember(guessed),
    ...(await blind.rememberAll([{ content: guessed }, guessed, wrong])),
  ];
  expect(receipts.map(({ status }) => status)).toEqual(Array(4).fill("stored"));
  expect(receipts.map((receipt) => "record" in receipt && receipt.record.version)).toEqual([
    1, 1, 1, 1,
  ]);
  expect((await memory.list()).items).toHaveLength(6);
  const exact = { content: guessed, dedupe: "exact" } as const;
  await expect(blind.remember(exact)).rejects.toThrow("a grant of read");
  await expect(blind.rememberAll([exact])).rejects.toThrow("a grant of read");
  const lines = await collect(memory.export());
  await expect(blind.import(lines, { onConflict: "skip" })).rejects.toThrow("a grant of read");
  const seeing = seenWith(memory, { read: [{ path: [] }], write: [{ path: [] }] });
  expect(await seeing.remember(wrong)).toMatchObject({ status: "duplicate" });
  for (const bad of [null, 1, undefined]) {
    await expect(blind.remember(bad as never)).rejects.toMatchObject({ code: "invalid-input" });
    await expect(blind.rememberAll(bad as never)).rejects.toMatchObject({ code: "invalid-input" });
  }
});

test("options that are none are refused", async () => {
  const memory = openMemory();
  const all = { read: [{ path: [] }], write: [{ path: [] }] } as const;
  const seen = seenWith(memory, all);
  const { id, lines } = await makeWorld(memory);
  const bad = null as never;
  const calls: Record<Exclude<GuardedVerb, "on" | "export">, Promise<unknown>> = {
    remember: seen.remember("x", bad),
    rememberAll: seen.rememberAll(["x"], bad),
    recall: seen.recall("x", bad),
    context: seen.context("x", bad),
    set: seen.set("x", 1, bad),
    get: seen.get("x", bad),
    read: seen.read(id, bad),
    update: seen.update(id, {}, bad),
    forget: seen.forget(id, bad),
    erase: seen.erase(id, bad),
    markUsed: seen.markUsed(id, bad),
    surface: seen.surface({}, bad),
    list: seen.list({}, bad),
    history: seen.history(id, bad),
    scopes: seenWith(memory, { read: [{ path: [], reach: "below" }] }).scopes({}, bad),
    import: seen.import(lines, bad),
  };
  for (const call of Object.values(calls)) {
    await expect(call).rejects.toMatchObject({ code: "invalid-input" });
  }
});

test("what asks each scope below asks at most 256 of them", async () => {
  const memory = openMemory();
  for (let user = 1; user <= 256; user += 1) await memory.scope(`u${user}`).remember("word");
  await memory.scope("skills", "other").remember("word");
  const seen = seenWith(memory, { read: [{ path: [], reach: "below" }] });
  expect(await seen.surface({ reach: "below", limit: 1 })).toHaveLength(1);
  await memory.scope("u257").remember("word");
  await expect(seen.surface({ reach: "below", limit: 1 })).rejects.toMatchObject({
    code: "limit-exceeded",
    message: expect.stringContaining("more than 256 granted scopes") as string,
  });
  expect((await seen.list({ reach: "below", limit: 1_000 })).items).toHaveLength(257);
});

test("the other layers of a layered memory are part of the shared memory, and of nothing a skill without it sees", async () => {
  const root = openMemory();
  await root.scope("team").remember(`word of the ${SECRET}`);
  await root.scope("team").set("plan", SECRET);
  const layered = layer(root.scope("me"), root.scope("team"));
  const blind = permittedMemory(layered, rulesWith({}));
  const corner = blind.scope("skills", "nav");
  await corner.remember("word of my own");
  expect(await corner.recall("word")).toHaveLength(1);
  expect(await corner.get("plan")).toBeUndefined();
  expect((await corner.scopes()).items).toEqual([["me", "skills", "nav"]]);
  const reading = seenWith(layered, { read: [{ path: [] }] });
  expect(await reading.get("plan")).toBe(SECRET);
  expect(await reading.recall("word")).toHaveLength(1);
});

test("a wrapper of a wrapper keeps to both rules", async () => {
  const { memory } = await makeWorld(openMemory());
  const outer = permittedMemory(
    seenWith(memory, { read: [{ path: ["notes"] }] }),
    rulesWith({ read: [{ path: [], reach: "below" }] }),
  );
  expect(await outer.scope("notes").recall("word")).toHaveLength(1);
  await expect(outer.recall("word")).rejects.toMatchObject({ code: "not-permitted" });
});

test("it hands out no embedder, and keeps the share of what is untrusted in layers", async () => {
  const memory = openMemory(undefined, { untrustedShare: 0 });
  await memory.remember({ content: "word from the web", origin: "web" });
  const seen = seenWith(memory, { read: [{ path: [], reach: "below" }] });
  expect(embedderOf(seen)).toBeUndefined();
  expect(await seen.recall({ query: "word", reach: "below" })).toEqual([]);
  const loose = openMemory(undefined, { untrustedShare: 1 });
  await loose.remember({ content: "word from a tool", origin: "tool" });
  expect(await layer(loose, seen).recall("word")).toEqual([]);
  expect(await loose.recall("word")).toHaveLength(1);
});

test("getters that answer otherwise the second time widen nothing", async () => {
  const { memory } = await makeWorld(openMemory());
  const seen = seenWith(memory, { read: [{ path: [] }], write: [{ path: [] }] });
  let asked = 0;
  const tricky = {
    query: "word",
    limit: 100,
    get reach() {
      asked += 1;
      return asked === 1 ? "here" : "below";
    },
  } as const;
  expect(await seen.recall(tricky)).toHaveLength(2);
  const inherited = Object.assign(Object.create({ reach: "below" }) as object, { limit: 100 });
  expect((await seen.list(inherited)).items.every(({ scope }) => scope.length === 0)).toBe(true);
  const smuggled = { scope: ["skills", "other"] } as object;
  await expect(seen.recall("word", smuggled)).rejects.toMatchObject({ code: "invalid-input" });
});
