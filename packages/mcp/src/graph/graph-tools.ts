import type { McpTool } from "../server/mcp-tool.js";
import {
  addObservations,
  createEntities,
  createRelations,
  type Observations,
} from "./add-nodes.js";
import { deleteEntities, deleteObservations, deleteRelations } from "./delete-nodes.js";
import type { Entity, Relation } from "./graph-nodes.js";
import { ARGUMENTS } from "./graph-schemas.js";
import { addingTool, deletingTool, readingTool } from "./graph-tool.js";
import { readGraph, searchGraph } from "./read-graph.js";

/** Defines the tools of the reference server `server-memory`, by its names, shapes and texts. */
export function graphTools(): readonly McpTool[] {
  return [
    addingTool<{ readonly entities: readonly Entity[] }>({
      name: "create_entities",
      description: "Create new entities in the knowledge graph",
      properties: ARGUMENTS.entities,
      output: "entities",
      run: ({ entities }, writing) => createEntities(entities, writing),
    }),
    addingTool<{ readonly relations: readonly Relation[] }>({
      name: "create_relations",
      description: "Create relations between entities, in active voice",
      properties: ARGUMENTS.relations,
      output: "relations",
      run: ({ relations }, writing) => createRelations(relations, writing),
    }),
    addingTool<{ readonly observations: readonly Observations[] }>({
      name: "add_observations",
      description: "Add observations to existing entities",
      properties: ARGUMENTS.observations,
      output: "results",
      run: ({ observations }, writing) => addObservations(observations, writing),
    }),
    deletingTool<{ readonly entityNames: readonly string[] }>({
      name: "delete_entities",
      description: "Delete entities and their relations",
      properties: ARGUMENTS.entityNames,
      message: "Entities deleted successfully",
      run: ({ entityNames }, writing) => deleteEntities(entityNames, writing),
    }),
    deletingTool<{ readonly deletions: readonly Deletion[] }>({
      name: "delete_observations",
      description: "Delete observations from entities",
      properties: ARGUMENTS.deletions,
      message: "Observations deleted successfully",
      run: ({ deletions }, writing) => {
        const given = deletions.map(({ entityName, observations: contents }) => {
          return { entityName, contents };
        });
        return deleteObservations(given, writing);
      },
    }),
    deletingTool<{ readonly relations: readonly Relation[] }>({
      name: "delete_relations",
      description: "Delete relations",
      properties: ARGUMENTS.relations,
      message: "Relations deleted successfully",
      run: ({ relations }, writing) => deleteRelations(relations, writing),
    }),
    readingTool({
      name: "read_graph",
      description: "Read the entire knowledge graph",
      properties: {},
      run: (_, { memory, signal }) => readGraph(memory, { signal }),
    }),
    readingTool<{ readonly query: string }>({
      name: "search_nodes",
      description: "Find entities by words of their names, types and observations, and by meaning",
      properties: ARGUMENTS.query,
      run: ({ query }, { memory, signal }) => searchGraph(memory, query, { signal }),
    }),
    readingTool<{ readonly names: readonly string[] }>({
      name: "open_nodes",
      description: "Open entities by their names",
      properties: ARGUMENTS.names,
      run: ({ names }, { memory, signal }) => readGraph(memory, { names: new Set(names), signal }),
    }),
  ];
}

interface Deletion {
  readonly entityName: string;
  readonly observations: readonly string[];
}
