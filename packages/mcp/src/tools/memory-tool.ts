import { MemoryError } from "@kioku/core";
import { defineMemoryTools, protectedBy, type ToolDefinition } from "@kioku/tools";

/** Returns the tool of `@kioku/tools` that changes the memory of an id. */
export function memoryTool(name: "update" | "forget"): ToolDefinition {
  const definition = defineMemoryTools({ only: [name] }).find(({ tool }) => tool === name);
  if (!definition) throw new MemoryError("unsupported", `tool ${name} is not there`);
  return {
    ...definition,
    run: async (checked, call) => {
      const { id } = checked as { readonly id: string };
      const record = await call.memory.read(id, { signal: call.signal });
      // Searches do not find a fact that repeats its source, and the tool would not know it.
      return (record && protectedBy(record)) ?? definition.run(definition.check(checked), call);
    },
  };
}
