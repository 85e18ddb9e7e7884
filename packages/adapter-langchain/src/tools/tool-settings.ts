import { checkTrustedTools, defineMemoryTools } from "@kioku/tools";
import type { MemoryToolDefinition, MemoryToolsOptions } from "@kioku/tools";

import { MESSAGE_ID } from "./message-id.js";
import type { TrustRules } from "./turn-trust.js";

/** The tools that options ask for. */
export interface ToolSettings {
  readonly definitions: readonly MemoryToolDefinition[];
  readonly trustRules: TrustRules;
}

/** @throws `invalid-input` naming the option, what is allowed and what came. */
export function toolSettings(options: MemoryToolsOptions): ToolSettings {
  const definitions = defineMemoryTools(options, { messageFields: [MESSAGE_ID] });
  const own = definitions.filter(({ tool }) => tool !== "recall").map(({ name }) => name);
  return {
    definitions,
    trustRules: {
      trusted: new Set([...checkTrustedTools(options.trustedTools), ...own]),
      recall: definitions.find(({ tool }) => tool === "recall")?.name,
    },
  };
}
