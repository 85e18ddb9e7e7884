/**
 * Words of a text for the search of the site: runs of letters and digits; of Chinese, Japanese and
 * Korean every character and every pair. It is sent to the browser as its source text, so
 * everything that it needs is inside.
 */
export function searchTerms(text: string): string[] {
  const runs = text.normalize("NFKC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return runs.flatMap((run) => {
    const parts =
      run.match(
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu,
      ) ?? [];
    return parts.flatMap((part) => {
      if (!/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(part)) {
        return [part];
      }
      const characters = part.match(/./gsu) ?? [];
      const pairs = characters
        .slice(1)
        .map((character, index) => `${characters[index]}${character}`);
      return [...characters, ...pairs];
    });
  });
}
