import { Embeddings } from "@langchain/core/embeddings";

/** Call of embeddings: a list of documents, or one query. */
type Asked = readonly string[] | string;

/**
 * Embeddings as LangChain has them, with a direction for every text and other ones for questions:
 * deterministic and offline.
 */
export class LetterEmbeddings extends Embeddings {
  readonly asked: Asked[] = [];
  /** Waited for by each call before it answers. */
  hold: Promise<unknown> = Promise.resolve();
  /** Most questions that were under way at once. */
  mostAtOnce = 0;
  private underWay = 0;
  private readonly length: number;

  constructor({ length = 1 }: { readonly length?: number } = {}) {
    super({});
    this.length = length;
  }

  override async embedDocuments(documents: string[]): Promise<number[][]> {
    this.asked.push([...documents]);
    await this.hold;
    return documents.map((text) => letterVector(text, 3, this.length));
  }

  override async embedQuery(document: string): Promise<number[]> {
    this.asked.push(document);
    this.underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay);
    await this.hold;
    this.underWay -= 1;
    return letterVector(document, 0.5, this.length);
  }
}

/** Counts words by a hash of each, beside a hash of the whole: texts that share words are near. */
function letterVector(text: string, share: number, length: number): number[] {
  const vector = Array.from({ length: 24 }, () => 0);
  const add = (part: string, weight: number): void => {
    let state = 17;
    for (let index = 0; index < part.length; index += 1) {
      state = (Math.imul(state, 31) + part.charCodeAt(index)) | 0;
    }
    for (const slot of vector.keys()) {
      state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + slot) | 0;
      vector[slot] = (vector[slot] ?? 0) + (weight * state) / 2 ** 31;
    }
  };
  add(text, 0.2);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) add(word, 1);
  vector[0] = (vector[0] ?? 0) + share;
  const norm = Math.hypot(...vector);
  return vector.map((value) => (value / norm) * length);
}
