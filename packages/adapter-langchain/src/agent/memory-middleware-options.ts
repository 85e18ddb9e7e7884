import type { Logger, PromptOptions, RecallQuery } from "@kioku/core";
import {
  checkBoolean,
  checkMembers,
  checkMethods,
  checkObject,
  checkOneOf,
  checkText,
} from "@kioku/core/toolkit";
import {
  checkTrustedTools,
  type MemoryToolsOptions,
  recallSettings,
  type RecallSettings,
  type ToolDefinition,
  type TrustedTools,
} from "@kioku/tools";
import type { InteropZodObject } from "@langchain/core/utils/types";

import { toolSettings, type ToolSettings } from "../tools/defined-tools.js";
import { checkSource, type MemorySource } from "../tools/memory-source.js";
import { memoryDefinitions } from "../tools/memory-tools.js";
import type { TrustRules } from "../tools/turn-trust.js";

/** Options of `memoryMiddleware`. */
export interface MemoryMiddlewareOptions<Context = unknown> {
  /**
   * View of a memory, or a function that returns one from `context` (parsed by a `contextSchema`)
   * and `thread_id` of the run. A function that throws or returns no memory fails the run, whatever
   * `onError` says, since it is a mistake of the app.
   */
  readonly memory: MemorySource<Context>;
  /** Options of recall and prompt; `false` for none. @defaultValue without labels to cite */
  readonly recall?: (Omit<RecallQuery, "query"> & PromptOptions) | false | undefined;
  /**
   * Content to remember once the agent has ended, as records of kind `message` in the thread of the
   * run: the user's words, with `turn` also the answer. Its trust is that of the least trusted text
   * that it may repeat: after a tool in this turn that belongs neither to this middleware nor to
   * `trustedTools`, at most 0.5; else that of recalled memories and of earlier answers of tools
   * that it has words of. @defaultValue `"turn"`
   */
  readonly capture?: "turn" | "user" | "off" | undefined;
  /**
   * Gives the agent tools on the same memory: with `true` or options those of `memoryTools`, with
   * definitions those of `definedTools`. @defaultValue `false`
   */
  readonly tools?: boolean | MemoryToolsOptions | readonly ToolDefinition[] | undefined;
  /**
   * Tools that do not lower the trust of the remembered answer, nor of what this middleware's tools
   * write unless `tools` has some of its own: names, or a function that returns true for a trusted
   * source. @defaultValue none
   */
  readonly trustedTools?: TrustedTools | undefined;
  /** Handling of failed recalls and writes. Aborts always fail. @defaultValue `"continue"` */
  readonly onError?: "continue" | "throw" | undefined;
  /** Receives ignored failures, without prompts and memories. @defaultValue silent */
  readonly logger?: Logger | undefined;
  /** Name in the agent, unique there, as are the names of tools. @defaultValue `"memory"` */
  readonly name?: string | undefined;
}

/** Options with a schema, which types `context` here and at `invoke` of the agent. */
export interface MemoryMiddlewareOptionsWithSchema<
  Schema extends InteropZodObject,
  Context,
> extends MemoryMiddlewareOptions<Context> {
  /** Zod schema of the context, which LangChain checks. */
  readonly contextSchema: Schema;
}

/** Options with defaults filled in. */
export interface ResolvedMiddlewareOptions {
  readonly memory: MemorySource;
  readonly recall: RecallSettings | undefined;
  readonly capture: "turn" | "user" | "off";
  readonly tools: ToolSettings | undefined;
  readonly trustRules: TrustRules;
  readonly onError: "continue" | "throw";
  readonly logger: Logger | undefined;
  readonly name: string;
  readonly contextSchema: InteropZodObject | undefined;
}

const MEMORY_OPTIONS = ["memory", "recall", "capture", "tools", "trustedTools"];
const AGENT_OPTIONS = ["onError", "logger", "name", "contextSchema"];

/** Checks options and fills in defaults. @throws `invalid-input` naming the option. */
export function resolveMiddlewareOptions(
  options: MemoryMiddlewareOptions & { readonly contextSchema?: InteropZodObject | undefined },
): ResolvedMiddlewareOptions {
  checkMembers(options, "options", [...MEMORY_OPTIONS, ...AGENT_OPTIONS]);
  const { memory, recall = {}, logger, tools = false, contextSchema } = options;
  checkSource(memory, "options.memory");
  if (logger !== undefined) checkMethods(logger, "options.logger", ["warn"]);
  if (contextSchema !== undefined) checkObject(contextSchema, "options.contextSchema");
  const trusts = checkTrustedTools(options.trustedTools);
  const resolvedTools = resolveTools(tools, options.trustedTools);
  const own = resolvedTools?.trustRules;
  return {
    memory,
    recall: recall === false ? undefined : withoutLabels(recallSettings(recall, "options.recall")),
    capture: checkOneOf(options.capture ?? "turn", "options.capture", ["turn", "user", "off"]),
    tools: resolvedTools,
    trustRules: {
      trusts: (source) => trusts(source) || own?.trusts(source) === true,
      own: own?.own ?? new Set(),
      showing: own?.showing ?? new Set(),
    },
    onError: checkOneOf(options.onError ?? "continue", "options.onError", ["continue", "throw"]),
    logger,
    name: checkText(options.name ?? "memory", "options.name", 64),
    contextSchema,
  };
}

function resolveTools(
  tools: Exclude<MemoryMiddlewareOptions["tools"], undefined>,
  shared: TrustedTools | undefined,
): ToolSettings | undefined {
  if (isDefinitions(tools)) return toolSettings(tools, shared);
  const given = typeof tools === "object" ? tools : {};
  if (given !== tools && !checkBoolean(tools, "options.tools")) return undefined;
  return toolSettings(memoryDefinitions(given), given.trustedTools ?? shared);
}

function isDefinitions(tools: unknown): tools is readonly ToolDefinition[] {
  return Array.isArray(tools);
}

/** Turns labels off by default: nobody would resolve them in answers. */
function withoutLabels({ settings, prompt }: RecallSettings): RecallSettings {
  return { settings, prompt: { ...prompt, cite: prompt.cite ?? false } };
}
