import { layer } from "@kioku/core";
import type { Memory, MemoryEvents, MemoryRecord, Page } from "@kioku/core";
import { array, assert, asyncProperty, constantFrom, nat, record as fields } from "fast-check";
import { expect, test } from "vitest";

import { seenWith } from "./rules.js";
import { openMemory } from "./stores.js";

const HERE = { read: [{ path: [] }], write: [{ path: [] }] } as const;
const BELOW = { read: [{ path: [], reach: "below" }] } as const;

/** Ann's memory above that of her firm, where Bo has one, too. */
async function firm(): Promise<Record<"acme" | "ann" | "bo" | "layered", Memory>> {
  const acme = openMemory().scope("acme");
  const [ann, bo] = [acme.scope("ann"), acme.scope("bo")];
  await acme.remember("word for all of the firm");
  await ann.remember("word of ann");
  await ann.scope("deep").remember("word below ann");
  await bo.remember("word, secret of bo");
  await ann.scope("skills", "nav").remember("word of my own");
  return { acme, ann, bo, layered: layer(ann, acme) };
}

function contentsOf(records: readonly Pick<MemoryRecord, "content">[]): readonly string[] {
  return records.map(({ content }) => content).toSorted();
}

async function answersBelow(view: Memory): Promise<readonly (readonly string[])[]> {
  const context = await view.context({ query: "word", reach: "below" });
  return [
    contentsOf(await view.recall({ query: "word", reach: "below", limit: 100 })),
    contentsOf(await view.surface({ reach: "below", limit: 100 })),
    contentsOf((await view.list({ reach: "below" })).items),
    context.text.includes("secret") ? ["secret"] : [],
  ];
}

test("what reaches below reaches below the first layer, and no layer shows what is below it", async () => {
  const { layered } = await firm();
  const corner = seenWith(layered, HERE).scope("skills", "nav");
  const own = ["word for all of the firm", "word of my own"];
  expect(await answersBelow(corner)).toEqual([own, own, own, []]);
  expect((await corner.scopes()).items).toEqual([["acme", "ann", "skills", "nav"]]);
  const wide = seenWith(layered, BELOW);
  const all = ["word below ann", "word for all of the firm", "word of ann", "word of my own"];
  expect(await answersBelow(wide)).toEqual([all, all, all, []]);
  expect((await wide.scopes()).items.map((scope) => scope.join("/"))).toEqual([
    "acme/ann",
    "acme/ann/deep",
    "acme/ann/skills/nav",
  ]);
});

test("events of other layers are those of their own scopes, each told once", async () => {
  const { acme, ann, bo, layered } = await firm();
  for (const view of [seenWith(layered, HERE).scope("skills", "nav"), seenWith(layered, BELOW)]) {
    const heard: string[] = [];
    view.on("remembered", ({ record }) => heard.push(record.content), { reach: "below" });
    view.on("forgotten", ({ ids }) => heard.push(`${ids.length} gone`), { reach: "below" });
    await bo.remember("another secret of bo");
    await bo.forget({ everything: true });
    await acme.remember("said to the firm");
    await ann.scope("skills", "nav").remember("said to myself");
    await acme.forget({ filter: { "@content": "said to the firm" } });
    await ann.scope("skills", "nav").forget({ filter: { "@content": "said to myself" } });
    expect(heard).toEqual(["said to the firm", "said to myself", "1 gone", "1 gone"]);
  }
});

test("a view below hears of its own scopes and of those of the layers, and of nothing between, each once", async () => {
  const { acme, ann, layered } = await firm();
  const heard: string[] = [];
  const views = {
    corner: seenWith(layered, HERE).scope("skills", "nav"),
    turned: seenWith(layer(acme, ann), BELOW),
  };
  for (const [name, view] of Object.entries(views)) {
    view.on("remembered", ({ record }) => heard.push(`${name}: ${record.content}`), {
      reach: "below",
    });
  }
  await acme.remember("to the firm");
  await ann.remember("to ann");
  expect(heard).toEqual(["corner: to the firm", "turned: to the firm", "turned: to ann"]);
});

test("an answer that somebody got from below another layer is heard without what is below it", async () => {
  const { acme, layered } = await firm();
  const heard: (MemoryEvents["recalled"] | MemoryEvents["surfaced"])[] = [];
  const seen = seenWith(layered, HERE);
  seen.on("recalled", (event) => heard.push(event));
  seen.on("surfaced", (event) => heard.push(event));
  await acme.recall({ query: "word", reach: "below", limit: 100 });
  await acme.surface({ reach: "below", limit: 100 });
  const allowed = ["word for all of the firm", "word of ann", "word of my own"];
  expect(heard.map(({ results }) => contentsOf(results))).toEqual([allowed, allowed]);
});

test("scopes of one name in two databases are not taken for each other", async () => {
  const [mine, handbook] = [openMemory().scope("ann"), openMemory()];
  await mine.remember("word of ann");
  await handbook.remember("word of the handbook");
  await handbook.scope("ann").remember("word, secret of another ann");
  const seen = seenWith(layer(mine, handbook), BELOW);
  const both = ["word of ann", "word of the handbook"];
  expect(await answersBelow(seen)).toEqual([both, both, both, []]);
  const heard: (readonly string[])[] = [];
  seen.on("recalled", ({ results }) => heard.push(contentsOf(results)), { reach: "below" });
  await handbook.scope("ann").recall("word");
  await handbook.recall({ query: "word", reach: "below" });
  expect(heard).toEqual([["word of the handbook"]]);
});

const WHERE = ["first", "deep", "corner", "other", "below other"] as const;

test("paging through layers shows what may be seen once and in order, and no cursor names anything else", async () => {
  const inputs = fields({
    places: array(constantFrom(...WHERE), { maxLength: 12 }),
    limit: nat(3).map((most) => most + 1),
  });
  await assert(
    asyncProperty(inputs, async ({ places, limit }) => {
      const root = openMemory();
      const [first, other] = [root.scope("a"), root.scope("b")];
      const views: Readonly<Record<(typeof WHERE)[number], Memory>> = {
        first,
        deep: first.scope("deep"),
        corner: first.scope("skills", "other"),
        other,
        "below other": other.scope("deep"),
      };
      const expected: string[] = [];
      for (const [index, place] of places.entries()) {
        const isHidden = place === "corner" || place === "below other";
        const key = `k${String(index).padStart(2, "0")}${isHidden ? "-hidden" : ""}`;
        await views[place].set(key, 1);
        if (!isHidden) expected.push(key);
      }
      const seen = seenWith(layer(first, other), BELOW);
      const shown: (string | undefined)[] = [];
      let cursor: string | undefined;
      do {
        const page: Page<MemoryRecord> = await seen.list({
          reach: "below",
          orderBy: "key",
          limit,
          cursor,
        });
        shown.push(...page.items.map(({ key }) => key));
        ({ cursor } = page);
        expect(decoded(cursor)).not.toContain("hidden");
      } while (cursor !== undefined);
      expect(shown).toEqual(expected);
    }),
    { seed: 8, numRuns: 150 },
  );
});

/** A cursor and the cursors in it, as text. */
function decoded(cursor = ""): string {
  const text = Buffer.from(cursor, "base64url").toString();
  const inner = [...text.matchAll(/"(Wy[\w-]+)"/gu)].map(([, one]) => decoded(one));
  return [text, ...inner].join("\n");
}
