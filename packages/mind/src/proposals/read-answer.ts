import { listOf, membersOf, type Members, readProposal } from "../gate/read-proposal.js";
import type { Batch } from "../model/batch.js";
import type { Evidence } from "../model/fact.js";
import type { Proposal } from "../model/operation.js";
import { attributeOf, BLOCKS } from "../rules/attributes.js";
import { isRepetitive, repeatsLines } from "./is-repetitive.js";
import { type AnswerProblem, readObject } from "./read-object.js";
import { labelledFacts } from "./write-prompt.js";

const MAX_OPERATIONS = 500;
const MAX_SENTENCES = 30;
const MAX_TITLE_LENGTH = 100;
/** Begins the id of a source or target that is none of those that were shown. */
export const UNKNOWN = "unknown ";

/** Answer of a model, read as far as it can be. */
export type ReadAnswer =
  | {
      readonly isUsable: true;
      readonly proposals: readonly Proposal[];
      /** Title of the stretch; absent if the model gave none. */
      readonly title?: string;
      /** Sentences of the summary of the batch, to be checked as proposals are. */
      readonly summary: readonly {
        readonly text: string;
        readonly evidence: readonly Evidence[];
      }[];
      /** Operations that could not be read. */
      readonly malformed: number;
    }
  | {
      readonly isUsable: false;
      readonly problem: AnswerProblem;
    };

/** Reads the text of an answer about a batch, by a model. Never throws. */
export function readAnswer(
  { text, isComplete }: { readonly text: unknown; readonly isComplete: unknown },
  { batch, by }: { readonly batch: Batch; readonly by: string },
): ReadAnswer {
  const answer = readObject({ text, isComplete }, hasOperations);
  if (typeof answer === "string") return { isUsable: false, problem: answer };
  const operations = listOf(answer["operations"]);
  const sentences = listOf(answer["summary"]).slice(0, MAX_SENTENCES).map(membersOf);
  if (isRepeated(operations) || isRepeated(sentences)) {
    return { isUsable: false, problem: "repetitive" };
  }
  const labels = labelsOf(batch);
  const read = operations.slice(0, MAX_OPERATIONS).map((one) => readOperation(one, labels, by));
  const title = typeof answer["title"] === "string" ? answer["title"].trim() : "";
  return {
    isUsable: true,
    proposals: read.flatMap((one) => one ?? []),
    ...(title === "" || title.length > MAX_TITLE_LENGTH ? {} : { title }),
    summary: sentences.flatMap((one) => {
      const said = textOf(one["text"]);
      return said === undefined ? [] : [{ text: said, evidence: sourcesOf(one, labels) }];
    }),
    malformed: operations.length - read.filter((one) => one !== undefined).length,
  };
}

/** Tests if an object has a list of operations. */
export function hasOperations(value: object): boolean {
  return "operations" in value && Array.isArray(value.operations);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Tests if the texts of items say the same again and again, each or together. */
function isRepeated(items: readonly unknown[]): boolean {
  const texts = items.flatMap((one) => {
    const { op, text, reason } = membersOf(one);
    const said = [text, reason].filter((value) => typeof value === "string");
    return said.length === 0 ? [] : [[op, ...said].join(" ")];
  });
  return texts.some((text) => isRepetitive(text)) || repeatsLines(texts);
}

/** Ids by the labels of the prompt, and speakers of the turns. */
interface Labels {
  readonly turns: ReadonlyMap<string, { readonly id: string; readonly subject: string }>;
  readonly facts: ReadonlyMap<string, string>;
}

function labelsOf(batch: Batch): Labels {
  return {
    turns: new Map(batch.turns.map((turn, index) => [`t${index + 1}`, turn])),
    facts: new Map(labelledFacts(batch).map(({ id }, index) => [`f${index + 1}`, id])),
  };
}

function labelOf(value: unknown): string {
  return typeof value === "string" ? value.trim().toLowerCase().slice(0, 20) : "";
}

function sourcesOf(members: Members, { turns }: Labels): readonly Evidence[] {
  return listOf(members["sources"]).map((one) => {
    const { turn, quote } = membersOf(one);
    const label = labelOf(turn);
    const source = turns.get(label)?.id ?? `${UNKNOWN}${label}`;
    return { source, quote: typeof quote === "string" ? quote : "" };
  });
}

/** Reads an operation; `undefined` if it is none. Members that do not matter are left out. */
function readOperation(value: unknown, labels: Labels, by: string): Proposal | undefined {
  const members = membersOf(value);
  const evidence = sourcesOf(members, labels);
  const speaker = [...labels.turns.values()].find(({ id }) => id === evidence[0]?.source)?.subject;
  const name = textOf(members["attribute"])?.toLowerCase();
  const attribute = name === undefined ? undefined : attributeOf(name)?.name;
  const { importance } = members;
  const isShare = typeof importance === "number" && importance >= 0 && importance <= 1;
  const targets = listOf(members["targets"]).map((one) => targetOf(one, labels));
  return readProposal({
    op: members["op"],
    by,
    reason: textOf(members["reason"]),
    evidence,
    target: targetOf(members["target"], labels),
    targets,
    text: textOf(members["text"]),
    subject: textOf(members["subject"]) ?? speaker ?? "user",
    attribute,
    value: attribute === undefined ? undefined : textOf(members["value"])?.toLowerCase(),
    block: BLOCKS.find((one) => one === members["block"]),
    importance: isShare ? importance : undefined,
  });
}

function targetOf(value: unknown, { facts }: Labels): string | undefined {
  const label = labelOf(value);
  return label === "" ? undefined : (facts.get(label) ?? `${UNKNOWN}${label}`);
}
