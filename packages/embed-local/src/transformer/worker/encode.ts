import { ModelFailure } from "./failure.js";
import type { ThreadSettings } from "./protocol.js";

/** One input as tokens. */
export interface Encoded {
  readonly ids: readonly number[];
  /** 0 for the first text of a pair, 1 for the second; absent where the tokenizer makes none. */
  readonly types?: readonly number[];
}

/** The part of a tokenizer that is used. */
export type Tokenize = (
  text: string,
  options: {
    readonly text_pair?: string;
    readonly add_special_tokens?: boolean;
    readonly return_tensor: false;
  },
) => { readonly input_ids: number[]; readonly token_type_ids?: number[] };

type EncodeLimits = Pick<ThreadSettings, "maxTokens" | "truncate">;

function tooLong(name: string, tokens: number, { maxTokens }: EncodeLimits): string {
  return `${name} has ${tokens} tokens, and the model takes ${maxTokens}. Shorten it, or set \`truncate: true\`.`;
}

/** Finds the last run of a text's own tokens among all, which include special ones. */
function lastIndexOf(own: readonly number[], all: readonly number[]): number {
  for (let start = all.length - own.length; start >= 0; start -= 1) {
    if (own.every((id, index) => all[start + index] === id)) return start;
  }
  return -1;
}

/** Removes the last tokens of a text, not the special ones behind it. */
function cut(whole: Encoded, own: readonly number[], excess: number): Encoded | undefined {
  const start = lastIndexOf(own, whole.ids);
  if (start === -1 || excess > own.length) return undefined;
  const end = start + own.length;
  const keep = (values: readonly number[]): number[] => [
    ...values.slice(0, end - excess),
    ...values.slice(end),
  ];
  const ids = keep(whole.ids);
  return whole.types ? { ids, types: keep(whole.types) } : { ids };
}

function ownTokens(tokenize: Tokenize, text: string): readonly number[] {
  return tokenize(text, { add_special_tokens: false, return_tensor: false }).input_ids;
}

/** Encodes a text, with special tokens. */
export function encodeText(
  tokenize: Tokenize,
  { text, index }: { readonly text: string; readonly index: number },
  limits: EncodeLimits,
): Encoded {
  const ids = tokenize(text, { return_tensor: false }).input_ids;
  const excess = ids.length - limits.maxTokens;
  if (excess <= 0) return { ids };
  const own = limits.truncate ? ownTokens(tokenize, text) : [];
  // A text must keep at least one token.
  const shorter = excess < own.length ? cut({ ids }, own, excess) : undefined;
  if (shorter) return shorter;
  const message = tooLong(`texts[${index}]`, ids.length, limits);
  throw new ModelFailure(message, { isInput: true, textIndex: index });
}

/** Any word, to replace an empty document. */
const STAND_IN = "a";

/** Encodes both, with special tokens. */
function encodeBoth(tokenize: Tokenize, query: string, document: string): Encoded {
  const { input_ids: ids, token_type_ids: types } = tokenize(query, {
    // The tokenizer would treat an empty one as none and omit its special tokens.
    text_pair: document === "" ? STAND_IN : document,
    return_tensor: false,
  });
  const whole = types ? { ids, types } : { ids };
  if (document !== "") return whole;
  const own = ownTokens(tokenize, STAND_IN);
  return cut(whole, own, own.length) ?? whole;
}

/** Encodes a query and a document. Of too many tokens the document loses its last. */
export function encodePair(
  tokenize: Tokenize,
  pair: { readonly query: string; readonly document: string; readonly name: string },
  limits: EncodeLimits,
): Encoded {
  const { query, document, name } = pair;
  const whole = encodeBoth(tokenize, query, document);
  const { length } = whole.ids;
  const excess = length - limits.maxTokens;
  if (excess <= 0) return whole;
  if (!limits.truncate) {
    throw new ModelFailure(tooLong(`query with ${name}`, length, limits), { isInput: true });
  }
  const own = ownTokens(tokenize, document);
  const shorter = excess < own.length ? cut(whole, own, excess) : undefined;
  if (shorter) return shorter;
  const message = `query has ${length - own.length} tokens, and the model takes ${limits.maxTokens} of query and document together. Shorten it.`;
  throw new ModelFailure(message, { isInput: true });
}
