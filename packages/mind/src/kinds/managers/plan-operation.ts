import type { CallOptions } from "@kioku/core";

import type { Turn } from "../../model/turn.js";
import type { KindWriteOptions } from "../api/memory-kinds.js";
import type { KindPlan } from "../changes/kind-plan.js";
import { planBlock } from "../changes/plan-block.js";
import { planInsert, planMerge, planReplace } from "../changes/plan-items.js";
import type { GivenFields, ItemKind, MemoryKind } from "../model/kind-fields.js";
import type { KindHost } from "../model/kind-host.js";
import { timeToText } from "../schemas/check-fields.js";
import type { CheckedOperation } from "./manager-view.js";

/** Plans what an operation writes. @throws as the plans of the kinds do */
export async function planOperation(
  host: KindHost,
  kind: MemoryKind,
  checked: CheckedOperation & CallOptions,
): Promise<KindPlan> {
  const { op, targets, turns, signal } = checked;
  const sources = turns.map(({ id }) => id);
  const options: KindWriteOptions = { origin: "derived", sources, signal };
  if (kind === "core") {
    const { label = "", text = "" } = textFields(checked);
    const operation = op === "append" ? op : "rewrite";
    return (await planBlock(host, { operation, label, text }, options)).plan;
  }
  if (op === "merge") {
    const { summary = "", details = "" } = textFields(checked);
    return planMerge(host, { id: targets[0] ?? "", text: { summary, details } }, options);
  }
  const items = [itemOf(kind, checked)];
  if (op === "insert") return planInsert(host, { kind, items }, options);
  return planReplace(host, { kind, ids: targets, items }, options);
}

/** Makes the fields of an item. What the turns tell by themselves is not left to a model. */
function itemOf(kind: ItemKind, operation: CheckedOperation): GivenFields[ItemKind] {
  const { fields, turns } = operation;
  const [first] = turns;
  const texts = textFields(operation);
  const { name = "", title = "", summary = "", details = "", date = "" } = texts;
  if (kind === "episodic") {
    const actor = first?.role ?? "user";
    const occurred_at = timeOf(date, first);
    return { event_type: `${actor}_message`, summary, details, actor, occurred_at };
  }
  if (kind === "semantic") return { name, summary, details, source: sourceOf(first) };
  if (kind === "procedural") {
    const type = PROCEDURES.find((one) => one === texts["entry_type"]) ?? "guide";
    return { entry_type: type, summary, steps: [fields["steps"] ?? []].flat() };
  }
  if (kind === "resource") {
    const content = turns.map(({ text }) => text).join("\n\n");
    return { title, summary, resource_type: texts["resource_type"] ?? "doc", content };
  }
  const { caption = "", secret_value = "", entry_type = "credential" } = texts;
  const sensitivity = SENSITIVITIES.find((one) => one === texts["sensitivity"]) ?? "high";
  return { entry_type, caption, source: sourceOf(first), sensitivity, secret_value };
}

const PROCEDURES = ["workflow", "guide", "script"] as const;
const SENSITIVITIES = ["low", "medium", "high"] as const;

function textFields({ fields }: CheckedOperation): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
}

/** Returns the time of an event: the day that was checked, or when it was told. */
function timeOf(date: string, turn: Turn | undefined): string {
  const told = timeToText(turn?.at ?? new Date(0));
  return date === "" || told.startsWith(date) ? told : `${date} 00:00:00`;
}

function sourceOf(turn: Turn | undefined): string {
  return turn ? `${turn.subject}, ${turn.at.toISOString().slice(0, 10)}` : "";
}
