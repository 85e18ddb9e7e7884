import { MemoryError } from "@kioku/core";
import type { JsonObject, MemoryRecord, Origin, Receipt, RememberAllOptions } from "@kioku/core";
import {
  hashText,
  toStorableText,
  canonicalJson,
  checkJsonObject,
  checkObject,
  checkText,
  invalidInput,
  MAX_BATCH,
  MAX_CONTENT_LENGTH,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";
import type { MemoryVectors, VectorInput } from "@kioku/core/toolkit";
import { Document, type DocumentInterface } from "@langchain/core/documents";

/**
 * Writes documents in one batch and returns their ids in order.
 * @throws `invalid-input` for an id that is the key of another kind's record; `rejected-by-plugin`
 *   or `untrusted` for a refused document.
 */
export async function writeDocuments(
  vectors: MemoryVectors,
  { inputs, idNames, inputOf }: DocumentBatch,
  options: RememberAllOptions,
): Promise<string[]> {
  await checkKinds(vectors, { inputs, idNames, inputOf }, options);
  const receipts = await vectors.rememberAll(inputs, options);
  const keys = recordsOf(receipts, inputOf).map(({ id, key = id }) => key);
  return inputOf.map((input) => keys[input] ?? "");
}

/** Checks that no document replaces a record of another kind. */
async function checkKinds(
  vectors: MemoryVectors,
  { inputs, idNames }: DocumentBatch,
  { signal }: RememberAllOptions,
): Promise<void> {
  const given = inputs.filter((_, index) => idNames[index] !== undefined);
  if (given.length === 0) return;
  const keys = given.map(({ key }) => key);
  const records = await vectors.readKeys(keys, { signal });
  for (const [index, record] of records.entries()) {
    const input = given[index];
    if (!record || !input || record.kind === input.kind) continue;
    const name = idNames[inputs.indexOf(input)] ?? "id";
    const kind = JSON.stringify(input.kind);
    throw invalidInput(name, `new, or the key of a record of kind ${kind}`, input.key);
  }
}

function recordsOf(receipts: readonly Receipt[], inputOf: readonly number[]): MemoryRecord[] {
  const refused = receipts.flatMap((receipt, input) =>
    receipt.status === "rejected" ? [{ ...receipt, index: inputOf.indexOf(input) }] : [],
  );
  const [first] = refused;
  if (!first) return receipts.flatMap((receipt) => ("record" in receipt ? receipt.record : []));
  const { by, reason, index } = first;
  const count = `${refused.length} of ${receipts.length} documents ${refused.length === 1 ? "was" : "were"} refused and not written`;
  const isTrust = by === "trust";
  const what = isTrust ? reason : `plugin ${by} rejected it: ${reason}`;
  throw new MemoryError(
    isTrust ? "untrusted" : "rejected-by-plugin",
    `${count}; the first is documents[${index}]: ${what}`,
  );
}

/** Options of `addDocuments` and `addVectors`. */
export interface MemoryVectorStoreAddOptions extends Omit<RememberAllOptions, "rejections"> {
  /** Distinct ids, one per document. @defaultValue `id` of a document, else a hash of it */
  readonly ids?: readonly string[] | undefined;
}

/** Settings of the records of documents. */
export interface DocumentRecords {
  readonly kind: string;
  readonly origin: Origin;
  readonly trust: number | undefined;
}

/** Documents as inputs. */
interface DocumentBatch {
  readonly inputs: readonly (VectorInput & { readonly key: string })[];
  /** Name of each id in errors; `undefined` for a generated one. */
  readonly idNames: readonly (string | undefined)[];
  /** Index of each document's input: equal documents without ids share one. */
  readonly inputOf: readonly number[];
}

/**
 * Converts documents to records with keys. Metadata is stored as `JSON.stringify` writes it, ids in
 * Unicode form NFC. A document without an id gets a hash, so that adding it again replaces it.
 * @throws `invalid-input` for invalid documents, lists of different lengths, and repeated ids.
 */
export function toDocumentBatch(
  documents: readonly DocumentInterface[],
  given: { readonly ids: unknown; readonly vectors?: unknown },
  { kind, origin, trust }: DocumentRecords,
): DocumentBatch {
  if (!Array.isArray(documents)) throw invalidInput("documents", "a list of documents", documents);
  if (documents.length > MAX_BATCH) {
    throw invalidInput("documents", `at most ${MAX_BATCH}`, documents);
  }
  const ids = given.ids === undefined ? undefined : listFor("ids", given.ids, documents);
  const vectors = "vectors" in given ? listFor("vectors", given.vectors, documents) : undefined;
  const taken = new Map<string, { readonly idName: string | undefined; readonly input: number }>();
  const idNames: (string | undefined)[] = [];
  const inputs: (VectorInput & { readonly key: string })[] = [];
  const inputOf = Array.from(documents as readonly unknown[], (document, index) => {
    const name = `documents[${index}]`;
    checkObject(document, name);
    const { pageContent, metadata = {}, id } = document as Partial<DocumentInterface>;
    const content = checkText(pageContent, `${name}.pageContent`, MAX_CONTENT_LENGTH);
    const idName = ids ? `ids[${index}]` : `${name}.id`;
    const json = toJson(metadata, `${name}.metadata`);
    const vector = vectors && { vector: checkVector(vectors[index], `vectors[${index}]`) };
    const isMade = !ids && id === undefined;
    const key = isMade ? keyOf(kind, content, json) : toKey(ids ? ids[index] : id, idName);
    const earlier = taken.get(key);
    if (earlier && isMade && earlier.idName === undefined) return earlier.input;
    if (earlier) throw invalidInput(idName, `another id than ${earlier.idName ?? "a hash"}`, key);
    const input = inputs.length;
    taken.set(key, { idName: isMade ? undefined : idName, input });
    idNames.push(isMade ? undefined : idName);
    const fields = { metadata: json, kind, origin, ...(trust === undefined ? {} : { trust }) };
    inputs.push({ content, key, ...fields, ...vector });
    return input;
  });
  return { inputs, idNames, inputOf };
}

/** Converts metadata as `JSON.stringify` does: loaders put dates and class instances there. */
function toJson(metadata: unknown, name: string): JsonObject {
  checkObject(metadata, name);
  let json: unknown;
  try {
    json = JSON.parse(JSON.stringify(metadata));
  } catch {
    // The error may quote the metadata.
    throw invalidInput(name, "what JSON can be written of: no cycles, no bigint");
  }
  return checkJsonObject(json, name);
}

/** Returns the generated id of a document, regardless of member order in metadata. */
function keyOf(kind: string, content: string, metadata: JsonObject): string {
  return hashText("document", kind, toStorableText(content), canonicalJson(metadata));
}

/** Converts an id to a key. */
export function toKey(id: unknown, name: string): string {
  return toStorableText(checkText(id, name, MAX_NAME_LENGTH)).normalize("NFC");
}

function listFor(name: string, list: unknown, documents: readonly unknown[]): readonly unknown[] {
  if (Array.isArray(list) && list.length === documents.length) return list;
  throw invalidInput(name, `a list as long as the documents, which are ${documents.length}`, list);
}

/** Checks a vector; core checks its width. @throws `invalid-input` naming it. */
export function checkVector(value: unknown, name: string): readonly number[] {
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  const items = isList ? Array.from(value as ArrayLike<unknown>) : [];
  // Conversion would hide non-numbers: null becomes 0.
  const isFinite = items.every((item) => Number.isFinite(item));
  if (isFinite && items.some((item) => item !== 0)) return items as number[];
  throw invalidInput(name, "a list of finite numbers that are not all zero", value);
}

/** Converts texts to documents, with metadata each or shared. */
export function textsToDocuments(texts: unknown, metadatas: unknown): Document[] {
  if (!Array.isArray(texts)) throw invalidInput("texts", "a list of strings", texts);
  if (Array.isArray(metadatas) && metadatas.length !== texts.length) {
    throw invalidInput("metadatas", `one object, or a list of ${texts.length}`, metadatas);
  }
  return Array.from(texts, (text: unknown, index) => {
    if (typeof text !== "string") throw invalidInput(`texts[${index}]`, "a string", text);
    const metadata: unknown = Array.isArray(metadatas) ? metadatas[index] : metadatas;
    return new Document({ pageContent: text, metadata: metadata as Record<string, unknown> });
  });
}
