import {
  checkMembers,
  checkObject,
  checkText,
  checkTexts,
  invalidInput,
} from "@kioku/core/toolkit";
import type { ToolDefinition } from "@kioku/tools";

import type { KindSettings } from "../api/memory-kinds.js";
import type { VaultCapability } from "../api/vault.js";
import { checkSettings } from "../view/create-kinds.js";
import { blockTool } from "./core-tools.js";
import { insertTool, mergeTool, replaceTool } from "./item-tools.js";
import { checkTool, rangeTool, searchTool, vaultTool } from "./read-tools.js";
import type { ToolContext } from "./tool-context.js";
import { finishTool, triggerTool } from "./update-tools.js";

/** Settings of the tools of the kinds. */
export interface KindToolsOptions extends KindSettings {
  /** Names of the tools to define, without prefix. @defaultValue all */
  readonly only?: readonly string[] | undefined;
  /** Begins the names of all tools. @defaultValue `""` */
  readonly prefix?: string | undefined;
  /** Adds `knowledge_vault_read`, which reads the secrets that this reaches. */
  readonly capability?: VaultCapability | undefined;
}

const MEMBERS = ["vault", "model", "blockLimit", "clock", "only", "prefix", "capability"];

/**
 * Defines the tools of the six kinds by the names of MIRIX, for any host. Without a vault there are
 * none that store secrets.
 * @throws `invalid-input` naming the option, what is allowed and what came.
 */
export function defineKindTools(options: KindToolsOptions = {}): readonly ToolDefinition[] {
  checkMembers(options, "options", MEMBERS);
  const { only, prefix = "", capability, ...settings } = options;
  if (prefix !== "") checkText(prefix, "options.prefix", 30);
  if (capability !== undefined) checkObject(capability, "options.capability");
  if (capability !== undefined && settings.vault === undefined) {
    throw invalidInput("options.capability", "absent without a vault");
  }
  const nameOf = (tool: string): string => `${prefix}${tool}`;
  checkSettings(settings);
  const all = allTools({ settings, capability, nameOf });
  if (only === undefined) return all;
  const names = new Set(checkTexts(only, "options.only", 64).map(nameOf));
  const unknown = [...names].find((name) => !all.some((tool) => tool.name === name));
  if (unknown !== undefined) throw invalidInput("options.only", "names of tools", unknown);
  return all.filter(({ name }) => names.has(name));
}

function allTools(context: ToolContext): readonly ToolDefinition[] {
  const { settings, capability } = context;
  return [
    blockTool(context, "append"),
    blockTool(context, "rewrite"),
    insertTool(context, "episodic"),
    mergeTool(context),
    replaceTool(context, "episodic"),
    checkTool(context, "episodic"),
    insertTool(context, "semantic"),
    replaceTool(context, "semantic"),
    checkTool(context, "semantic"),
    ...(["procedural", "resource"] as const).flatMap((kind) => [
      insertTool(context, kind),
      replaceTool(context, kind),
    ]),
    ...(settings.vault
      ? [insertTool(context, "knowledge_vault"), replaceTool(context, "knowledge_vault")]
      : []),
    ...(capability ? [vaultTool(context, capability)] : []),
    searchTool(context),
    rangeTool(context),
    triggerTool(context),
    finishTool(context),
  ];
}
