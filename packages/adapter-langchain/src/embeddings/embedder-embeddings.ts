import { MemoryError } from "@kioku/core";
import type { Embedder } from "@kioku/core";
import type { EmbedOptions } from "@kioku/core/toolkit";
import {
  checkMethods,
  checkText,
  embedTexts,
  invalidInput,
  MAX_NAME_LENGTH,
  ownTexts,
} from "@kioku/core/toolkit";
import { Embeddings } from "@langchain/core/embeddings";

/**
 * An embedder as LangChain knows embeddings. Lists are embedded in batches within the limits of the
 * embedder. Vectors have length 1. LangChain hands no signal to embeddings, so that no call can be
 * aborted; nor is anything tried again beyond what the embedder does.
 */
export class EmbedderEmbeddings extends Embeddings {
  /** The embedder that makes the vectors. It belongs to whoever made it: nothing here closes it. */
  readonly embedder: Embedder;

  /** @throws `invalid-input` for what is no embedder. */
  constructor(embedder: Embedder) {
    super({});
    checkMethods(embedder, "embedder", ["embed"]);
    checkText(embedder.id, "embedder.id", MAX_NAME_LENGTH);
    this.embedder = embedder;
  }

  /** What stands for it in JSON: the id of the embedder, which itself may hold a key. */
  toJSON(): Readonly<Record<string, unknown>> {
    return { embedder: this.embedder.id };
  }

  /**
   * Vectors of documents, in order.
   * @throws `embedder-failed` if there is one that the embedder did not make; `invalid-input` for
   *   what is no text, and for a text that the embedder cannot take, named by its place.
   */
  override async embedDocuments(documents: string[]): Promise<number[][]> {
    return embedAll(this.embedder, ownTexts(documents, "documents"), {
      name: (index) => `documents[${index}]`,
      purpose: "document",
    });
  }

  /**
   * Vector of a question.
   * @throws `embedder-failed` if the embedder did not make it; `invalid-input` for what is no text,
   *   and for a text that the embedder cannot take.
   */
  override async embedQuery(document: string): Promise<number[]> {
    if (typeof document !== "string") throw invalidInput("query", "a string", document);
    const [vector = []] = await embedAll(this.embedder, [document], {
      name: () => "query",
      purpose: "query",
    });
    return vector;
  }
}

/**
 * Gives an embedder to whatever of LangChain takes embeddings. `fromLangChainEmbeddings` is the
 * other way round.
 * @throws `invalid-input` for what is no embedder.
 */
export function toLangChainEmbeddings(embedder: Embedder): EmbedderEmbeddings {
  return new EmbedderEmbeddings(embedder);
}

async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
  call: { readonly name: (index: number) => string; readonly purpose: EmbedOptions["purpose"] },
): Promise<number[][]> {
  const { name, purpose = "document" } = call;
  const { vectors, unfit, failure } = await embedTexts(embedder, texts, { purpose });
  const [place] = unfit;
  if (place !== undefined) {
    const message = `embedder ${embedder.id} cannot embed ${name(place)}`;
    throw new MemoryError("invalid-input", message, { cause: failure });
  }
  if (failure) throw failure;
  return vectors.map((vector) => Array.from(vector?.values ?? []));
}
