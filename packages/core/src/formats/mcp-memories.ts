import { checkOneOf } from "../check/check.js";
import { invalidInput } from "../check/invalid-input.js";
import { jsonLines } from "../transfer/json-lines.js";
import type { TextSource } from "../transfer/text-lines.js";
import { contentOf, fieldsOf, onceKey } from "./foreign-fields.js";
import type { Fields } from "./foreign-fields.js";
import type { ForeignMemory } from "./foreign-memory.js";

/**
 * Memories from the file of the MCP memory server (`memory.jsonl`). Every observation becomes a memory that names its entity, every
 * relation a sentence; an entity without observations is kept as such.
 * @throws `invalid-input` naming the line that is none of these.
 */
export async function* mcpMemories(source: TextSource): AsyncGenerator<ForeignMemory> {
  for await (const { number, value } of jsonLines(source)) {
    const name = `line ${number}`;
    const fields = fieldsOf(value, name);
    const type = checkOneOf(fields["type"], `${name}: type`, ["entity", "relation"]);
    if (type === "relation") yield toRelation(fields, name);
    else yield* toObservations(fields, name);
  }
}

function* toObservations(fields: Fields, name: string): Generator<ForeignMemory> {
  const entity = contentOf(fields["name"], `${name}: name`);
  const entityType = contentOf(fields["entityType"], `${name}: entityType`);
  const observations = fields["observations"] ?? [];
  if (!Array.isArray(observations)) {
    throw invalidInput(`${name}: observations`, "a list of texts", observations);
  }
  const metadata = { entity, entityType };
  const once = onceKey("mcp-entity", entity, entityType);
  if (observations.length === 0) {
    const content = `${entity} (${entityType})`;
    yield imported({ content, kind: "entity", metadata, idempotencyKey: once });
  }
  for (const [index, item] of observations.entries()) {
    const observation = contentOf(item, `${name}: observations[${index}]`);
    yield imported({
      content: `${entity}: ${observation}`,
      kind: "observation",
      metadata: { ...metadata, observation },
      idempotencyKey: onceKey("mcp-observation", entity, observation),
    });
  }
}

function toRelation(fields: Fields, name: string): ForeignMemory {
  const from = contentOf(fields["from"], `${name}: from`);
  const relationType = contentOf(fields["relationType"], `${name}: relationType`);
  const to = contentOf(fields["to"], `${name}: to`);
  return imported({
    content: `${from} ${relationType.replaceAll("_", " ")} ${to}`,
    kind: "relation",
    metadata: { from, relationType, to },
    idempotencyKey: onceKey("mcp-relation", from, relationType, to),
  });
}

function imported(input: ForeignMemory["input"]): ForeignMemory {
  return { scope: [], input: { ...input, origin: "import", dedupe: "off" } };
}
