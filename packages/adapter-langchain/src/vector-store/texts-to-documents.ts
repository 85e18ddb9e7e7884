import { invalidInput } from "@kioku/core/toolkit";
import { Document } from "@langchain/core/documents";

/**
 * Texts as documents, each with the metadata in its place, or all with the same.
 * @throws `invalid-input` for what is no list, and for lists of different lengths.
 */
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
