import type { ToolDefinition } from "@kioku/tools";

import type { ManagerReport } from "../api/managers.js";
import { MEMORY_KINDS } from "../managers/check-absorb.js";
import type { MemoryKind } from "../model/kind-fields.js";
import { kindTool, type ToolContext } from "./tool-context.js";

/** Defines the tool that lets managers update the memory. */
export function triggerTool(context: ToolContext): ToolDefinition {
  return kindTool<{ readonly memory_types: readonly MemoryKind[] }>(context, {
    tool: "trigger_memory_update",
    description: "Lets managers store what new turns tell for these types.",
    properties: {
      memory_types: {
        type: "array",
        items: { type: "string", enum: MEMORY_KINDS },
        minItems: 1,
        maxItems: MEMORY_KINDS.length,
      },
    },
    run: async ({ memory_types }, { kinds, signal }) => {
      if (!context.settings.model) {
        const text = "Nothing was changed: the app has given the managers no model.";
        return { status: "unavailable", text };
      }
      const { turns, managers } = await kinds.absorb({ kinds: memory_types, signal });
      const failed = managers.filter(({ status }) => status === "failed").length;
      const status = failed === 0 ? "updated" : failed < managers.length ? "partly" : "failed";
      const lines = managers.map(describeManager);
      return { status, text: [`Turns that were looked at: ${turns}.`, ...lines].join("\n") };
    },
  });
}

/** Defines the tool that ends an update. */
export function finishTool(context: ToolContext): ToolDefinition {
  return kindTool(context, {
    tool: "finish_memory_update",
    description: "Call this once all is stored.",
    properties: {},
    run: async () => Promise.resolve({ status: "finished", text: "The update is finished." }),
  });
}

function describeManager({ kind, status, written, refused, failure }: ManagerReport): string {
  if (status === "failed")
    return `${kind}: failed (${failure ?? "unknown"}), tried again next time.`;
  const count = Object.values(refused).reduce((sum, one) => sum + one, 0);
  const others = count === 0 ? "" : `, ${count} not proven or not allowed`;
  return `${kind}: ${written} written${others}.`;
}
