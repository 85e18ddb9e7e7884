/** Counts tokens as the played servers do: four letters or digits, or one sign. */
export function serverTokens(text: string): number {
  return text.match(/\w{1,4}|[^\s\w]/gu)?.length ?? 0;
}
