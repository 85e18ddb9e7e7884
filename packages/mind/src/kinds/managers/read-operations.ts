import { listOf, membersOf, type Members } from "../../gate/read-proposal.js";
import type { Evidence } from "../../model/fact.js";
import { isRepetitive, repeatsLines } from "../../proposals/is-repetitive.js";
import { UNKNOWN } from "../../proposals/read-answer.js";
import type { KindOperation } from "./manager-view.js";
import type { Manager, ManagerArgument } from "./manager.js";

/** Most operations of an answer that are read; the others count as malformed. */
const MAX_OPERATIONS = 50;
const MAX_SOURCES = 20;
const MAX_TARGETS = 20;
const MAX_QUOTE_LENGTH = 2_000;

/** Ids by the labels of the prompt. */
export interface Labels {
  /** `t1` is the first. */
  readonly turns: readonly string[];
  /** `i1` is the first. */
  readonly items: readonly string[];
}

/** Operations of an answer, and the number of those that are none. */
export interface ReadOperations {
  readonly operations: readonly KindOperation[];
  readonly malformed: number;
}

/** Reads the operations of an answer; `undefined` if it says the same over and over. */
export function readOperations(
  answer: Members,
  manager: Manager,
  labels: Labels,
): ReadOperations | undefined {
  const given = listOf(answer["operations"]);
  const texts = given.map((one) => Object.values(membersOf(one)).map(asText).join("\n"));
  if (texts.some(isRepetitive) || repeatsLines(texts)) return undefined;
  const operations = given
    .slice(0, MAX_OPERATIONS)
    .flatMap((one) => readOperation(membersOf(one), manager, labels) ?? []);
  return { operations, malformed: given.length - operations.length };
}

function readOperation(
  members: Members,
  { ops, arguments: all }: Manager,
  labels: Labels,
): KindOperation | undefined {
  const op = ops.find((one) => one === members["op"]);
  const sources = listOf(members["sources"]);
  const targets = listOf(members["targets"]);
  if (op === undefined || sources.length > MAX_SOURCES || targets.length > MAX_TARGETS) {
    return undefined;
  }
  const fields: Record<string, string | readonly string[]> = {};
  for (const [name, one] of Object.entries(all)) {
    const value = readArgument(members[name] ?? undefined, one);
    if (value !== undefined) fields[name] = value;
    else if (one.isOptional !== true || asText(members[name]).trim() !== "") return undefined;
  }
  return {
    op,
    evidence: sources.map((one) => readSource(membersOf(one), labels)),
    targets: [...new Set(targets.map((one) => idOf(one, "i", labels.items)))],
    fields,
  };
}

function readArgument(
  value: unknown,
  { length, enum: values, items }: ManagerArgument,
): string | readonly string[] | undefined {
  if (items !== undefined) {
    const texts = listOf(value).flatMap((one) => readText(one, length) ?? []);
    const isWhole = texts.length === listOf(value).length && texts.length <= items;
    return isWhole && texts.length > 0 ? texts : undefined;
  }
  const text = readText(value, length);
  return text !== undefined && values && !values.includes(text) ? undefined : text;
}

function readText(value: unknown, length: number): string | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  return text !== "" && text.length <= length && text.isWellFormed() ? text : undefined;
}

function readSource({ turn, quote }: Members, { turns }: Labels): Evidence {
  const isShort = typeof quote === "string" && quote.length <= MAX_QUOTE_LENGTH;
  return { source: idOf(turn, "t", turns), quote: isShort ? quote : "" };
}

/** Returns the id of a label; for any other text one that is unknown everywhere. */
function idOf(value: unknown, letter: string, ids: readonly string[]): string {
  const label = asText(value).trim().toLowerCase().slice(0, 20);
  const number = label.startsWith(letter) ? Number(label.slice(1)) : Number.NaN;
  return (Number.isInteger(number) ? ids[number - 1] : undefined) ?? `${UNKNOWN}${label}`;
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.map(asText).join("\n") : "";
}
