import { type CallOptions, type Memory, MemoryError, type MemoryRecord } from "@kioku/core";
import { checkNumber, checkText, MAX_NAME_LENGTH } from "@kioku/core/toolkit";
import { readHistory, readSources } from "@kioku/mind";

import type { ErasureAnswer, OneMemory, RecordVerbs, SeenMemory } from "../wire/record.js";
import { inScope } from "./in-scope.js";
import { memoryRow } from "./memory-row.js";
import { checkChanges } from "./record-changes.js";
import { readNeighbours, readReplaced, readReplacing } from "./related-memories.js";
import { toSent } from "./sent.js";
import type { Service, VerbTable } from "./service.js";

const MOST_TEXT = 200_000;
const MOST_VERSION_TEXT = 20_000;
const MOST_VERSIONS = 50;
const MOST_DERIVED = 50;
const ACTOR = "studio";
/** Kinds that a mind proves by quotations. */
const PROVEN = new Set(["fact", "episode"]);

/** Verbs of the page `record`. */
export const RECORD: VerbTable<RecordVerbs> = {
  record: {
    isWrite: false,
    run: async (service, query, options) => {
      const { view, record } = await find(service, query, options);
      const mind = inScope(service.mind, query.scope);
      const after = Math.max(0, record.version - MOST_VERSIONS);
      const [versions, sources, why, around, replacedBy, replaces] = await Promise.all([
        readHistory(view, record.id, { ...options, after }),
        readSources(view, record, options),
        PROVEN.has(record.kind) ? mind.why(record.id, options) : undefined,
        readNeighbours(view, record, options),
        readReplacing(view, record, options),
        readReplaced(view, record, options),
      ]);
      const rowsOf = (records: readonly MemoryRecord[]) =>
        records.map((one) => memoryRow(service.memory, one));
      return {
        record: toSent(cut(record, MOST_TEXT)),
        isCut: record.content.length > MOST_TEXT,
        versions: versions.map((version) =>
          toSent(
            version.record
              ? { ...version, record: cut(version.record, MOST_VERSION_TEXT) }
              : version,
          ),
        ),
        sources: rowsOf(sources),
        quotes: why?.quotes.map(({ source, quote }) => ({ source, quote })) ?? [],
        ...(why && { by: why.by }),
        before: rowsOf(around.before),
        after: rowsOf(around.after),
        replacedBy: rowsOf(replacedBy),
        replaces: rowsOf(replaces),
      };
    },
  },
  erasure: {
    isWrite: false,
    run: async (service, query, options) => erase(service, query, { ...options, dryRun: true }),
  },
  edit: {
    isWrite: true,
    run: async ({ mind }, { changes, ...query }, { signal }) => {
      const { id, ifVersion } = checkSeen(query);
      const patch = checkChanges(changes);
      const writing = { ifVersion, signal, actor: ACTOR };
      const { version } = await inScope(mind, query.scope).update(id, patch, writing);
      return { version };
    },
  },
  forget: {
    isWrite: true,
    run: async ({ mind }, query, { signal }) => {
      const { id, ifVersion } = checkSeen(query);
      const writing = { ifVersion, signal, actor: ACTOR };
      return { forgotten: await inScope(mind, query.scope).forget(id, writing) };
    },
  },
  erase: {
    isWrite: true,
    run: async (service, query, options) => {
      const { ifVersion } = checkSeen(query);
      const { record } = await find(service, query, options);
      if (record.version !== ifVersion) {
        const { version } = record;
        throw new MemoryError(
          "conflict",
          `version ${ifVersion} is not the present one, ${version}`,
        );
      }
      return erase(service, query, options);
    },
  },
};

function checkSeen({ id, ifVersion }: SeenMemory): Pick<SeenMemory, "id" | "ifVersion"> {
  checkText(id, "query.id", MAX_NAME_LENGTH);
  return { id, ifVersion: checkNumber(ifVersion, "query.ifVersion", { min: 1, integer: true }) };
}

/** Returns a memory with the view of its scope. @throws `not-found` */
async function find(
  { memory }: Service,
  { scope, id }: OneMemory,
  options: CallOptions,
): Promise<{ readonly view: Memory; readonly record: MemoryRecord }> {
  const view = inScope(memory, scope);
  const record = await view.read(checkText(id, "query.id", MAX_NAME_LENGTH), options);
  if (record) return { view, record };
  throw new MemoryError("not-found", "memory is not in this scope");
}

async function erase(
  { memory, mind }: Service,
  { scope, id }: OneMemory,
  { signal, dryRun = false }: CallOptions & { readonly dryRun?: boolean },
): Promise<ErasureAnswer> {
  const view = inScope(memory, scope);
  checkText(id, "query.id", MAX_NAME_LENGTH);
  const report = await inScope(mind, scope).erase(id, { signal, dryRun, actor: ACTOR });
  const ids = report.derived.slice(0, MOST_DERIVED).map((one) => one.id);
  const query = { filter: { "@id": { $in: ids } }, includeArchived: true, includeRetired: true };
  const { items } = dryRun && ids.length > 0 ? await view.list(query, { signal }) : { items: [] };
  return {
    records: report.records.length,
    derived: report.derived.length,
    derivedRows: items.map((one) => ({
      ...memoryRow(memory, one),
      isDirect: one.sources.includes(id),
    })),
    revisions: report.revisions,
    vectors: report.vectors,
    unreached: report.unreached,
  };
}

function cut(record: MemoryRecord, most: number): MemoryRecord {
  return record.content.length <= most
    ? record
    : { ...record, content: record.content.slice(0, most) };
}
