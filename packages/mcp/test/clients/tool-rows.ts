import type { CallToolResult } from "@modelcontextprotocol/client";
import { expect } from "vitest";

import type { Given } from "./connect.js";

/** Structured answers by the names of rows. */
type Answers = Readonly<Record<string, Given>>;

/** A call of a tool, in the order of a session. */
export interface ToolRow {
  readonly tool: string;
  /** Name of its answer for later rows. @defaultValue that of the tool */
  readonly as?: string;
  readonly given: (answers: Answers) => Given;
  /** A part of its structured answer. */
  readonly has: Given;
  /** A part of its text. */
  readonly says: string;
  /** @defaultValue `false` */
  readonly isError?: boolean;
}

/** Returns the text of an answer. */
export function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

const TEA = "Ana Kral likes green tea in the morning.";
const OOLONG = "Ana Kral likes oolong in the morning.";
const MEMORIES = expect.arrayContaining([
  expect.objectContaining({ content: OOLONG, trust: 0.8 }),
]) as unknown;

/** Calls of the default tools. */
const DEFAULT: readonly ToolRow[] = [
  { tool: "context", given: () => ({}), has: { status: "nothing" }, says: "Nothing" },
  { tool: "recall", given: () => ({ query: "tea" }), has: { status: "nothing" }, says: "Nothing" },
  {
    tool: "remember",
    as: "tea",
    given: () => ({ content: TEA, importance: 0.9, kind: "wish", occurredAt: "2026-02" }),
    has: { status: "stored" },
    says: "Stored",
  },
  {
    tool: "remember",
    given: () => ({ content: "" }),
    has: { status: "failed", error: { code: "invalid-input", retryable: false } },
    says: "content",
    isError: true,
  },
  {
    tool: "update",
    as: "oolong",
    given: ({ tea }) => ({ id: tea?.["id"], content: OOLONG }),
    has: { status: "changed" },
    says: "Changed",
  },
  {
    tool: "update",
    given: () => ({ id: "nobody", content: OOLONG }),
    has: { status: "unknown" },
    says: "no memory with the id",
    isError: true,
  },
  {
    tool: "recall",
    given: () => ({ query: "What does Ana Kral like?", limit: 3, kind: "wish", from: "2026" }),
    has: { status: "found", memories: MEMORIES },
    says: OOLONG,
  },
  {
    tool: "context",
    given: () => ({}),
    has: { status: "found", memories: MEMORIES },
    says: OOLONG,
  },
  {
    tool: "why",
    given: ({ oolong }) => ({ id: oolong?.["id"] }),
    has: { status: "found", memory: { content: OOLONG } },
    says: OOLONG,
  },
  {
    tool: "why",
    given: () => ({ id: "nobody" }),
    has: { status: "unknown" },
    says: "No memory has this id",
    isError: true,
  },
  {
    tool: "forget",
    as: "list",
    given: () => ({ query: "oolong" }),
    has: { status: "would-forget", memories: MEMORIES },
    says: "Nothing was forgotten yet",
  },
  {
    tool: "forget",
    given: () => ({ query: "oolong", confirm: "000000000000" }),
    has: { status: "conflict" },
    says: "not the code",
    isError: true,
  },
  {
    tool: "forget",
    given: ({ list }) => ({ query: "oolong", confirm: list?.["confirm"] }),
    has: { status: "forgotten" },
    says: "Forgotten: 1 of 1",
  },
  {
    tool: "remember",
    as: "dog",
    given: () => ({ content: "Ana Kral has a dog, Rex." }),
    has: { status: "stored" },
    says: "Stored",
  },
  {
    tool: "forget",
    given: ({ dog }) => ({ id: dog?.["id"] }),
    has: { status: "forgotten" },
    says: "Forgotten",
  },
];

/** Calls of the tools of a mind. */
const MIND: readonly ToolRow[] = [
  row("document", { name: "portrait" }),
  {
    ...row("remind", { content: "Water the plants.", at: "2026-04-01" }),
    has: { status: "stored" },
  },
  {
    ...row("remind", { content: "Water the plants." }),
    has: { status: "invalid" },
    says: "give at, topic or both",
    isError: true,
  },
  { ...row("reminders", {}), has: { status: "found" }, says: "Water the plants." },
  row("consolidate", {}),
];

