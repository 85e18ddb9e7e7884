import { createMemory, inMemoryStore, MemoryError, type Memory } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";
import { createSkillRuntime, defineSkill, type AnySkillRuntime } from "@kioku/skills";
import type { BaseMessage } from "@langchain/core/messages";
import { ToolMessage } from "@langchain/core/messages";
import { onTestFinished } from "vitest";
import { z } from "zod";

const FILES: Readonly<Record<string, Uint8Array>> = {
  "prices.md": new TextEncoder().encode("Tea costs 3."),
  "cup.png": Uint8Array.of(137, 80, 78, 71, 0, 255),
};

/** A skill with instructions and files. */
export const brewing = defineSkill({
  name: "brew-tea",
  description: "Explains how to brew tea",
  instructions: "# Boil the water",
  files: {
    list: async () => Object.keys(FILES),
    read: async (path) => {
      const bytes = FILES[path];
      if (!bytes) throw new MemoryError("not-found", "no such file");
      return bytes;
    },
  },
});

/** A skill with code and a schema. */
export const counting = defineSkill({
  name: "count-cups",
  description: "Counts cups of tea",
  input: z.object({ cups: z.string().transform(Number) }),
  run: async ({ cups }, { memorySet }) => {
    await memorySet("cups", cups);
    return { doubled: cups * 2 };
  },
});

/** A runtime that ends with its test. */
export async function runtimeOf(
  skills: readonly AnySkill[],
  memory: Memory = createMemory({ store: inMemoryStore() }),
): Promise<AnySkillRuntime> {
  const runtime = await createSkillRuntime({ memory, skills });
  onTestFinished(() => runtime.close());
  return runtime;
}

/** The messages of tools. */
export function toolMessages(messages: readonly BaseMessage[]): readonly ToolMessage[] {
  return messages.filter((message) => ToolMessage.isInstance(message));
}
