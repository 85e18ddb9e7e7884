/** What a token stands for: the number that the text was queued under, and how often it was handed out or given back. */
export interface TokenColumns {
  readonly number: number;
  readonly claims: number;
}

/** The token of a job. */
export function toToken({ number, claims }: TokenColumns): string {
  return `${number}.${claims}`;
}

/** What a token says; of one that no store gave, what is of no job. */
export function fromToken(token: string): TokenColumns {
  const [number = 0, claims = 0] = token.split(".").map(Number);
  return { number, claims };
}
