import { MemoryError, type Scope } from "@kioku/core";
import { checkMembers, checkTexts, MAX_NAME_LENGTH } from "@kioku/core/toolkit";

import {
  contentOf,
  fieldsOf,
  instantOf,
  itemsOf,
  nameOf,
  objectOf,
  onceKey,
  present,
  withOnceKey,
} from "./foreign-fields.js";
import type { Fields } from "./foreign-fields.js";
import type { ForeignMemory } from "./foreign-memory.js";

/** The ids by which mem0 tells owners apart. */
export type Mem0Owner = "user_id" | "agent_id" | "app_id" | "run_id";

/** Options of `mem0Memories`. */
export interface Mem0Options {
  /**
   * Ids that make the scope of a memory, in this order, as far as it has them. Required for an
   * export with memories of several users. @defaultValue `[]`: one scope for all
   */
  readonly scopeBy?: readonly Mem0Owner[] | undefined;
}

const OWNERS: readonly Mem0Owner[] = ["user_id", "agent_id", "app_id", "run_id"];
/** Names of the same members in the JavaScript library. */
const CAMEL: Readonly<Record<string, string>> = {
  user_id: "userId",
  agent_id: "agentId",
  app_id: "appId",
  run_id: "runId",
  created_at: "createdAt",
  updated_at: "updatedAt",
  expiration_date: "expirationDate",
};

/**
 * Reads the answer of mem0's `get_all`, of the library or the platform: a list, or an object with
 * `results`. Relations of its graph become memories of the kind `relation`.
 * @throws `invalid-input` naming the item that is wrong, and if memories of several users would go
 *   into one scope.
 */
export function* mem0Memories(data: unknown, options: Mem0Options = {}): Generator<ForeignMemory> {
  checkMembers(options, "options", ["scopeBy"]);
  const scopeBy = checkTexts(options.scopeBy ?? [], "options.scopeBy", MAX_NAME_LENGTH);
  const items = itemsOf(data, "mem0 export", ["results", "memories"]);
  const all = items.map((item, index) => fieldsOf(item, `results[${index}]`));
  if (!scopeBy.includes("user_id")) requireOneUser(all);
  for (const [index, item] of all.entries()) yield toMemory(item, `results[${index}]`, scopeBy);
  const { relations } = Array.isArray(data) ? {} : fieldsOf(data, "mem0 export");
  for (const [index, item] of itemsOf(relations ?? [], "relations", ["results"]).entries()) {
    yield toRelation(fieldsOf(item, `relations[${index}]`), `relations[${index}]`);
  }
}

function requireOneUser(items: readonly Fields[]): void {
  const users = new Set(items.flatMap((item) => member(item, "user_id") ?? []));
  if (users.size <= 1) return;
  throw new MemoryError(
    "invalid-input",
    `the mem0 export holds memories of ${users.size} users; pass scopeBy: ["user_id"] to keep them apart`,
  );
}

function toMemory(item: Fields, name: string, scopeBy: readonly string[]): ForeignMemory {
  const id = contentOf(member(item, "id"), `${name}.id`);
  const owners = OWNERS.map((owner) => [owner, nameOf(member(item, owner), `${name}.${owner}`)]);
  const ids = Object.fromEntries(owners) as Readonly<Record<string, string | undefined>>;
  const scope: Scope = scopeBy.flatMap((owner) => ids[owner] ?? []);
  const thread = ids["run_id"];
  const occurredAt = instantOf(member(item, "created_at"), `${name}.created_at`);
  const { hash, categories } = item;
  const rest = present({
    id,
    ...ids,
    hash,
    categories,
    updated_at: member(item, "updated_at"),
    expiration_date: member(item, "expiration_date"),
  });
  const content = contentOf(item["memory"] ?? item["data"], `${name}.memory`);
  return {
    scope,
    input: withOnceKey(
      {
        content,
        metadata: { ...objectOf(item["metadata"], `${name}.metadata`), mem0: rest },
        origin: "import",
        ...(thread === undefined ? {} : { thread }),
        ...(occurredAt ? { occurredAt } : {}),
        dedupe: "off",
      },
      "mem0",
      id,
    ),
  };
}

function toRelation(item: Fields, name: string): ForeignMemory {
  const source = contentOf(item["source"], `${name}.source`);
  const relationship = contentOf(item["relationship"] ?? item["relation"], `${name}.relationship`);
  const target = contentOf(item["target"] ?? item["destination"], `${name}.target`);
  return {
    scope: [],
    input: {
      content: `${source} ${relationship.replaceAll("_", " ")} ${target}`,
      kind: "relation",
      metadata: { source, relationship, target },
      origin: "import",
      idempotencyKey: onceKey("mem0-relation", source, relationship, target),
      dedupe: "off",
    },
  };
}

function member(item: Fields, name: string): unknown {
  return item[name] ?? item[CAMEL[name] ?? name];
}