/** Calls of the tools of the six kinds: each kind is stored, changed, shown and found. */
const EVENT = {
  event_type: "user_message",
  summary: "Ana climbed Mount Pico.",
  details: "",
  actor: "user",
  occurred_at: "2026-03-01 08:00:00",
};
const REX = { name: "Rex", summary: "Rex is a dog.", details: "Rex is brown.", source: "Ana" };
const RESET = { entry_type: "guide", summary: "How to reset the router.", steps: ["Hold it."] };
const RUNBOOK = {
  title: "Runbook",
  summary: "Deploys.",
  resource_type: "markdown",
  content: "Go.",
};
const SIX: readonly ToolRow[] = [
  ...["append", "rewrite"].map((verb) =>
    row(`core_memory_${verb}`, { label: "human", content: "Ana is a nurse." }),
  ),
  row("episodic_memory_insert", { items: [EVENT] }, "event"),
  {
    ...row("episodic_memory_merge", {}),
    given: ({ event }) => ({
      event_id: event?.["id"],
      combined_summary: "Ana and Rex climbed Mount Pico.",
      combined_details: "",
    }),
  },
  {
    ...row("check_episodic_memory", {}),
    given: ({ event }) => ({ event_ids: [event?.["id"]] }),
    says: "Ana and Rex",
  },
  row("list_memory_within_timerange", { start_time: "2026-03-01", end_time: "2026-03-01" }),
  { ...row("episodic_memory_replace", {}), given: ending("event", "event_ids") },
  row("semantic_memory_insert", { items: [REX] }, "rex"),
  {
    ...row("check_semantic_memory", {}),
    given: ({ rex }) => ({ semantic_item_ids: [rex?.["id"]] }),
  },
  { ...row("search_in_memory", { memory_type: "all", query: "dog" }), says: "Rex is a dog." },
  { ...row("semantic_memory_update", {}), given: ending("rex", "old_semantic_item_ids") },
  row("procedural_memory_insert", { items: [RESET] }, "reset"),
  { ...row("procedural_memory_update", {}), given: ending("reset", "old_ids") },
  row("resource_memory_insert", { items: [RUNBOOK] }, "runbook"),
  { ...row("resource_memory_update", {}), given: ending("runbook", "old_ids") },
];

/** Calls of the tools of a graph. */
const EDGE = { from: "Ana", to: "Rex", relationType: "walks" };
const NODES = [
  { name: "Ana", entityType: "person", observations: ["Is a nurse"] },
  { name: "Rex", entityType: "dog", observations: [] },
];
const GRAPH: readonly ToolRow[] = [
  { ...row("create_entities", { entities: NODES }), has: { entities: NODES } },
  { ...row("create_relations", { relations: [EDGE] }), has: { relations: [EDGE] } },
  {
    ...row("add_observations", { observations: [{ entityName: "Rex", contents: ["Is brown"] }] }),
    has: { results: [{ entityName: "Rex", addedObservations: ["Is brown"] }] },
  },
  {
    ...row("add_observations", { observations: [{ entityName: "Ben", contents: ["Is tall"] }] }),
    has: {},
    says: "Entity with name Ben not found",
    isError: true,
  },
  { ...row("read_graph", {}), has: { relations: [EDGE] }, says: "Is brown" },
  { ...row("search_nodes", { query: "nurse" }), has: { relations: [EDGE] } },
  { ...row("open_nodes", { names: ["Rex"] }), has: { relations: [EDGE] } },
  row("delete_observations", { deletions: [{ entityName: "Rex", observations: ["Is brown"] }] }),
  row("delete_relations", { relations: [EDGE] }),
  row("delete_entities", { entityNames: ["Ana", "Rex"] }),
  { ...row("read_graph", {}), has: { entities: [], relations: [] } },
];

/** Returns a call that succeeds. */
function row(tool: string, given: Given, as: string = tool): ToolRow {
  return { tool, as, given: () => given, has: {}, says: "" };
}

/** Returns the arguments that end what a row has stored. */
function ending(name: string, ids: string): ToolRow["given"] {
  return (answers) => ({ [ids]: [answers[name]?.["id"]], new_items: [] });
}

/** Calls of the tools of each group. */
export const TOOL_ROWS: readonly ToolRow[] = [...DEFAULT, ...MIND, ...SIX, ...GRAPH];
