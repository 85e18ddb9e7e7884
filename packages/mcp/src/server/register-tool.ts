import type { Logger } from "@kioku/core";
import type { Mind } from "@kioku/mind";
import type { ObjectSchema } from "@kioku/tools";
import type {
  CallToolResult,
  McpServer,
  StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";

import type { McpTool } from "./mcp-tool.js";
import { shownMemories } from "./shown-memories.js";
import { failureOf, resultOf } from "./tool-result.js";

/** Parts that all tools of a server share. */
export interface ToolContext {
  /** Highest trust of what is written. */
  readonly trust: number;
  /** Never throws. */
  readonly logger: Logger;
}

/** Arguments of a call, which the definition of its tool checks. */
type Given = Readonly<Record<string, unknown>>;

/**
 * Returns a function that registers a tool with a server for a memory. What a model can mend, and
 * errors of the memory, are answers.
 */
export function prepareTool(
  tool: McpTool,
  { trust, logger }: ToolContext,
): (server: McpServer, memory: Mind) => void {
  const { definition, title, annotations, output } = tool;
  const { name, description, parameters } = definition;
  const inputSchema = uncheckedSchema(parameters);
  const outputSchema = uncheckedSchema(output);
  const config = { title, description, annotations, inputSchema, outputSchema };
  return (server, memory) => {
    server.registerTool(name, config, async (given, { mcpReq }): Promise<CallToolResult> => {
      const { signal } = mcpReq;
      try {
        const shown = shownMemories(memory);
        const answer = await definition.run(definition.check(given), {
          memory,
          signal,
          actor: `mcp:${name}`,
          trust: (written, replaced) => shown.judge(written, { replaced, trust }),
        });
        if (definition.showsMemories) shown.add(answer);
        return resultOf(tool, answer);
      } catch (error) {
        if (signal.aborted) throw error;
        return failureOf(error, name, logger);
      }
    });
  };
}

/** Returns a schema that the SDK only tells clients: definitions check arguments. */
function uncheckedSchema(schema: ObjectSchema): StandardSchemaWithJSON<Given, Given> {
  const json = (): Record<string, unknown> => ({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "kioku",
      validate: (value) => ({ value: value as Given }),
      jsonSchema: { input: json, output: json },
    },
  };
}
