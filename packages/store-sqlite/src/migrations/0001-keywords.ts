/**
 * All printable ASCII but letters and digits, and the unit separator: with them, only a space ends
 * a token.
 */
const TOKEN_CHARACTERS = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~\u001F`;

/**
 * Makes the keyword index. A token is a term, U+001F and the number of its scope, so that each list
 * of postings is of one scope. The rowid is `record row * 4096 + number of terms`, so that a list
 * alone says what BM25 needs. A text of 2,048 terms and more is in several parts, whose rowids
 * follow each other from `record row * 4096 + 2048` on.
 *
 * It keeps its text, so that a deletion finds every posting; FTS5's `secure-delete` overwrites
 * them. BM25 is core's, so FTS5 need not count columns.
 */
export const KEYWORD_SCHEMA: string = `
create virtual table keywords using fts5(
  terms, columnsize = 0, tokenize = ${quote(`ascii tokenchars ${quote(TOKEN_CHARACTERS)}`)}
);
insert into keywords (keywords, rank) values ('secure-delete', 1);
create virtual table postings using fts5vocab(keywords, instance);
`;

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
