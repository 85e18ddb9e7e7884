import type { JsonObject, ExportLine } from "@kioku/core";
import {
  checkInstant,
  checkMembers,
  checkText,
  MAX_NAME_LENGTH,
  compareText,
  scopeToPath,
  LineReader,
} from "@kioku/core/toolkit";
import type { IncomingRecord } from "@kioku/core/toolkit";

import type { PamExport, PamMemory, PamRelation } from "./pam-document.js";
import { pamChecksum } from "./pam-hash.js";
import { toPamConversations } from "./to-pam-conversations.js";
import { conversationId, EPOCH, pamInstant, toPamMemory } from "./to-pam-memory.js";
import type { KiokuRecord } from "./to-pam-memory.js";

/** Options of `toPam`. */
export interface PamOptions {
  /** Id of the owner, the same in every export. */
  readonly ownerId: string;
  /** Id of this export, such as a UUID. @defaultValue left out */
  readonly exportId?: string | undefined;
  /** Time of the export. @defaultValue left out, so that equal memories give equal documents */
  readonly exportedAt?: Date | undefined;
}

/**
 * Converts the lines of an export to a document of Portable AI Memory 1.0, without forgotten
 * records, earlier versions and tombstones. The whole document is in memory at once.
 * @throws `invalid-input` as `import` does, for lines of an incomplete export.
 */
export async function toPam(
  lines: AsyncIterable<ExportLine> | Iterable<ExportLine>,
  options: PamOptions,
): Promise<PamExport> {
  checkMembers(options, "options", ["ownerId", "exportId", "exportedAt"]);
  const ownerId = checkText(options.ownerId, "options.ownerId", MAX_NAME_LENGTH);
  const { exportId, exportedAt } = options;
  if (exportId !== undefined) checkText(exportId, "options.exportId", MAX_NAME_LENGTH);
  const exportDate = exportedAt && pamInstant(checkInstant(exportedAt, "options.exportedAt"));
  const records = await readRecords(lines);
  const messages = records.filter((record) => isMessage(record));
  const facts = records.filter((record) => !isMessage(record));
  const memories = facts
    .map((record) => toPamMemory(record))
    .toSorted((a, b) => compareText(a.id, b.id));
  const { index, conversations } = toPamConversations({ facts, messages });
  const embeddings = toEmbeddings(facts);
  return {
    memoryStore: {
      schema: "portable-ai-memory",
      schema_version: "1.0",
      spec_uri: "https://portable-ai-memory.org/spec/v1.0",
      ...(exportId === undefined ? {} : { export_id: exportId }),
      ...(exportDate === undefined ? {} : { export_date: exportDate }),
      owner: { id: ownerId },
      memories,
      relations: toRelations(facts, memories),
      conversations_index: index,
      integrity: {
        canonicalization: "RFC8785",
        checksum: pamChecksum(memories as unknown as readonly JsonObject[]),
        total_memories: memories.length,
      },
      export_type: "full",
    },
    conversations,
    ...(embeddings.length === 0 ? {} : { embeddings: { ...EMBEDDINGS, embeddings } }),
  };
}

const EMBEDDINGS = { schema: "portable-ai-memory-embeddings", schema_version: "1.0" };

async function readRecords(
  lines: AsyncIterable<ExportLine> | Iterable<ExportLine>,
): Promise<readonly KiokuRecord[]> {
  const reader = new LineReader([]);
  const records: KiokuRecord[] = [];
  for await (const line of lines) {
    const incoming = reader.read(line);
    if (incoming.type === "record") records.push(...current(incoming.record));
  }
  reader.end();
  return records;
}

/** Returns the current version of a record; none if it was deleted. */
function current({ scope, id, revisions, vectors }: IncomingRecord): readonly KiokuRecord[] {
  const { record, change = "deleted" } = revisions.at(-1) ?? {};
  if (!record) return [];
  // Scopes may have records of the same id.
  const pamId = scope.length === 0 ? id : `${scopeToPath(scope)}/${id}`;
  return [{ pamId, record, change, vector: vectors[0] }];
}

/** Returns true for a message of a conversation, which PAM keeps apart from memories. */
function isMessage({ record }: KiokuRecord): boolean {
  return record.kind === "message" && conversationId(record) !== undefined;
}

function toRelations(
  facts: readonly KiokuRecord[],
  memories: readonly PamMemory[],
): readonly PamRelation[] {
  const known = new Set(memories.map(({ id }) => id));
  return facts.flatMap(({ pamId, record }) =>
    [...new Set(record.sources)].flatMap((source): readonly PamRelation[] => {
      const to = `${pamId.slice(0, pamId.length - record.id.length)}${source}`;
      if (!known.has(to)) return [];
      const created_at = pamInstant(record.createdAt) ?? EPOCH;
      return [{ id: `${pamId}:${source}`, from: pamId, to, type: "derived_from", created_at }];
    }),
  );
}

function toEmbeddings(facts: readonly KiokuRecord[]): readonly JsonObject[] {
  return facts.flatMap(({ pamId, record, vector }): readonly JsonObject[] => {
    if (!vector) return [];
    return [
      {
        id: `${pamId}:embedding`,
        memory_id: pamId,
        model: vector.space.id,
        dimensions: vector.space.dimensions,
        created_at: pamInstant(record.updatedAt) ?? EPOCH,
        vector: [...vector.values],
        storage: null,
      },
    ];
  });
}
