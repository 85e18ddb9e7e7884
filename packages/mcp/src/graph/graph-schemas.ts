import type { ListSchema, ObjectSchema, TextSchema } from "@kioku/tools";

type Properties = ObjectSchema["properties"];

const TEXT: TextSchema = { type: "string" };
const MOST_ITEMS = 1_000;

const TEXTS: ListSchema = { type: "array", items: TEXT };
const GIVEN_TEXTS: ListSchema = { ...TEXTS, maxItems: MOST_ITEMS };

const ENTITY: Properties = { name: TEXT, entityType: TEXT, observations: TEXTS };
const RELATION: Properties = { from: TEXT, to: TEXT, relationType: TEXT };
const UNTRUSTED: Properties = { untrusted: { type: "boolean" } };

/** Arguments of the tools. All are required. */
export const ARGUMENTS: Readonly<
  Record<
    "entities" | "relations" | "observations" | "names" | "entityNames" | "deletions" | "query",
    Properties
  >
> = {
  entities: { entities: given({ ...ENTITY, observations: GIVEN_TEXTS }) },
  relations: { relations: given(RELATION) },
  observations: { observations: given({ entityName: TEXT, contents: GIVEN_TEXTS }) },
  names: { names: GIVEN_TEXTS },
  entityNames: { entityNames: GIVEN_TEXTS },
  deletions: { deletions: given({ entityName: TEXT, observations: GIVEN_TEXTS }) },
  query: { query: { ...TEXT, minLength: 0 } },
};

/** Structured answers. */
export const ANSWERS: Readonly<
  Record<"entities" | "relations" | "results" | "graph" | "success", ObjectSchema>
> = {
  entities: answer({ entities: listOf(ENTITY) }),
  relations: answer({ relations: listOf(RELATION) }),
  results: answer({ results: listOf({ entityName: TEXT, addedObservations: TEXTS }) }),
  graph: answer({
    entities: listOf({ ...ENTITY, ...UNTRUSTED }),
    relations: listOf({ ...RELATION, ...UNTRUSTED }),
  }),
  success: answer({ success: { type: "boolean" }, message: TEXT }),
};

function answer(properties: Properties): ObjectSchema {
  return { type: "object", properties };
}

function listOf(properties: Properties): ListSchema {
  return { type: "array", items: answer(properties) };
}

function given(properties: Properties): ListSchema {
  const items: ObjectSchema = { type: "object", properties, required: Object.keys(properties) };
  return { type: "array", items, maxItems: MOST_ITEMS };
}
