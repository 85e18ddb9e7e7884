import { EMBEDDING_MODELS } from "@kioku/embed-local";

/** Published figures of an embedding model. Figures that have no source are absent. */
interface Published {
  /** Where its card is. */
  readonly card: string;
  /** Millions of parameters. */
  readonly parameters: number;
  /**
   * Spearman correlation of cosines and human judgement, in percent: tasks `STSBenchmark` and
   * `STSB` of MTEB, split test.
   */
  readonly english?: Score;
  readonly chinese?: Score;
}

/** A model that runs in the process. */
export interface PublishedModel extends Partial<Published> {
  /** As it is written in charts and tables. */
  readonly name: string;
  readonly dimensions: number;
  /** Shorter widths that it was trained for. */
  readonly widths?: readonly number[];
  readonly languages: string;
  /** Tokens of one text; absent where there is no limit. */
  readonly maxTokens?: number;
  readonly licence: string;
}

/** A score with the place that it was read at. */
export interface Score {
  readonly value: number;
  /** Path in github.com/embeddings-benchmark/results; absent where we measured it ourselves. */
  readonly source?: string;
}

function mteb(folder: string, task: "STSBenchmark" | "STSB", value: number): Score {
  return { value, source: `results/${folder}/${task}.json` };
}

const E5_SMALL = "intfloat__multilingual-e5-small/fd1525a9fd15316a2d503bf26ab031a61d056e98";
const E5_BASE = "intfloat__multilingual-e5-base/d13f1b27baf31030b7fd040960d60d909913633f";
const BGE_M3 = "BAAI__bge-m3/5617a9f61b028005a4858fdac845db406aefb181";
const BGE_SMALL_ZH = "BAAI__bge-small-zh-v1.5/no_revision_available";
const MINILM = "sentence-transformers__all-MiniLM-L6-v2/8b3219a92973c328a8e22fadcfa821b5dc75636a";
const NOMIC = "nomic-ai__nomic-embed-text-v1.5/b0753ae76394dd36bcfb912a46018088bca48be0";
const GEMMA = "google__embeddinggemma-300m/64614b0b8b64f0c6c1e52b07e4e9a4e8fe4d2da2";

/** The name of the table that is part of embed-local. */
export const STATIC_TABLE = "static table";

/** By the name of the model. Read 2026-11-22 from the model cards and from the results of MTEB. */
const PUBLISHED: ReadonlyMap<string, Published> = new Map([
  [
    "all-MiniLM-L6-v2",
    {
      card: "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
      parameters: 23,
      english: mteb(MINILM, "STSBenchmark", 82.0),
    },
  ],
  [
    "bge-small-zh-v1.5",
    {
      card: "https://huggingface.co/BAAI/bge-small-zh-v1.5",
      parameters: 24,
      chinese: mteb(BGE_SMALL_ZH, "STSB", 76.7),
    },
  ],
  [
    "multilingual-e5-small",
    {
      card: "https://huggingface.co/intfloat/multilingual-e5-small",
      parameters: 118,
      english: mteb(E5_SMALL, "STSBenchmark", 83.6),
      chinese: mteb(E5_SMALL, "STSB", 77.9),
    },
  ],
  [
    "nomic-embed-text-v1.5",
    {
      card: "https://huggingface.co/nomic-ai/nomic-embed-text-v1.5",
      parameters: 137,
      english: mteb(NOMIC, "STSBenchmark", 81.4),
    },
  ],
  [
    "multilingual-e5-base",
    {
      card: "https://huggingface.co/intfloat/multilingual-e5-base",
      parameters: 278,
      english: mteb(E5_BASE, "STSBenchmark", 85.6),
      chinese: mteb(E5_BASE, "STSB", 79.0),
    },
  ],
  [
    "gte-multilingual-base",
    { card: "https://huggingface.co/Alibaba-NLP/gte-multilingual-base", parameters: 305 },
  ],
  [
    "embeddinggemma-300m",
    {
      card: "https://ai.google.dev/gemma/docs/embeddinggemma/model_card",
      parameters: 308,
      english: mteb(GEMMA, "STSBenchmark", 88.2),
      chinese: mteb(GEMMA, "STSB", 80.2),
    },
  ],
  [
    "bge-m3",
    {
      card: "https://huggingface.co/BAAI/bge-m3",
      parameters: 568,
      english: mteb(BGE_M3, "STSBenchmark", 84.9),
      chinese: mteb(BGE_M3, "STSB", 80.6),
    },
  ],
]);

const TABLE: PublishedModel = {
  name: STATIC_TABLE,
  dimensions: 256,
  languages: "English, Chinese",
  licence: "MIT, see NOTICE",
  english: { value: 73.4 },
  chinese: { value: 62.7 },
};

/**
 * Models that run in the process, smallest first: what embed-local knows of them, and what was
 * published.
 */
export const localModels: readonly PublishedModel[] = [
  TABLE,
  ...EMBEDDING_MODELS.map(({ name, languages, licence, manifest }) => {
    const published = PUBLISHED.get(name);
    if (!published) throw new Error(`nothing is known of the size of ${name}`);
    const { dimensions, widths = [], maxTokens } = manifest;
    return { name, languages, licence, dimensions, widths, maxTokens, ...published };
  }).toSorted((a, b) => a.parameters - b.parameters),
];

/** Services with a published score on the same scale, to compare with. */
export const services: readonly Pick<PublishedModel, "name" | "english" | "chinese">[] = [
  {
    name: "text-embedding-3-small",
    english: mteb("openai__text-embedding-3-small/1", "STSBenchmark", 84.2),
    chinese: mteb("openai__text-embedding-3-small/1", "STSB", 75.2),
  },
  {
    name: "text-embedding-3-large",
    chinese: mteb("openai__text-embedding-3-large/1", "STSB", 78.0),
  },
];
