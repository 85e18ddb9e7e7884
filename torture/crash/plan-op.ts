import type { MemoryRecord } from "@kioku/core";
import type { PutOp, SearchEntry, WriteOp } from "@kioku/core/toolkit";
import { deleteOp, embedOp, putOp, searchEntry, testRecord } from "@kioku/testing";

import type { SeededRandom } from "../seeded-random.ts";
import { endInWorld, eraseInWorld, putInWorld } from "./change-world.ts";
import { SPACES, vectorOf } from "./vector-of.ts";
import { instantOf, SCOPES } from "./world-places.ts";
import type { World, WorldRecord } from "./world.ts";

const WORDS = [
  "river",
  "stone",
  "lamp",
  "paper",
  "winter",
  "glass",
  "bread",
  "harbour",
  "記憶",
  "лес",
];
const KINDS = ["note", "fact", "fleeting"];
const ACTORS = ["ann", "bob", "an agent"];
/** Number of records from which more are deleted than written. */
const MANY = 250;

/** Draws one op of a batch and brings the world to where it should be after it. */
export function planOp(world: World, random: SeededRandom): WriteOp {
  const all = [...world.live.values()];
  const kind = all.length > MANY ? 0.5 + random.next() / 2 : random.next();
  if (all.length === 0 || kind < 0.45) return create(world, random);
  const one = random.pick(all);
  if (kind < 0.7) return update(world, one, random);
  if (kind < 0.85 && one.searchable) return embed(one, random);
  return remove(world, one, random);
}

function create(world: World, random: SeededRandom): PutOp {
  const n = world.next;
  world.next += 1;
  const at = instantOf(world.steps);
  const record = testRecord(n, {
    scope: random.pick(SCOPES),
    kind: random.pick(KINDS),
    content: contentOf(n, 1, random),
    createdAt: at,
    updatedAt: at,
    importance: random.next(),
    ...(random.chance(0.3) && { key: `key ${n}`, value: { n, half: n / 2 } }),
    ...(random.chance(0.3) && { thread: `thread ${random.below(3)}` }),
    ...(random.chance(0.3) && { metadata: { n, tag: random.pick(WORDS) } }),
  });
  const idempotencyKey = random.chance(0.2) ? `job ${n}` : undefined;
  return put(world, record, {
    random,
    idempotencyKey,
    search: random.chance(0.9) ? "new" : "none",
  });
}

function update(world: World, { record }: WorldRecord, random: SeededRandom): PutOp {
  const version = record.version + 1;
  const number = Number(/\d+/u.exec(record.content)?.[0]);
  const kind = random.next();
  const search = kind < 0.7 ? "new" : kind < 0.9 ? "keep" : "none";
  const content = search === "keep" ? record.content : contentOf(number, version, random);
  const metadata = { ...record.metadata, version };
  const updatedAt = instantOf(world.steps);
  return put(world, { ...record, content, metadata, updatedAt, version }, { random, search });
}

interface PutDraw {
  readonly random: SeededRandom;
  readonly search: "new" | "keep" | "none";
  readonly idempotencyKey?: string | undefined;
}

function put(world: World, record: MemoryRecord, draw: PutDraw): PutOp {
  const { random, idempotencyKey } = draw;
  const actor = random.pick(ACTORS);
  const cause = random.chance(0.2) ? "because" : undefined;
  const vectors = draw.search === "new" ? drawVectors(random) : {};
  const search = draw.search === "new" ? entryOf(record.content, vectors) : draw.search;
  const op = putOp(record, { actor, cause, search, idempotencyKey });
  const current = { version: record.version, change: op.change, actor, cause };
  putInWorld(world, record, { current, search, vectors, idempotencyKey });
  return op;
}

function drawVectors(random: SeededRandom): Record<string, number> {
  const spaces = Object.keys(SPACES).filter((_, index) => random.chance(index === 0 ? 0.9 : 0.4));
  return Object.fromEntries(spaces.map((space) => [space, random.below(2 ** 31)]));
}

function entryOf(content: string, vectors: Readonly<Record<string, number>>): SearchEntry {
  const all = Object.entries(vectors).map(([space, seed]) => ({
    space: { id: space, dimensions: SPACES[space] ?? 0 },
    values: vectorOf(space, seed),
  }));
  return searchEntry(content, all);
}

function embed(one: WorldRecord, random: SeededRandom): WriteOp {
  const id = random.pick(Object.keys(SPACES));
  const seed = random.below(2 ** 31);
  one.vectors = { ...one.vectors, [id]: seed };
  const space = { id, dimensions: SPACES[id] ?? 0 };
  return embedOp(one.record, { space, values: vectorOf(id, seed) });
}

function remove(world: World, one: WorldRecord, random: SeededRandom): WriteOp {
  const { record } = one;
  const at = instantOf(world.steps);
  const actor = random.pick(ACTORS);
  const purge = random.chance(0.2);
  if (purge) eraseInWorld(world, record.id);
  else endInWorld(world, one, { at, actor });
  return deleteOp(record, { at, actor, purge, ifVersion: record.version });
}

/** Its first word is no other record's; now and then it is longer than a page. */
function contentOf(n: number, version: number, random: SeededRandom): string {
  const count = random.chance(0.03) ? 1_000 : 5 + random.below(30);
  const words = Array.from({ length: count }, () => random.pick(WORDS));
  return [`word${n}x`, `version${version}`, ...words].join(" ");
}
