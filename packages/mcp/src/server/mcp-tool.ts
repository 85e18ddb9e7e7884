import type { ObjectSchema, ToolAnswer, ToolDefinition } from "@kioku/tools";
import type { ToolAnnotations } from "@modelcontextprotocol/server";

/** A tool with what MCP tells clients of it beside. */
export interface McpTool {
  /** The tool. Its `run` gets the mind of the server as the memory. */
  readonly definition: ToolDefinition;
  /** Its name for people. */
  readonly title: string;
  /** Its effects. Without `readOnlyHint` the tool is left out of servers that only read. */
  readonly annotations: ToolAnnotations;
  /**
   * JSON Schema of its structured answer. It requires `status` at most: some clients check errors
   * by it, too.
   */
  readonly output: ObjectSchema;
  /** Returns the structured answer. Texts of memories in it carry their trust. */
  toStructured(answer: ToolAnswer): Readonly<Record<string, unknown>>;
}
