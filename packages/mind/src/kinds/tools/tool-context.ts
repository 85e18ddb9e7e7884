import type { MemoryRecord } from "@kioku/core";
import { causeOf, defineTool, readMemory, trustOfText, withVerdict } from "@kioku/tools";
import type { MemoryToolCall, ToolAnswer, ToolDefinition, ToolSchema } from "@kioku/tools";

import type { KindSettings, KindWriteOptions, MemoryKinds } from "../api/memory-kinds.js";
import type { VaultCapability } from "../api/vault.js";
import { createKinds } from "../view/create-kinds.js";
import { inWords } from "./tool-answers.js";

/** Settings of the tools. */
export interface ToolContext {
  readonly settings: KindSettings;
  readonly capability: VaultCapability | undefined;
  /** Returns the name of a tool with its prefix. */
  readonly nameOf: (tool: string) => string;
}

/** Id of an item, as answers show it. */
export const ID = { type: "string", maxLength: 512 } as const;

/** A call of a tool. */
export interface KindCall extends Pick<MemoryToolCall, "memory" | "signal"> {
  /** Kinds of its memory. */
  readonly kinds: MemoryKinds;
  readonly actor: string;
  /** Writes a text in the place of records, with the trust that the host gives it. */
  write(
    written: { readonly text: string; readonly replaced?: readonly MemoryRecord[] },
    work: (options: KindWriteOptions) => Promise<ToolAnswer>,
  ): Promise<ToolAnswer>;
}

/** Parts of a tool. Without `required`, all arguments are. */
export interface KindToolParts<Arguments> {
  readonly tool: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, ToolSchema>>;
  readonly required?: readonly string[];
  readonly showsMemories?: boolean;
  /** Arguments by the names that errors of the kinds have for them. */
  readonly names?: Readonly<Record<string, string>>;
  readonly run: (given: Arguments, call: KindCall) => Promise<ToolAnswer>;
}

/** Defines a tool of the kinds, which answers what a model can mend in words. */
export function kindTool<Arguments>(
  { settings, nameOf }: ToolContext,
  { tool, description, names, run, ...parts }: KindToolParts<Arguments>,
): ToolDefinition {
  const name = nameOf(tool);
  return defineTool<Arguments, ToolAnswer>({
    required: Object.keys(parts.properties),
    ...parts,
    name,
    description: [description],
    run: async (given, call) => {
      const { memory, signal, actor = `tool:${name}` } = call;
      const kinds = createKinds({ ...settings, memory });
      const write: KindCall["write"] = async ({ text, replaced = [] }, work) => {
        const verdict = await trustOfText(
          text,
          call,
          replaced.map((record) => readMemory(record)),
        );
        const { trust } = verdict;
        const options = {
          signal,
          actor,
          cause: causeOf(verdict),
          trust,
          origin: "assistant",
        } as const;
        return withVerdict(await work(options), verdict);
      };
      return inWords(async () => run(given, { kinds, memory, signal, actor, write }), names);
    },
  });
}
