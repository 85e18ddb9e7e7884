import type { MemoryToolArguments, MemoryToolDefinition, MemoryToolName } from "@kioku/tools";
import { jsonSchema, tool } from "ai";
import type { Schema, Tool } from "ai";

import { modelOutput } from "./model-output.js";
import { trustOfCall } from "./trust-of-call.js";
import type { ToolHost } from "./trust-of-call.js";

type Arguments = MemoryToolArguments[MemoryToolName];

/** A tool of the AI SDK whose arguments are checked whoever calls it. */
export function makeTool(definition: MemoryToolDefinition, host: ToolHost): Tool {
  const { description } = definition;
  const { memory } = host;
  return tool({
    description,
    inputSchema: inputSchema(definition),
    async execute(input, { abortSignal: signal, ...call }) {
      const trust = (): number => trustOfCall(call, host);
      return definition.run(definition.check(input), { memory, signal, trust });
    },
    toModelOutput: ({ output }: { readonly output: unknown }) => modelOutput(output, definition),
  });
}

function inputSchema(definition: MemoryToolDefinition): Schema<Arguments> {
  const { properties, required, ...parameters } = definition.parameters;
  return jsonSchema<Arguments>(
    { ...parameters, properties: { ...properties }, required: [...required] },
    {
      validate(value) {
        try {
          return { success: true, value: definition.check(value) };
        } catch (error) {
          return { success: false, error: error as Error };
        }
      },
    },
  );
}
