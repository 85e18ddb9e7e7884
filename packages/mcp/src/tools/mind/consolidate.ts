import type { Mind, RunReport } from "@kioku/mind";
import { defineTool, type ToolAnswer } from "@kioku/tools";

import type { McpTool } from "../../server/mcp-tool.js";
import { answerSchema, structuredWords } from "../structured.js";

/** Answer of `consolidate`. */
interface ConsolidateAnswer extends ToolAnswer {
  readonly report: RunReport;
}

/** Defines `consolidate`. */
export function consolidateTool(): McpTool {
  return {
    definition: defineTool<object, ConsolidateAnswer>({
      name: "consolidate",
      description: ["Makes facts, portraits and summaries of what was said since the last time."],
      properties: {},
      required: [],
      run: async (_none, { memory, signal }) => {
        const report = await (memory as Mind).consolidate({ signal });
        const { trigger, turns, counts } = report;
        const changes = Object.entries(counts).map(([change, count]) => `${change} ${count}`);
        const made = changes.length === 0 ? "nothing new" : changes.join(", ");
        return trigger === "none"
          ? { status: "nothing", text: "Nothing waits, or another process does it.", report }
          : { status: "consolidated", text: `Looked at ${turns} turns: ${made}.`, report };
      },
    }),
    title: "Consolidate memories",
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    output: answerSchema({ counts: { type: "object", properties: {} } }),
    toStructured: (answer: ConsolidateAnswer) => {
      const { id, turns, counts } = answer.report;
      return { ...structuredWords(answer), run: id, turns, counts };
    },
  };
}
