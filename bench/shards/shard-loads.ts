import { createHash } from "node:crypto";

import type { Inputs } from "./inputs.ts";
import type { Tenants } from "./tenant-sizes.ts";

/** Sizes and work of one shard. */
export interface ShardLoad {
  readonly tenants: number;
  readonly memories: number;
  readonly bytes: number;
  /** Bytes of indexes of vectors, which have to stay in memory. */
  readonly indexBytes: number;
  /** Share of all requests. */
  readonly requests: number;
  /** Processor time of the server for one request of all, on average, that falls to this shard. */
  readonly cpuMs: number;
  readonly largestTenantBytes: number;
  /** Share of all requests that its busiest tenant has. */
  readonly busiestTenant: number;
}

/** Returns the hash of each tenant's name, from which its shard follows. */
export function hashTenants(tenants: number): Uint32Array {
  const hashes = new Uint32Array(tenants);
  for (let tenant = 0; tenant < tenants; tenant += 1) {
    hashes[tenant] = hashOf(`tenant-${tenant}`);
  }
  return hashes;
}

/** Hashes the first element of a scope as `shardedStore` does. */
export function hashOf(first: string): number {
  return createHash("sha256").update(first).digest().readUInt32BE();
}

/** Adds up the tenants of each shard. */
export function loadShards(
  tenants: Tenants,
  { hashes, shards, inputs }: Hashed,
): readonly ShardLoad[] {
  const { small, large, cpu, requests, emptyShardBytes } = inputs;
  const write = (1 - requests.recalls) * cpu.rememberMs;
  const empty = { tenants: 0, memories: 0, indexBytes: 0, requests: 0, cpuMs: 0 };
  const loads = Array.from({ length: shards }, () => ({
    ...empty,
    bytes: emptyShardBytes,
    largestTenantBytes: 0,
    busiestTenant: 0,
  }));
  for (const [tenant, memories] of tenants.memories.entries()) {
    const load = loads[(hashes[tenant] ?? 0) % shards];
    if (!load) continue;
    const share = tenants.requests[tenant] ?? 0;
    const isLarge = memories >= large.indexFrom;
    const bytes = memories * (isLarge ? large.bytesPerMemory : small.bytesPerMemory);
    const recall = isLarge ? cpu.largeRecallMs : cpu.smallRecallMs;
    load.tenants += 1;
    load.memories += memories;
    load.bytes += bytes;
    load.indexBytes += isLarge ? memories * large.indexBytesPerMemory : 0;
    load.requests += share;
    load.cpuMs += share * (requests.recalls * recall + write);
    load.largestTenantBytes = Math.max(load.largestTenantBytes, bytes);
    load.busiestTenant = Math.max(load.busiestTenant, share);
  }
  return loads;
}

/** Hashes of all tenants, and what they are spread over. */
interface Hashed {
  readonly hashes: Uint32Array;
  readonly shards: number;
  readonly inputs: Inputs;
}
