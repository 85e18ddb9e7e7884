/**
 * What a token stands for: the number that the text was queued under, and how often it was handed
 * out or given back.
 */
export interface TokenColumns {
  /** The number that the text was queued under, counted from 1. 0 is of no job. */
  readonly number: number;
  /** How often it was handed out or given back, from 0 to 2,147,483,647. */
  readonly claims: number;
}

/** The token of a job. */
export function toToken({ number, claims }: TokenColumns): string {
  return `${number}.${claims}`;
}

/** Beyond it claims do not go: it is the greatest `integer` of databases. */
const MAX_CLAIMS = 2_147_483_647;
/** Numbers begin with 1. */
const NO_JOB: TokenColumns = { number: 0, claims: 0 };

/** What a token says; of one that no store gave, what is of no job. */
export function fromToken(token: string): TokenColumns {
  const [number = 0, claims = 0] = token.split(".").map(Number);
  const isOfStore =
    Number.isSafeInteger(number) && number >= 0 && claims >= 0 && claims <= MAX_CLAIMS;
  // Other texts of the same numbers are no tokens.
  return isOfStore && toToken({ number, claims }) === token ? { number, claims } : NO_JOB;
}
