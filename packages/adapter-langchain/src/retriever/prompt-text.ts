import type { Memory, Origin, PromptContext, PromptOptions, RecallQuery } from "@kioku/core";
import {
  checkMethods,
  checkObject,
  checkText,
  invalidInput,
  isTrusted,
  ORIGINS,
  resolveCitations,
  writeNotes,
} from "@kioku/core/toolkit";
import type { PromptNote } from "@kioku/core/toolkit";
import { recallSettings } from "@kioku/tools";
import type { DocumentInterface } from "@langchain/core/documents";
import { RunnableLambda, type Runnable, type RunnableConfig } from "@langchain/core/runnables";

import { isDescribed, type DocumentMemory } from "./memory-retriever.js";

/** Options of `memoryContext`: the memory, recall and prompt. */
export interface MemoryContextOptions extends Omit<RecallQuery, "query">, PromptOptions {
  /** View to recall from; callers cannot leave its scope. */
  readonly memory: Memory;
}

/**
 * Returns a step of a chain from a query to memories for the prompt: fenced, within a token budget,
 * labelled for citation. `memoryContext({ memory }).pipe(({ text }) => text)` gives the text alone;
 * `citations(answer)` of the whole context resolves labels.
 * @throws `invalid-input` naming the option.
 */
export function memoryContext(options: MemoryContextOptions): Runnable<string, PromptContext> {
  checkObject(options, "options");
  const { memory, ...given } = options;
  const { settings, prompt } = recallSettings(given, "options", ["memory"]);
  checkMethods(memory, "options.memory", ["context"]);
  return new RunnableLambda<string, PromptContext>({
    func: (input: string, { signal }: RunnableConfig) => {
      const query = checkText(input, "input", Infinity);
      return memory.context({ ...settings, query }, { ...prompt, signal });
    },
  }).withConfig({ runName: "memoryContext" });
}

/**
 * Formats documents for a prompt as `memoryContext` formats memories, for chains that process
 * documents in between: each between tags that its text cannot close, labelled `m1`, `m2`, … in
 * order, with kind, date, origin and trust if it came from a memory, after sentences that declare
 * them data. There is no token budget. Without documents the text is empty.
 * @throws `invalid-input` for anything but a list of documents.
 */
export function formatDocuments(documents: readonly DocumentInterface[]): string {
  const labels = documentLabels(documents);
  return writeNotes(
    documents.map((document, index) => ({
      label: labels[index],
      text: document.pageContent,
      ...whatIsKnown(document),
    })),
  );
}

function whatIsKnown({ metadata }: DocumentInterface): Omit<PromptNote, "label" | "text"> {
  const { memory }: { readonly memory?: unknown } = metadata ?? {};
  if (typeof memory !== "object" || memory === null) return {};
  if (!isDescribed(memory)) return { source: admittedSource(memory) };
  const { kind, createdAt, occurredAt = createdAt, origin, trust } = memory as DocumentMemory;
  return { kind, at: new Date(occurredAt), source: { origin, trust } };
}

/** Believes documents that admit to be untrusted; a claim to be trusted may be made up. */
function admittedSource(memory: Partial<Record<string, unknown>>): PromptNote["source"] {
  const { origin, trust } = memory;
  if (typeof trust !== "number" || !ORIGINS.some((one) => one === origin)) return undefined;
  const source = { origin: origin as Origin, trust };
  return isTrusted(source) ? undefined : source;
}

/** Citations in an answer. */
export interface CitedDocuments<Cited extends DocumentInterface = DocumentInterface> {
  /** In the order of first mention, each once. */
  readonly cited: readonly Cited[];
  /** Labels in the answer that name no document of the prompt. */
  readonly unknown: readonly string[];
}

/**
 * Resolves labels such as `[m1]` in an answer to a prompt that `formatDocuments` wrote of the same
 * documents. With `memoryContext`, use `context.citations`.
 * @throws `invalid-input` for invalid arguments.
 */
export function citedDocuments<Cited extends DocumentInterface>(
  answer: string,
  documents: readonly Cited[],
): CitedDocuments<Cited> {
  if (typeof answer !== "string") throw invalidInput("answer", "a string", answer);
  const labels = documentLabels(documents);
  const labelled = documents.map((document, index) => ({ label: labels[index] ?? "", document }));
  const { cited, unknown } = resolveCitations(answer, labelled);
  return { cited: cited.map(({ document }) => document), unknown };
}

/** Returns the label of each document: `m1`, `m2`, … */
function documentLabels(documents: readonly DocumentInterface[]): readonly string[] {
  if (!Array.isArray(documents)) throw invalidInput("documents", "a list", documents);
  return Array.from(documents, (document: DocumentInterface, index) => {
    const text: unknown = document?.pageContent;
    if (typeof text === "string") return `m${index + 1}`;
    throw invalidInput(`documents[${index}]`, "a document", document);
  });
}
