import type { Logger, PromptOptions, RecallQuery } from "@kioku/core";
import {
  checkBoolean,
  checkMembers,
  checkMethods,
  checkObject,
  checkOneOf,
  checkText,
  recallSettings,
} from "@kioku/core/toolkit";
import type { RecallSettings } from "@kioku/core/toolkit";
import { checkTrustedTools } from "@kioku/tools";
import type { MemoryToolsOptions } from "@kioku/tools";
import type { InteropZodObject } from "@langchain/core/utils/types";

import { checkSource } from "../tools/memory-source.js";
import type { MemorySource } from "../tools/memory-source.js";
import { toolSettings } from "../tools/tool-settings.js";
import type { ToolSettings } from "../tools/tool-settings.js";
import type { TrustRules } from "../tools/turn-trust.js";

/** What `memoryMiddleware` takes. */
export interface MemoryMiddlewareOptions<Context = unknown> {
  /**
   * A view, or a function that gives one from `context` and `thread_id` of the run. What the
   * function throws, or an answer that is no memory, fails the run whatever `onError` says: it is a
   * mistake of the app, and an agent without its memory would hide it. With a `contextSchema` the
   * function gets what the schema makes of the context, also for the tools.
   */
  readonly memory: MemorySource<Context>;
  /**
   * How to recall for the message of the user, and how to write it into the prompt; `false`: not at
   * all.
   * @defaultValue what `memory.context` does, without labels to cite
   */
  readonly recall?: (Omit<RecallQuery, "query"> & PromptOptions) | false | undefined;
  /**
   * What is remembered once the agent has ended: `turn`, what the user said and the answer; `user`,
   * only what the user said. As records of the kind `message` in the thread of the run. The answer
   * is trusted no more than what was recalled for it, and no more than 0.5 if a tool answered in
   * the turn that is neither of this middleware nor one of `trustedTools`.
   * @defaultValue `"turn"`
   */
  readonly capture?: "turn" | "user" | "off" | undefined;
  /** Gives the agent the tools of `memoryTools` on the same memory. @defaultValue `false` */
  readonly tools?: boolean | MemoryToolsOptions | undefined;
  /**
   * Names of tools of the agent whose answers are as good as the app's own: they take no trust from
   * the answer that is remembered, nor from what the tools of this middleware write unless `tools`
   * has a list of its own. @defaultValue none
   */
  readonly trustedTools?: readonly string[] | undefined;
  /**
   * Whether the agent goes on without its memory when recalling or remembering fails, or fails with
   * it. Aborts always fail.
   * @defaultValue `"continue"`
   */
  readonly onError?: "continue" | "throw" | undefined;
  /**
   * Gets what was continued over, without prompts and the text of memories. @defaultValue silent
   */
  readonly logger?: Logger | undefined;
  /**
   * Name in the agent. Two memories in one agent need two names, and tools with a prefix.
   * @defaultValue `"memory"`
   */
  readonly name?: string | undefined;
}

/**
 * The same with a schema of the context, which types `context` here and at `invoke` of the agent.
 */
export interface MemoryMiddlewareOptionsWithSchema<
  Schema extends InteropZodObject,
  Context,
> extends MemoryMiddlewareOptions<Context> {
  /** Schema of the context, of Zod. LangChain checks the context by it. */
  readonly contextSchema: Schema;
}

/** Options with every default filled in. */
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

const MEMBERS = [
  "memory",
  "recall",
  "capture",
  "tools",
  "trustedTools",
  "onError",
  "logger",
  "name",
  "contextSchema",
];

/** @throws `invalid-input` naming the option, what is allowed and what came. */
export function resolveMiddlewareOptions(
  options: MemoryMiddlewareOptions & { readonly contextSchema?: InteropZodObject | undefined },
): ResolvedMiddlewareOptions {
  checkMembers(options, "options", MEMBERS);
  const { memory, recall = {}, logger, tools = false, contextSchema } = options;
  checkSource(memory, "options.memory");
  if (logger !== undefined) checkMethods(logger, "options.logger", ["warn"]);
  if (contextSchema !== undefined) checkObject(contextSchema, "options.contextSchema");
  const hasTools = typeof tools === "object" || checkBoolean(tools, "options.tools");
  const trustedTools = checkTrustedTools(options.trustedTools);
  const given = typeof tools === "object" ? tools : {};
  const resolvedTools = hasTools ? toolSettings({ trustedTools, ...given }) : undefined;
  const own = resolvedTools?.trustRules;
  return {
    memory,
    recall: recall === false ? undefined : uncited(recallSettings(recall, "options.recall")),
    capture: checkOneOf(options.capture ?? "turn", "options.capture", ["turn", "user", "off"]),
    tools: resolvedTools,
    trustRules: {
      trusted: new Set([...trustedTools, ...(own?.trusted ?? [])]),
      recall: own?.recall,
    },
    onError: checkOneOf(options.onError ?? "continue", "options.onError", ["continue", "throw"]),
    logger,
    name: checkText(options.name ?? "memory", "options.name", 64),
    contextSchema,
  };
}

/** Labels that nobody resolves would stand in answers, and in what is remembered of them. */
function uncited({ settings, prompt }: RecallSettings): RecallSettings {
  return { settings, prompt: { ...prompt, cite: prompt.cite ?? false } };
}
