import type { ModelSettings } from "./model-settings.ts";

/** Names and dimensions of all arrays of a BERT: what `bert-graph.ts` computes with. */
export function networkShape(settings: ModelSettings): ReadonlyMap<string, readonly number[]> {
  const { kind, layers, width, inner, vocabulary, positions, tokenTypes } = settings;
  const shape = new Map<string, readonly number[]>();
  const linear = (name: string, from: number, to: number): void => {
    shape.set(`${name}.weight`, [from, to]).set(`${name}.bias`, [to]);
  };
  const norm = (name: string): void => {
    shape.set(`${name}.gain`, [width]).set(`${name}.bias`, [width]);
  };
  shape.set("embeddings.word", [vocabulary, width]);
  shape.set("embeddings.position", [positions, width]);
  if (tokenTypes) shape.set("embeddings.type", [2, width]);
  norm("embeddings.norm");
  for (let layer = 0; layer < layers; layer += 1) {
    for (const part of ["query", "key", "value", "output"]) {
      linear(`layer.${layer}.attention.${part}`, width, width);
    }
    norm(`layer.${layer}.attention.norm`);
    linear(`layer.${layer}.feed.inner`, width, inner);
    linear(`layer.${layer}.feed.outer`, inner, width);
    norm(`layer.${layer}.feed.norm`);
  }
  if (kind === "cross-encoder") {
    linear("pooler", width, width);
    linear("classifier", width, 1);
  }
  return shape;
}
