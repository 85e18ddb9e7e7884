import { changeVisible, ID_ARGUMENT } from "./change-visible.js";
import { makeDefinition } from "./make-definition.js";
import type { ForgetAnswer, MemoryToolDefinition } from "./memory-tool.js";
import type { ResolvedToolsOptions } from "./memory-tools-options.js";

/** Forgets one memory. */
export function forgetTool(options: ResolvedToolsOptions): MemoryToolDefinition<"forget"> {
  const { nameOf } = options;
  const name = nameOf("forget");
  return makeDefinition({
    tool: "forget",
    name,
    description: [
      "Forgets one stored memory.",
      `Use it only when the user asks for something to be forgotten, or when a memory is wrong and nothing takes its place; look it up with ${nameOf("recall")} first to have its id.`,
    ],
    properties: { id: ID_ARGUMENT },
    required: ["id"],
    async run({ id }, call) {
      const { memory, signal, actor = `tool:${name}` } = call;
      return changeVisible<ForgetAnswer>(id, {
        options,
        call,
        async work({ id: found, version: ifVersion }) {
          await memory.forget(found, { actor, signal, ifVersion });
          return { status: "forgotten", text: "Forgotten.", id: found };
        },
      });
    },
  });
}
