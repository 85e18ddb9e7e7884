import type { McpTool } from "../server/mcp-tool.js";
import { memoryTool } from "./memory-tool.js";
import { answerSchema, ID, structuredWords, TEXT } from "./structured.js";

/** Defines `update`, which replaces a memory. */
export function updateTool(): McpTool {
  const update = memoryTool("update");
  const content = { ...TEXT, description: "The whole new text, in one clear sentence." };
  return {
    definition: {
      ...update,
      description: "Replaces a stored memory that the user corrects or that is no longer true.",
      parameters: { ...update.parameters, properties: { id: ID, content } },
    },
    title: "Correct a memory",
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    output: answerSchema({ id: TEXT }),
    toStructured: structuredWords,
  };
}
