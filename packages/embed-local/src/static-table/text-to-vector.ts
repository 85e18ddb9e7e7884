import { foldCharacter } from "./fold-character.js";
import { hashRow } from "./hash-row.js";
import { RowSum } from "./row-sum.js";
import type { StaticTable } from "./static-table.js";
import { TokenReader } from "./token-reader.js";
import type { WorkPacer } from "./work-pacer.js";

/** What one text needs while it is read. */
interface Reading {
  readonly text: string;
  readonly table: StaticTable;
  readonly pacer: WorkPacer;
}

async function addTokens(sum: RowSum, { text, table, pacer }: Reading): Promise<void> {
  const reader = new TokenReader(table, sum);
  for (const character of text) {
    reader.read(character);
    if (pacer.isDue()) await pacer.pause();
  }
  reader.end();
}

/**
 * Hashes every three neighbouring code points of `<text>`, folded; `<>` as a whole if the text
 * folds to nothing.
 */
async function addPieces(sum: RowSum, { text, table, pacer }: Reading): Promise<void> {
  let first = "";
  let second = "<";
  const take = (third: string): void => {
    if (first !== "") sum.add(hashRow(first + second + third));
    first = second;
    second = third;
  };
  for (const character of text) {
    for (const sign of foldCharacter(character, table.simplified)) take(sign);
    if (pacer.isDue()) await pacer.pause();
  }
  if (first === "") sum.add(hashRow("<>"));
  else take(">");
}

/**
 * The vector of a text, of length 1. A text without any known token (emoji, punctuation, other
 * scripts, nothing at all) gets a vector from hashes of its characters: it finds the same
 * characters again, but has no meaning.
 */
export async function textToVector(reading: Reading): Promise<Float32Array> {
  const sum = new RowSum(reading.table);
  await addTokens(sum, reading);
  if (sum.isZero) await addPieces(sum, reading);
  return sum.toUnitVector();
}
