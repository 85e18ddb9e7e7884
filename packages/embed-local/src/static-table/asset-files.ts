/** A file of the model with its exact content: any other would not fit the embedder's id. */
export interface AssetFile {
  readonly name: string;
  readonly bytes: number;
  readonly crc32: number;
}

/** Width of a row, and of every vector. */
export const DIMENSIONS = 256;
/** Rows of known words, characters and bigrams; the hash buckets follow. */
export const VOCABULARY_ROWS = 56_248;
/** Rows for pieces of unknown words. */
export const HASH_ROWS = 4096;

/**
 * Identity of the vector space. Bump the revision with any change to the assets or to how a text
 * becomes rows: stored vectors must never meet others.
 */
export const EMBEDDER_ID: string = `kioku/static-zh-en-256@2#${DIMENSIONS}`;

/** `rows × dimensions` values of 4 bits, row after row, low nibble first; value = nibble - 8. */
export const TABLE: AssetFile = { name: "table.int4.bin", bytes: 7_724_032, crc32: 2_355_298_157 };
/**
 * One little-endian float32 a row: the factor of its values, for Chinese times how rare it is in
 * general.
 */
export const SCALES: AssetFile = { name: "scale4.f32.bin", bytes: 241_376, crc32: 1_767_591_813 };
/** UTF-8, one English word, Chinese character or bigram a line; the line number is the row. */
export const VOCABULARY: AssetFile = { name: "vocab.txt", bytes: 435_836, crc32: 151_713_306 };
/** UTF-8, one pair a line: a character, and the one that stands for it in the vocabulary. */
export const SIMPLIFIED: AssetFile = { name: "simplified.txt", bytes: 22_937, crc32: 112_861_238 };
/**
 * UTF-8: Chinese characters and bigrams between blanks by how rare they are in general, in 256
 * lines from the commonest. What is not there is the rarest.
 */
export const GENERAL_WEIGHTS: AssetFile = {
  name: "general-weights.txt",
  bytes: 150_483,
  crc32: 390_197_480,
};
/**
 * Nearest words of the other language: for each row of the vocabulary the length of its list, then
 * the rows of all lists (uint16, little-endian), then their weights in 255ths.
 */
export const NEAR_WORDS: AssetFile = {
  name: "near-words.bin",
  bytes: 487_624,
  crc32: 1_311_713_347,
};
/** All files of the model. */
export const ASSETS: readonly AssetFile[] = [
  TABLE,
  SCALES,
  VOCABULARY,
  SIMPLIFIED,
  GENERAL_WEIGHTS,
  NEAR_WORDS,
];
