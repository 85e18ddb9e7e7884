import { MemoryError, type JsonObject, type RememberInput, type Scope } from "@kioku/core";
import { checkBoolean, checkMembers, checkOneOf, checkScope } from "@kioku/core/toolkit";

import {
  contentOf,
  fieldsOf,
  instantOf,
  itemsOf,
  nameOf,
  objectsOf,
  present,
  withOnceKey,
} from "./foreign-fields.js";
import type { Fields } from "./foreign-fields.js";
import type { ForeignMemory } from "./foreign-memory.js";
import { pamChecksum, pamContentHash } from "./pam-hash.js";

/** Options of `pamMemories`. */
export interface PamReadOptions {
  /** Contents of conversation files, in any order, to read, too. @defaultValue none */
  readonly conversations?: readonly unknown[] | undefined;
  /** Refuses wrong checksums and hashes. @defaultValue `true` */
  readonly verify?: boolean | undefined;
}

const ROLES = ["user", "assistant", "system", "tool"] as const;
/** Statuses of memories that are no longer true. */
const ENDED: ReadonlySet<unknown> = new Set(["superseded", "retracted", "archived"]);

/** Members for `remember`, which checks them. */
const MEMBERS = [
  "key",
  "kind",
  "value",
  "metadata",
  "thread",
  "speaker",
  "form",
  "origin",
  "trust",
  "sources",
  "importance",
  "emotion",
  "pinned",
] as const;
const INSTANTS = ["occurredAt", "validFrom", "validTo"] as const;

/**
 * Reads a document of Portable AI Memory 1.x. A document of Kioku loses no field of its records.
 * Superseded, retracted and archived memories are read as no longer true.
 * @throws `invalid-input` for another document, naming the memory that is wrong, and for a wrong
 *   checksum.
 */
export function* pamMemories(
  document: unknown,
  options: PamReadOptions = {},
): Generator<ForeignMemory> {
  checkMembers(options, "options", ["conversations", "verify"]);
  const { conversations = [], verify = true } = options;
  checkBoolean(verify, "options.verify");
  const store = fieldsOf(document, "PAM document");
  checkSchema(store, "PAM document", "portable-ai-memory");
  const memories = itemsOf(store["memories"], "memories", []);
  if (verify) verifyAll(store, memories);
  for (const { fields, name } of objectsOf(memories, "memories")) {
    yield toMemory(fields, name, verify);
  }
  for (const one of objectsOf(conversations, "options.conversations", "conversations")) {
    yield* toMessages(one.fields, one.name);
  }
}

function checkSchema(fields: Fields, name: string, schema: string): void {
  checkOneOf(fields["schema"], `${name}: schema`, [schema]);
  const version = fields["schema_version"];
  if (typeof version === "string" && version.startsWith("1.")) return;
  throw new MemoryError("invalid-input", `${name}: schema_version must be 1.0, or a later 1.x`);
}

function verifyAll(store: Fields, memories: readonly unknown[]): void {
  if (store["integrity"] === undefined || store["integrity"] === null) return;
  const { checksum, total_memories: total } = fieldsOf(store["integrity"], "integrity");
  const objects = memories.map((memory, index) => fieldsOf(memory, `memories[${index}]`));
  const fits = total === memories.length && checksum === pamChecksum(objects as JsonObject[]);
  if (fits) return;
  throw new MemoryError(
    "invalid-input",
    "the PAM document does not have the checksum or the number of memories that it says, so it was changed or cut; pass verify: false to read it all the same",
  );
}

