import { Embeddings } from "@langchain/core/embeddings";

/**
 * Embeddings of two dimensions: a text with "apple" in it points one way, any other the other way.
 */
export class DirectionEmbeddings extends Embeddings {
  readonly model: string;
  /** Calls of `embedDocuments`. */
  readonly documents: (readonly string[])[] = [];
  /** Calls of `embedQuery`. */
  readonly queries: string[] = [];
  /** Replaces the next answers of `embedDocuments`; `undefined` to answer. */
  instead: (() => Promise<number[][]>) | undefined;

  constructor(model = "direction") {
    super({});
    this.model = model;
  }

  override async embedDocuments(documents: string[]): Promise<number[][]> {
    this.documents.push([...documents]);
    return this.instead ? this.instead() : documents.map(directionOf);
  }

  override async embedQuery(document: string): Promise<number[]> {
    this.queries.push(document);
    return directionOf(document);
  }
}

function directionOf(text: string): number[] {
  return text.includes("apple") ? [1, 0] : [0, 1];
}
