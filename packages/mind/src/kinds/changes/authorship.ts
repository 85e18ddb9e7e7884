import type { MemoryRecord, RememberInput } from "@kioku/core";
import { MemoryError } from "@kioku/core";
import { derivableTrust, isTrusted, MOST_UNTRUSTED } from "@kioku/core/toolkit";

import { readByIds } from "../../records/read-records.js";
import type { KindWriteOptions } from "../api/memory-kinds.js";
import type { KindHost } from "../model/kind-host.js";

/** Most sources of one record. */
const MAX_SOURCES = 10_000;

/** Returns where a change comes from; what is made of other records has their sources, too. */
export function authorOf(
  { origin = "assistant", trust, sources = [] }: KindWriteOptions,
  old: readonly MemoryRecord[] = [],
): Required<Pick<RememberInput, "origin" | "sources">> & Pick<RememberInput, "trust"> {
  const all = [...new Set([...old.flatMap((record) => record.sources), ...sources])];
  // The newest are kept: a text that is written anew again and again says little of the oldest.
  return { origin, trust, sources: all.slice(-MAX_SOURCES) };
}

/** Returns where a text comes from that is part of an old one still, which limits its trust. */
export function coauthorOf(
  options: KindWriteOptions,
  old: MemoryRecord,
): ReturnType<typeof authorOf> {
  const author = authorOf(options, [old]);
  return { ...author, trust: Math.min(trustOf(options), derivableTrust(old)) };
}

/** Refuses to end or replace trusted records by what is not. @throws `untrusted` */
export async function requireTrust(
  host: KindHost,
  old: readonly MemoryRecord[],
  options: KindWriteOptions,
): Promise<void> {
  if (!old.some(isTrusted) || (await isTrustedAuthor(host, options))) return;
  throw new MemoryError("untrusted", "untrusted text cannot replace or end what is trusted");
}

/** Returns true if what is written now will be trusted, by its sources as well. */
export async function isTrustedAuthor(
  { memory }: KindHost,
  options: KindWriteOptions,
): Promise<boolean> {
  const { origin = "assistant", sources = [], signal } = options;
  if (!isTrusted({ origin, trust: trustOf(options) })) return false;
  if (sources.length === 0) return true;
  const found = await readByIds(memory, sources, { signal });
  return sources.every((id) => {
    const source = found.get(id);
    return source !== undefined && isTrusted(source);
  });
}

function trustOf({ origin, trust }: KindWriteOptions): number {
  return trust ?? (origin === "web" || origin === "tool" ? MOST_UNTRUSTED : 1);
}
