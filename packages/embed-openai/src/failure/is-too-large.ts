import type { ErrorBody } from "./error-body.js";

const CODES: ReadonlySet<string> = new Set([
  "max_tokens_per_request",
  "context_length_exceeded",
  "string_above_max_length",
  "array_above_max_length",
  // Mistral, for too many tokens as for too many inputs.
  "3210",
]);

/**
 * How OpenAI, Ollama, vLLM, llama.cpp, LM Studio, Jina, Voyage, Mistral and TEI put it, as found in
 * reports on each.
 */
const PHRASES = [
  /too many (?:tokens|inputs)/iu,
  /max(?:imum)? (?:context|input|sequence|model) len/iu,
  /exceeds? (?:the |maximum |available )*context (?:length|size|window)/iu,
  /max(?:imum)? (?:allowed )?(?:\d+ )?tokens/iu,
  /(?:cannot exceed|less than|larger than|at most) \d+ (?:tokens|items|inputs)/iu,
  /input (?:length|is too (?:large|long)|too (?:large|long))/iu,
  /maximum allowed batch size/iu,
  /array too long/iu,
  /tokens exceed/iu,
];

/**
 * Whether a server refused a request for its size: too many texts, too many tokens, or one text
 * that is too long.
 */
export function isTooLarge(status: number, { code, type, message }: ErrorBody): boolean {
  if (status === 413) return true;
  // OpenAI's answer to a request beyond what is allowed in a whole minute.
  if (status === 429) return /request too large/iu.test(message);
  if (status !== 400 && status !== 422 && status < 500) return false;
  if (CODES.has(code) || CODES.has(type)) return true;
  return PHRASES.some((phrase) => phrase.test(message));
}
