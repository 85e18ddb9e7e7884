import type { Vocabulary } from "./vocabulary.js";

/** The model in memory, as its files hold it (see `asset-files.ts`): about 10 MB. */
export interface StaticTable {
  /** `rows × dimensions / 2` bytes. */
  readonly values: Uint8Array;
  /** One little-endian float32 a row. */
  readonly scales: DataView;
  /** Word, Chinese character or bigram to row. */
  readonly vocabulary: Vocabulary;
  /** Traditional and variant characters to those of the vocabulary. */
  readonly simplified: ReadonlyMap<string, string>;
}
