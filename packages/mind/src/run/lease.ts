import { MemoryError, type CallOptions } from "@kioku/core";

import { KEYS, KINDS } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";
import { unlessConflict } from "../records/conflicts.js";
import { objectOf } from "../records/json.js";
import { readByKeys } from "../records/read-records.js";

/** Right of one run to work in a scope. It saves work; versions of records keep results right. */
export interface Lease {
  readonly owner: string;
  readonly version: number;
  readonly until: number;
}

/** Takes the lease of a scope; `undefined` if another run holds it. */
export async function takeLease(
  host: MindHost,
  owner: string,
  options: CallOptions,
): Promise<Lease | undefined> {
  const record = (await readByKeys(host.memory, [KEYS.lease], options)).get(KEYS.lease);
  const until = objectOf(record?.value)["until"];
  const isHeld = typeof until === "number" && until > host.clock().getTime();
  return isHeld ? undefined : writeLease(host, { owner, version: record?.version ?? 0 }, options);
}

/** Renews a lease whose time is half over; `undefined` if another run has taken it. */
export async function renewLease(
  host: MindHost,
  lease: Lease,
  options: CallOptions,
): Promise<Lease | undefined> {
  if (lease.until - host.clock().getTime() > host.leaseMs / 2) return lease;
  return writeLease(host, lease, options);
}

/** Gives a lease back. It ends by itself if that fails. */
export async function releaseLease(host: MindHost, { version }: Lease): Promise<void> {
  try {
    await host.memory.forget({ key: KEYS.lease }, { ifVersion: version, purge: true });
  } catch (error) {
    if (!MemoryError.is(error, "conflict")) host.logger.warn("lease was not given back", { error });
  }
}

async function writeLease(
  { memory, clock, leaseMs }: MindHost,
  { owner, version }: Omit<Lease, "until">,
  { signal }: CallOptions,
): Promise<Lease | undefined> {
  const until = clock().getTime() + leaseMs;
  const fixed = { kind: KINDS.state, origin: "derived", index: false, signal } as const;
  const writing = memory.set(KEYS.lease, { owner, until }, { ...fixed, ifVersion: version });
  const record = await unlessConflict(writing);
  return record && { owner, version: record.version, until };
}