function toMemory(memory: Fields, name: string, verify: boolean): ForeignMemory {
  const id = contentOf(memory["id"], `${name}.id`);
  const content = contentOf(memory["content"], `${name}.content`);
  if (verify && memory["content_hash"] !== pamContentHash(content)) {
    throw new MemoryError("invalid-input", `${name}.content_hash is not that of its content`);
  }
  const once = (input: RememberInput): RememberInput =>
    withOnceKey({ ...input, dedupe: "off" }, "pam", id);
  const { kioku, ...metadata } = fieldsOf(memory["metadata"] ?? {}, `${name}.metadata`);
  if (kioku !== undefined) {
    const own = fromKiokuBlock(kioku, `${name}.metadata.kioku`);
    return { scope: own.scope, input: once({ content, ...own.input }) };
  }
  const type = contentOf(memory["custom_type"] ?? memory["type"], `${name}.type`);
  const provenance = fieldsOf(memory["provenance"] ?? {}, `${name}.provenance`);
  const thread = nameOf(provenance["conversation_ref"], `${name}.provenance.conversation_ref`);
  const { tags, status, summary } = memory;
  const pam = present({ id, status, summary, ...present(provenance) });
  return {
    scope: [],
    input: once({
      content,
      kind: type,
      metadata: { ...present({ ...metadata, tags }), pam },
      origin: "import",
      ...(thread === undefined ? {} : { thread }),
      ...trustOf(memory, name),
      ...timesOf(memory, name),
    }),
  };
}

function trustOf(memory: Fields, name: string): Pick<RememberInput, "trust"> {
  const { current, initial } = fieldsOf(memory["confidence"] ?? {}, `${name}.confidence`);
  const trust = current ?? initial;
  return typeof trust === "number" ? { trust } : {};
}

function timesOf(
  memory: Fields,
  name: string,
): Pick<RememberInput, "occurredAt" | "validFrom" | "validTo"> {
  const temporal = fieldsOf(memory["temporal"], `${name}.temporal`);
  const at = (member: string): Date | undefined =>
    instantOf(temporal[member], `${name}.temporal.${member}`);
  const createdAt = at("created_at");
  const end = ENDED.has(memory["status"]) ? (at("updated_at") ?? createdAt) : undefined;
  const validTo = at("valid_until") ?? end;
  const validFrom = at("valid_from");
  const isOrdered = !validFrom || !validTo || validFrom < validTo;
  return {
    ...(createdAt ? { occurredAt: createdAt } : {}),
    ...(validFrom && isOrdered ? { validFrom } : {}),
    ...(validTo ? { validTo } : {}),
  };
}

function* toMessages(conversation: Fields, name: string): Generator<ForeignMemory> {
  checkSchema(conversation, name, "portable-ai-memory-conversation");
  const thread = contentOf(conversation["id"], `${name}.id`);
  for (const each of objectsOf(conversation["messages"], `${name}.messages`)) {
    const { fields: message, name: part } = each;
    const id = contentOf(message["id"], `${part}.id`);
    const origin = checkOneOf(message["role"], `${part}.role`, ROLES);
    const content = textOf(fieldsOf(message["content"] ?? {}, `${part}.content`), part);
    if (content.trim() === "") continue;
    const once = (input: RememberInput): RememberInput =>
      withOnceKey({ ...input, dedupe: "off" }, "pam-message", thread, id);
    const { kioku } = fieldsOf(message["raw_metadata"] ?? {}, `${part}.raw_metadata`);
    if (kioku === undefined) {
      const occurredAt = instantOf(message["created_at"], `${part}.created_at`);
      const input = {
        content,
        kind: "message",
        thread,
        origin,
        ...(occurredAt ? { occurredAt } : {}),
      };
      yield { scope: [], input: once(input) };
    } else {
      const own = fromKiokuBlock(kioku, `${part}.raw_metadata.kioku`);
      yield { scope: own.scope, input: once({ content, ...own.input }) };
    }
  }
}

function textOf(content: Fields, name: string): string {
  if (typeof content["text"] === "string") return content["text"];
  if (Object.keys(content).length === 0) return "";
  const parts = [...objectsOf(content["parts"], `${name}.content.parts`)];
  const texts = parts.map(({ fields }) => fields["text"]);
  return texts.filter((text) => typeof text === "string").join("\n");
}

/** Reads the fields of a record that PAM has no counterpart for. */
function fromKiokuBlock(
  block: unknown,
  name: string,
): { readonly scope: Scope; readonly input: Partial<RememberInput> } {
  const fields = fieldsOf(block, name);
  const input: Record<string, unknown> = {};
  for (const member of MEMBERS) {
    if (fields[member] !== undefined && fields[member] !== null) input[member] = fields[member];
  }
  for (const member of INSTANTS) {
    const instant = instantOf(fields[member], `${name}.${member}`);
    if (instant) input[member] = instant;
  }
  return { scope: checkScope(fields["scope"] ?? [], `${name}.scope`), input };
}
