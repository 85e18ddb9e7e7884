import type { ListSchema, ToolDefinition } from "@kioku/tools";

import type { GivenFields, ItemKind } from "../model/kind-fields.js";
import { fieldText } from "../schemas/field-text.js";
import { shownFields } from "../schemas/item-schemas.js";
import { itemsProperty, MAX_ITEMS } from "../schemas/kind-properties.js";
import { receiptsInWords } from "./tool-answers.js";
import { ID, kindTool, type ToolContext } from "./tool-context.js";

/** Ids of items. */
export const IDS: ListSchema = { type: "array", items: ID, minItems: 1, maxItems: MAX_ITEMS };

const INSERTS: Readonly<Record<ItemKind, string>> = {
  episodic: "Stores events.",
  semantic: "Stores knowledge of a person, place, thing or notion.",
  procedural: "Stores ways to do something.",
  resource: "Stores documents.",
  knowledge_vault: "Stores secrets, encrypted. Only captions are found.",
};

interface InsertArguments {
  readonly items: readonly GivenFields[ItemKind][];
}

/** Defines the tool that inserts items of a kind. */
export function insertTool(context: ToolContext, kind: ItemKind): ToolDefinition {
  return kindTool<InsertArguments>(context, {
    tool: `${prefixOf(kind)}_insert`,
    description: INSERTS[kind],
    properties: { items: { ...itemsProperty(kind), minItems: 1 } },
    run: async ({ items }, call) =>
      call.write({ text: textOf(kind, items) }, async (options) => {
        return receiptsInWords(await call.kinds.insert(kind, items, options));
      }),
  });
}

/** Arguments with the ids of what is replaced. */
const REPLACED: Readonly<Record<ItemKind, string>> = {
  episodic: "event_ids",
  semantic: "old_semantic_item_ids",
  procedural: "old_ids",
  resource: "old_ids",
  knowledge_vault: "old_ids",
};

interface ReplaceArguments {
  readonly new_items: readonly GivenFields[ItemKind][];
  readonly [ids: string]: unknown;
}

/** Defines the tool that puts items of a kind in the place of others. */
export function replaceTool(context: ToolContext, kind: ItemKind): ToolDefinition {
  const isEpisodic = kind === "episodic";
  const ids = REPLACED[kind];
  const insert = context.nameOf(`${prefixOf(kind)}_insert`);
  return kindTool<ReplaceArguments>(context, {
    tool: `${prefixOf(kind)}_${isEpisodic ? "replace" : "update"}`,
    description: "Ends outdated or wrong items and stores others in their place.",
    properties: {
      [ids]: IDS,
      new_items: itemsProperty(kind, `As in ${insert}, or empty.`),
    },
    names: { "change.ids": ids, "change.items": "new_items" },
    run: async ({ new_items: items, [ids]: given }, call) => {
      const { kinds, signal } = call;
      const change = { ids: given as readonly string[], items };
      const old = await kinds.read(kind, change.ids, { signal });
      const written = { text: textOf(kind, items), replaced: old.map(({ record }) => record) };
      return call.write(written, async (options) => {
        const answer = receiptsInWords(await kinds.replace(kind, change, options));
        const text = items.length === 0 ? "" : ` ${answer.text}`;
        const ended = `Ended ${old.length === 1 ? "1 item" : `${old.length} items`}.`;
        return { ...answer, status: "changed", text: `${ended}${text}` };
      });
    },
  });
}

interface MergeArguments {
  readonly event_id: string;
  readonly combined_summary: string;
  readonly combined_details: string;
}

/** Defines the tool that rewrites an event. */
export function mergeTool(context: ToolContext): ToolDefinition {
  return kindTool<MergeArguments>(context, {
    tool: "episodic_memory_merge",
    description: "Rewrites an event with what is new. Keep all that it says.",
    properties: {
      event_id: ID,
      combined_summary: { type: "string", maxLength: 2_000 },
      combined_details: { type: "string", minLength: 0, maxLength: 20_000 },
    },
    names: { id: "event_id", "text.": "combined_" },
    run: async ({ event_id: id, combined_summary: summary, combined_details: details }, call) => {
      const { kinds, signal } = call;
      const old = await kinds.read("episodic", [id], { signal });
      const replaced = old.map(({ record }) => record);
      return call.write({ text: `${summary}\n${details}`, replaced }, async (options) => {
        await kinds.merge(id, { summary, details }, options);
        return { status: "changed", text: `Changed the event ${id}.`, id };
      });
    },
  });
}

/** Returns the beginning of the names of a kind's tools. */
function prefixOf(kind: ItemKind): string {
  return kind === "knowledge_vault" ? kind : `${kind}_memory`;
}

/** Returns the texts of items without their secrets, whose trust a host judges. */
function textOf(kind: ItemKind, items: readonly GivenFields[ItemKind][]): string {
  const names = shownFields(kind).map(([name]) => name);
  return items.flatMap((item) => names.map((name) => fieldText(item, name))).join("\n");
}
