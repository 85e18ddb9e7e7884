const MAX_PIECES = 6;

/** What stands for an unknown word: the first six letter triples of `<word>`. */
export function wordPieces(word: string): string[] {
  const marked = `<${word}>`;
  const count = Math.min(MAX_PIECES, marked.length - 2);
  return Array.from({ length: count }, (_, at) => marked.slice(at, at + 3));
}
