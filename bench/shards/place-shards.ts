import type { ShardLoad } from "./shard-loads.ts";

/** The node of each shard. */
export type Placement = readonly number[];

/** Shards that changed their node. */
export interface Rebalanced {
  readonly placement: Placement;
  readonly moved: number;
  readonly bytes: number;
}

/** A node may have so much more than the mean before shards are moved, as in Citus. */
const THRESHOLD = 0.1;

/** Places one shard after the other on the next node. */
export function placeInTurn(shards: number, nodes: number): Placement {
  return Array.from({ length: shards }, (_, shard) => shard % nodes);
}

/** Returns the sum of a figure on each node. */
export function sumByNode(
  loads: readonly ShardLoad[],
  { placement, nodes }: Placed,
  of: (load: ShardLoad) => number,
): readonly number[] {
  const sums = Array.from({ length: nodes }, () => 0);
  for (const [shard, load] of loads.entries()) {
    const node = placement[shard] ?? 0;
    sums[node] = (sums[node] ?? 0) + of(load);
  }
  return sums;
}

/** Where shards are, on how many nodes. */
export interface Placed {
  readonly placement: Placement;
  readonly nodes: number;
}

/**
 * Moves shards from the fullest node to the emptiest until no node has more bytes than allowed, or
 * no move makes the fuller of the two smaller.
 */
export function rebalance(loads: readonly ShardLoad[], placed: Placed): Rebalanced {
  const { nodes } = placed;
  const placement = [...placed.placement];
  const sums = [...sumByNode(loads, placed, ({ bytes }) => bytes)];
  const allowed = ((1 + THRESHOLD) * sums.reduce((all, one) => all + one, 0)) / nodes;
  for (let turn = 0; turn < loads.length; turn += 1) {
    const [full, empty] = [indexOfMost(sums), indexOfMost(sums.map((sum) => -sum))];
    const [most = 0, least = 0] = [sums[full], sums[empty]];
    if (most <= allowed) break;
    const gap = most - least;
    const best = shardNear(loads, placement, { node: full, bytes: gap / 2 });
    const bytes = loads[best]?.bytes ?? gap;
    if (bytes >= gap) break;
    placement[best] = empty;
    sums[full] = most - bytes;
    sums[empty] = least + bytes;
  }
  const moved = loads.filter((_, shard) => placement[shard] !== placed.placement[shard]);
  return {
    placement,
    moved: moved.length,
    bytes: moved.reduce((all, { bytes }) => all + bytes, 0),
  };
}

/** The shard of a node whose size is nearest to the given one. */
function shardNear(
  loads: readonly ShardLoad[],
  placement: Placement,
  { node, bytes }: { readonly node: number; readonly bytes: number },
): number {
  let [best, distance] = [-1, Infinity];
  for (const [shard, load] of loads.entries()) {
    const away = Math.abs(load.bytes - bytes);
    if (placement[shard] === node && away < distance) [best, distance] = [shard, away];
  }
  return best;
}

function indexOfMost(values: readonly number[]): number {
  return values.reduce((best, value, index) => (value > (values[best] ?? 0) ? index : best), 0);
}
