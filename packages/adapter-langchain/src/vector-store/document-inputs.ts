import type { JsonObject, Origin, RememberAllOptions } from "@kioku/core";
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
import type { VectorInput } from "@kioku/core/toolkit";
import type { DocumentInterface } from "@langchain/core/documents";

import { checkVector } from "./check-vector.js";

/** What `addDocuments` and `addVectors` take. */
export interface MemoryVectorStoreAddOptions extends RememberAllOptions {
  /**
   * One id per document, each once.
   * @defaultValue `id` of each document, else a hash of its text and metadata
   */
  readonly ids?: readonly string[] | undefined;
}

/** What documents become. */
export interface DocumentRecords {
  readonly kind: string;
  readonly origin: Origin;
  readonly trust: number | undefined;
}

/** Documents on their way into a memory. */
export interface DocumentBatch {
  readonly inputs: readonly (VectorInput & { readonly key: string })[];
  /** What each id is called in errors; `undefined` for an id that was made here. */
  readonly idNames: readonly (string | undefined)[];
  /** Index of the input that each document became: equal documents without ids become one. */
  readonly inputOf: readonly number[];
}

/**
 * Converts documents to records with keys. Metadata is what `JSON.stringify` writes of it. An id is
 * compared and kept in Unicode's form NFC. A document without an id gets one that depends on its
 * text and metadata alone, so that adding it again replaces it.
 * @throws `invalid-input` for what is no document, for lists of different lengths, and for an id
 *   that comes twice.
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

/** Metadata as `JSON.stringify` writes it: loaders put dates and objects of classes there. */
function toJson(metadata: unknown, name: string): JsonObject {
  checkObject(metadata, name);
  let json: unknown;
  try {
    json = JSON.parse(JSON.stringify(metadata));
  } catch {
    // What was thrown may quote the metadata.
    throw invalidInput(name, "what JSON can be written of: no cycles, no bigint");
  }
  return checkJsonObject(json, name);
}

/** Returns the id of a document that has none. Metadata counts in any order of its members. */
function keyOf(kind: string, content: string, metadata: JsonObject): string {
  return hashText("document", kind, toStorableText(content), canonicalJson(metadata));
}

/** An id as the key that it becomes. */
export function toKey(id: unknown, name: string): string {
  return toStorableText(checkText(id, name, MAX_NAME_LENGTH)).normalize("NFC");
}

function listFor(name: string, list: unknown, documents: readonly unknown[]): readonly unknown[] {
  if (Array.isArray(list) && list.length === documents.length) return list;
  throw invalidInput(name, `a list as long as the documents, which are ${documents.length}`, list);
}
