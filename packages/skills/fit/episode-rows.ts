import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder } from "@kioku/core";

import { ConceptReader } from "../src/trigger/concept-reader.js";
import { featuresOf, type Features } from "../src/trigger/fit-scores.js";
import { loadSkillVectors, loadSurroundings } from "../src/trigger/load-vectors.js";
import type { VectorSources } from "../src/trigger/load-vectors.js";
import type { Surroundings } from "../src/trigger/surroundings.js";
import { queryVectors, VectorWidth } from "../src/trigger/text-vectors.js";
import { TriggerIndex } from "../src/trigger/trigger-index.js";
import { VectorCache } from "../src/trigger/vector-cache.js";
import { WordLists } from "../src/trigger/word-lists.js";
import type { Episode } from "./episodes.js";

/** Features of a text for the skill that is nearest, and whether that one is meant. */
export interface Row {
  readonly features: Features;
  readonly isRight: boolean;
}

/** Computes features as the matcher does. */
export class RowMaker {
  readonly #sources: VectorSources;
  #surroundings: Surroundings | undefined;

  constructor(embedder: Embedder) {
    const lists = new WordLists();
    const log = { debug: none, info: none, warn: none, error: none };
    const cache = new VectorCache({
      space: embedder.id,
      revision: () => "fit",
      memory: createMemory({ store: inMemoryStore() }),
      clock: () => new Date(0),
      log,
    });
    const width = new VectorWidth(embedder);
    this.#sources = { embedder, lists, reader: new ConceptReader(lists), cache, width, log };
  }

  /** Returns a row for each text of an episode. */
  async rows({ skills, texts }: Episode): Promise<readonly Row[]> {
    const { embedder, width, reader, lists } = this.#sources;
    this.#surroundings ??= await loadSurroundings(this.#sources);
    const surroundings = this.#surroundings;
    const index = new TriggerIndex(reader, lists);
    const defined = skills.map(({ when, ...skill }) => ({
      ...skill,
      triggers: [{ when }],
      run: none,
    }));
    const { loaded } = await loadSkillVectors(defined, surroundings, this.#sources);
    for (const [{ name }, vectors] of loaded) index.add(name, vectors, surroundings);
    const said = texts.map(({ text }) => text);
    const vectors = await queryVectors(said, { embedder, width });
    return texts.flatMap(({ text, expected }, position) => {
      const vector = vectors[position] ?? new Float32Array();
      const chance = surroundings.chanceOf(vector);
      const query = { text, vector, chance, profile: surroundings.profileOf(vector) };
      const [evidence = []] = index.compare([query], { event: "message" });
      const features = featuresOf(evidence, query);
      const best = evidence.reduce(
        (most, one, at) => (one.cosine > (evidence[most]?.cosine ?? -1) ? at : most),
        0,
      );
      const found = features[best];
      const isRight = expected.includes(evidence[best]?.skill ?? "");
      return found && evidence[best]?.alike === 1 ? [{ features: found, isRight }] : [];
    });
  }
}

function none(): void {
  // Logs and runs nothing.
}
