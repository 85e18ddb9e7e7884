import { seededRandom } from "@kioku/testing/support";

/** A call of a tool. */
export interface GraphCall {
  readonly name: string;
  readonly given: Record<string, unknown>;
}

const NAMES = [
  "Ann",
  "ann",
  "Bo: B",
  "Café",
  "东京",
  "Acme (UK)",
  "a_b",
  "__proto__",
  "constructor",
];
const TYPES = ["person", "Company", "城市", "a: b"];
const TEXTS = [
  "likes tea",
  "Likes tea",
  "likes  tea",
  "lives in 东京",
  "a: b",
  'said "no"\nand <left>',
  "👍🏽",
  "?",
];
const RELATIONS = ["knows", "works_at", "works at", "是"];
const QUERIES = ["ann", "TEA", "东", "a: b", "acme", "nothing here", "", "(uk)"];

/** Draws calls of all tools, by names that often meet. */
export function randomCalls(seed: number, count: number): readonly GraphCall[] {
  const random = seededRandom(seed);
  const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  /** Some of these in any order, none twice. */
  const some = <T>(items: readonly T[], most: number): readonly T[] =>
    items
      .map((item) => [random(), item] as const)
      .toSorted(([a], [b]) => a - b)
      .slice(0, Math.floor(random() * (most + 1)))
      .map(([, item]) => item);
  const relations = () => {
    const all = NAMES.flatMap((from) => RELATIONS.map((relationType) => ({ from, relationType })));
    return some(all, 4).map((part) => ({ ...part, to: one(NAMES) }));
  };
  const ofEntities = (member: string) =>
    some(NAMES, 3).map((entityName) => ({ entityName, [member]: some(TEXTS, 4) }));
  const draws: readonly (() => GraphCall)[] = [
    ...Array.from({ length: 3 }, () => () => {
      const entities = some(NAMES, 4).map((name) => {
        return { name, entityType: one(TYPES), observations: some(TEXTS, 3) };
      });
      return { name: "create_entities", given: { entities } };
    }),
    () => ({ name: "create_relations", given: { relations: relations() } }),
    () => ({ name: "create_relations", given: { relations: relations() } }),
    () => ({ name: "add_observations", given: { observations: ofEntities("contents") } }),
    () => ({ name: "add_observations", given: { observations: ofEntities("contents") } }),
    () => ({ name: "delete_entities", given: { entityNames: some(NAMES, 2) } }),
    () => ({ name: "delete_observations", given: { deletions: ofEntities("observations") } }),
    () => ({ name: "delete_relations", given: { relations: relations() } }),
    () => ({ name: "read_graph", given: {} }),
    () => ({ name: "open_nodes", given: { names: some([...NAMES, "Nobody"], 4) } }),
    () => ({ name: "search_nodes", given: { query: one(QUERIES) } }),
  ];
  return Array.from({ length: count }, () => one(draws)());
}
