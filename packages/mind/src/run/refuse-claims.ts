import type { CallOptions, MemoryRecord } from "@kioku/core";

import { claimHash } from "../model/claim-hash.js";
import { KEYS } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";
import { recordToFact } from "../records/fact-record.js";
import { readByIds } from "../records/read-records.js";
import { stateInput } from "../records/state-record.js";
import { recordToTurn } from "../records/turn-record.js";
import { claimsAround, claimsOf } from "./claims.js";
import { rebuildMarks } from "./rebuild.js";

/** Records that are marked in one transaction. */
const RECORDS_AT_ONCE = 200;

/**
 * Refuses for good all sentences of turns and facts that are about to be forgotten or erased, and
 * marks the episodes that hold the turns, or those of the facts, to be made anew without them.
 */
export async function refuseClaims(
  host: MindHost,
  records: readonly MemoryRecord[],
  options: CallOptions = {},
): Promise<void> {
  for (let from = 0; from < records.length; from += RECORDS_AT_ONCE) {
    const part = records.slice(from, from + RECORDS_AT_ONCE);
    const hashes = new Set<string>();
    for (const record of part) {
      for (const hash of await hashesOf(host, record, options)) hashes.add(hash);
    }
    const refused = [...hashes].map((hash) =>
      stateInput(KEYS.claim(hash), { facts: [], refused: true }),
    );
    const ofFacts = part.flatMap((record) => recordToFact(record)?.evidence ?? []);
    const sources = ofFacts.map(({ source }) => source);
    const said = [...part, ...(await readByIds(host.memory, sources, options)).values()];
    const turns = said.flatMap((record) => recordToTurn(record, host.kinds) ?? []);
    const marks = await rebuildMarks(host, turns, options);
    const inputs = [...refused, ...marks];
    if (inputs.length > 0) await host.memory.rememberAll(inputs, { signal: options.signal });
  }
}

async function hashesOf(
  host: MindHost,
  record: MemoryRecord,
  options: CallOptions,
): Promise<readonly string[]> {
  const turn = recordToTurn(record, host.kinds);
  if (turn) return claimsOf(turn);
  const fact = recordToFact(record);
  if (!fact) return [];
  const sources = await readByIds(host.memory, record.sources, options);
  const quoted = fact.evidence.flatMap(({ source, quote }) => {
    const raw = sources.get(source);
    const said = raw && recordToTurn(raw, host.kinds);
    return said ? claimsAround(said, quote) : claimHash(fact.subject, quote);
  });
  return [claimHash(fact.subject, fact.text), ...quoted];
}
