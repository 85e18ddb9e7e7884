import { loadPeerModule } from "./load-peer-module.ts";
import type { Peer, PeerOptions } from "./peer.ts";

interface Document {
  readonly id: string;
  readonly text: string;
  readonly vector?: readonly number[];
}

interface Request {
  readonly mode: "vector" | "hybrid";
  readonly term?: string;
  readonly vector: { readonly value: Float32Array; readonly property: "vector" };
  readonly similarity: number;
  readonly limit: number;
}

interface Orama {
  create(options: { readonly schema: Readonly<Record<string, string>> }): object;
  insertMultiple(database: object, documents: readonly Document[]): unknown;
  search(
    database: object,
    request: Request,
  ): Promise<{ readonly hits: readonly { readonly document: Document }[] }>;
}

/** Its default of 0.8 leaves out records that are among the ten nearest. */
const SIMILARITY = 0;

/** Orama: vectors and words in the memory of the process, everything else as it comes. */
export async function openOrama({ dimensions }: PeerOptions): Promise<Peer> {
  const orama = loadPeerModule("@orama/orama") as Orama;
  const schema = { text: "string", vector: `vector[${dimensions}]` };
  const database = orama.create({ schema });
  const find = async (
    request: Pick<Request, "mode" | "term" | "limit">,
    value: Float32Array,
  ): Promise<readonly Document[]> => {
    const vector = { value, property: "vector" } as const;
    const found = await orama.search(database, { ...request, vector, similarity: SIMILARITY });
    return found.hits.map(({ document }) => document);
  };
  return {
    async add({ first, vectors, texts }) {
      const documents = vectors.map((vector, place) => ({
        id: String(first + place),
        text: texts[place] ?? "",
        vector: Array.from(vector),
      }));
      await orama.insertMultiple(database, documents);
    },
    async search(vector, limit) {
      const found = await find({ mode: "vector", limit }, vector);
      return found.map(({ id }) => Number(id));
    },
    async hybrid({ text, vector }, limit) {
      const found = await find({ mode: "hybrid", term: text, limit }, vector);
      return found.map((one) => ({ index: Number(one.id), text: one.text }));
    },
  };
}
