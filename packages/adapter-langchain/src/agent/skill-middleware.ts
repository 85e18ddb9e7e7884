import type { CallOptions, DispatchReport, Memory } from "@kioku/core";
import { checkBoolean, checkMethods, checkObject, checkText } from "@kioku/core/toolkit";
import type { CallableSkills } from "@kioku/tools";
import { AIMessage, SystemMessage, type BaseMessage } from "@langchain/core/messages";
import { createMiddleware } from "langchain";

import { splitOptions, type SkillToolsOptions } from "../skills/skill-tools-options.js";
import { toolsOfSkills } from "../skills/skill-tools.js";
import { memoryOf } from "../tools/memory-source.js";
import { markOf, messageText, wokenText } from "../tools/turn-trust.js";
import { agentRun } from "./agent-run.js";
import { TurnCatalogs } from "./turn-catalogs.js";
import { lastAsked } from "./turn.js";
import { withRecalled } from "./with-recalled.js";
import { withWokenSkills, wokenSkillsText } from "./woken-skills.js";

/** Runtime whose skills are woken by messages. */
export interface WakingSkills extends CallableSkills {
  /** Wakes the skills that a message means, and reports their outcomes. */
  emit(
    name: "message",
    data: { readonly text: string; readonly role: "user" },
    options?: CallOptions & { readonly memory?: Memory | undefined },
  ): Promise<DispatchReport>;
}

/** Options of `skillMiddleware`. */
export interface SkillMiddlewareOptions<Context = unknown> extends SkillToolsOptions<Context> {
  /**
   * Wakes the skills that the user's message means, once and before the model, which is told the
   * outcomes as data. All skills may wake: `only` bounds the tools. @defaultValue `false`
   */
  readonly wake?: boolean | undefined;
  /** Name in the agent, unique there, as are the names of tools. @defaultValue `"skills"` */
  readonly name?: string | undefined;
}

/** Middleware for `createAgent`. */
export type SkillMiddleware = ReturnType<typeof createMiddleware>;

const INTRODUCTION =
  "You have skills: instructions for certain tasks. Before you begin a task that one of them is for, load it with the tool";

/**
 * Gives an agent of LangChain the skills of a runtime: the tools of `skillTools`, and in its system
 * prompt the catalog of skills with instructions, of which the nearest to the user's message if
 * there are many. With `wake`, skills with code that the message means run before the model.
 *
 * Outcomes are kept in the `response_metadata` of the user's message, so that a resumed run does
 * not wake the skills again.
 * @throws `invalid-input` for options that cannot work, as `skillTools`.
 */
export function skillMiddleware<Context = unknown>(
  runtime: WakingSkills,
  options: SkillMiddlewareOptions<Context> = {},
): SkillMiddleware {
  checkObject(options, "options");
  const { wake = false, name = "skills", ...given } = options;
  checkText(name, "options.name", 64);
  if (checkBoolean(wake, "options.wake")) checkMethods(runtime, "runtime", ["emit"]);
  const tools = toolsOfSkills(runtime, given, { listsSkills: true });
  const { source, shared } = splitOptions(given as SkillToolsOptions);
  const catalogs = new TurnCatalogs(runtime, shared);
  const nameOf = (tool: string): string => `${shared.prefix ?? ""}${tool}`;
  const middleware: unknown = createMiddleware({
    name,
    tools,
    wrapModelCall: async (request, handler) => {
      const { messages, state, runtime: around } = request;
      const asked = lastAsked(state.messages);
      const text = asked ? messageText(asked) : "";
      const catalog = await catalogs.catalogFor(text, { signal: around.signal });
      const woken = asked ? wokenText(asked) : "";
      return handler({
        ...request,
        ...(catalog &&
          withInstructions(request, `${INTRODUCTION} ${nameOf("skill")}.\n\n${catalog}`)),
        ...(woken && { messages: withRecalled(messages, woken, asked) }),
      });
    },
    ...(wake && {
      beforeAgent: async ({ messages }, around) => {
        const asked = lastAsked(messages);
        if (!asked || !isNew(asked, messages)) return undefined;
        const run = agentRun(around, { hasSchema: false, mustLook: typeof source === "function" });
        const memory = source && memoryOf(source, run);
        const data = { text: messageText(asked), role: "user" } as const;
        const report = await runtime.emit("message", data, { memory, signal: run.signal });
        return { messages: [withWokenSkills(asked, wokenSkillsText(report, nameOf))] };
      },
    }),
  });
  return middleware as SkillMiddleware;
}

/** Returns true for a message that can be marked, has words, and has neither mark nor answer. */
function isNew(asked: BaseMessage, messages: readonly BaseMessage[]): boolean {
  const later = messages.slice(messages.indexOf(asked) + 1);
  const isKnown = "skills" in markOf(asked) || later.some((one) => AIMessage.isInstance(one));
  return asked.id !== undefined && messageText(asked).trim() !== "" && !isKnown;
}

interface Instructed {
  readonly systemMessage?: SystemMessage;
  readonly systemPrompt?: string;
}

/** Returns the instructions with a text at their end, in the form that the request has. */
function withInstructions(
  { systemMessage, systemPrompt = "" }: Instructed,
  text: string,
): Instructed {
  if (!systemMessage) return { systemPrompt: [systemPrompt, text].join("\n\n").trim() };
  const { content } = systemMessage;
  if (typeof content === "string") {
    return { systemMessage: new SystemMessage([content, text].join("\n\n").trim()) };
  }
  // Some providers join texts without a separator.
  const part = { type: "text", text: `\n\n${text}` };
  return { systemMessage: new SystemMessage({ content: [...content, part] }) };
}
