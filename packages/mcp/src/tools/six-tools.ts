import { defineKindTools } from "@kioku/mind/kinds";
import type { ToolDefinition } from "@kioku/tools";

import { titleOf } from "../graph/title-of.js";
import type { ServerSettings } from "../server/mcp-options.js";
import type { McpTool } from "../server/mcp-tool.js";
import { answerSchema, MEMORIES, structuredMemories, structuredWords } from "./structured.js";

/** Tools of managers, which a server has none of. */
const OF_MANAGERS: ReadonlySet<string> = new Set(["trigger_memory_update", "finish_memory_update"]);
/** Ends of the names of tools that keep what is there. */
const ADDING = /_(?:append|insert)$/u;

/** Promise of other hosts: a server writes no prompts. */
const IN_PROMPTS = " that is in every prompt";

/** Defines the tools of the six kinds of memory by the names of MIRIX, without a vault. */
export function sixTools({ clock }: Pick<ServerSettings, "clock">): readonly McpTool[] {
  return defineKindTools({ clock })
    .filter(({ name }) => !OF_MANAGERS.has(name))
    .map(sixTool);
}

function sixTool(definition: ToolDefinition): McpTool {
  const { name, description, showsMemories } = definition;
  return {
    definition: { ...definition, description: description.replace(IN_PROMPTS, "") },
    title: titleOf(name),
    annotations: {
      openWorldHint: false,
      readOnlyHint: showsMemories,
      ...(showsMemories ? {} : { destructiveHint: !ADDING.test(name) }),
    },
    output: answerSchema(showsMemories ? { memories: MEMORIES } : {}),
    toStructured: (answer) => {
      const { status, memories = [] } = answer;
      if (memories.length === 0) return structuredWords(answer);
      return { status, memories: structuredMemories(memories) };
    },
  };
}
