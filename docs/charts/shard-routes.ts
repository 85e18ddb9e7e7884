import { shardOfScope } from "@kioku/store-postgres";

import { ADDED, arrow, cylinder, PLAIN, STORED, textBox } from "./boxes.ts";
import { drawFrame } from "./frame.ts";
import { label } from "./svg.ts";

const SCOPES = [["acorn"], ["acme", "ann"], ["acme", "bob"], ["zeta", "eva"]];
/** The shards of each server. */
const PLACES: readonly (readonly number[])[] = [
  [0, 3],
  [1, 4],
  [5, 2],
];
const SHARDS = 6;
const ROW = 46;
const TOP = 118;
const SHARD = 52;

function scopeY(index: number): number {
  return TOP + 18 + index * (ROW + 14);
}

function serverY(index: number): number {
  return TOP - 6 + index * 92;
}

/** Draws the way from a scope to the server that has it. */
export function drawShardRoutes(): string {
  const shardPlace = (shard: number): { x: number; y: number } => {
    const server = PLACES.findIndex((shards) => shards.includes(shard));
    const place = PLACES[server]?.indexOf(shard) ?? 0;
    return { x: 640 + place * 132, y: serverY(server) + 24 };
  };
  return drawFrame(
    {
      title: "The first element of a scope decides its shard",
      subtitle:
        "All of a tenant is in one shard, so its reads and writes use one server, and its batches are atomic. Six shards are drawn; 64 are usual.",
      description:
        "Scopes with the same first element have the same hash, so the same shard: a schema of a server. Servers hold several shards, which can move from one to another.",
      height: 432,
    },
    [
      label("scope", { x: 24, y: 96, class: "heading" }),
      label("hash of the first element", { x: 300, y: 96, class: "heading" }),
      label("shards, each a schema, on servers", { x: 616, y: 96, class: "heading" }),
      ...PLACES.flatMap((shards, index) => [
        cylinder({ x: 616, y: serverY(index), width: 296, height: 82 }, STORED),
        ...shards.map((shard) => {
          const { x, y } = shardPlace(shard);
          const isUsed = SCOPES.some((scope) => shardOfScope(scope, SHARDS) === shard);
          return textBox(
            { x, y, width: 116, height: SHARD - 8 },
            [`kioku_${shard}`],
            isUsed ? ADDED : PLAIN,
          );
        }),
      ]),
      ...SCOPES.flatMap((scope, index) => {
        const shard = shardOfScope(scope, SHARDS);
        const y = scopeY(index);
        const to = shardPlace(shard);
        return [
          textBox({ x: 24, y, width: 176, height: ROW - 6 }, [
            JSON.stringify(scope).replaceAll(",", ", "),
          ]),
          arrow({ x: 204, y: y + 20 }, { x: 296, y: y + 20 }),
          textBox({ x: 300, y, width: 116, height: ROW - 6 }, [`mod ${SHARDS} = ${shard}`], ADDED),
          arrow(
            { x: 420, y: y + 20 },
            { x: to.x - 4, y: to.y + 16 + (index === 2 ? 14 : index === 1 ? 2 : 6) },
          ),
        ];
      }),
      label("several first elements", { x: 24, y: 394, class: "heading" }),
      label(
        "A recall from the root asks all shards twice: for statistics of words, which are added up, then for scores. A batch of several shards is refused.",
        { x: 24, y: 415, class: "tick" },
      ),
    ],
  );
}
