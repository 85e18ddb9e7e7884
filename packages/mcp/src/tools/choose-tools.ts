import { invalidInput } from "@kioku/core/toolkit";

import { graphTools } from "../graph/graph-tools.js";
import type { ServerSettings, ToolGroup } from "../server/mcp-options.js";
import type { McpTool } from "../server/mcp-tool.js";
import { contextTool } from "./context.js";
import { forgetTool } from "./forget.js";
import { consolidateTool } from "./mind/consolidate.js";
import { documentTool } from "./mind/document.js";
import { remindersTool, remindTool } from "./mind/reminders.js";
import { recallTool } from "./recall.js";
import { rememberTool } from "./remember.js";
import { sixTools } from "./six-tools.js";
import { updateTool } from "./update.js";
import { whyTool } from "./why.js";

/** Defines the tools of each group, in the order in which clients see them. */
const GROUPS: Readonly<Record<ToolGroup, (settings: ServerSettings) => readonly McpTool[]>> = {
  default: ({ clock }) => [
    recallTool(),
    rememberTool(),
    updateTool(),
    forgetTool(),
    contextTool(),
    whyTool(clock),
  ],
  mind: () => [documentTool(), remindTool(), remindersTool(), consolidateTool()],
  six: sixTools,
  graph: graphTools,
};

/** Returns the chosen tools, in a fixed order. @throws `invalid-input` for unknown names. */
export function chooseTools(settings: ServerSettings): readonly McpTool[] {
  const { tools: names = ["default"], readOnly = false } = settings;
  // To define all takes milliseconds, which most servers need not wait for.
  const isByGroup = names.every((name) => Object.hasOwn(GROUPS, name));
  const groups = Object.entries(GROUPS)
    .filter(([group]) => !isByGroup || names.includes(group))
    .map(([group, define]) => [group, define(settings)] as const);
  const known = groups.flatMap(([group, tools]) => [group, ...tools.map(nameOf)]);
  for (const [index, name] of names.entries()) {
    if (known.includes(name)) continue;
    throw invalidInput(`options.tools[${index}]`, `one of ${known.join(", ")}`, name);
  }
  return groups.flatMap(([group, tools]) => {
    const chosen = names.includes(group)
      ? tools
      : tools.filter((tool) => names.includes(nameOf(tool)));
    return readOnly ? chosen.filter(({ annotations }) => annotations.readOnlyHint) : chosen;
  });
}

function nameOf({ definition }: McpTool): string {
  return definition.name;
}
