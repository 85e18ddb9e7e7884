/** Words of politeness, which say nothing of the request that they go with. */
const POLITE =
  /\b(?:please|pls|kindly|(?:can|could|would|will) you(?: please| mind)?|i(?:'d| would) like you to|i want you to|hey|ok(?:ay)?)\b[, ]*|请问?|麻烦(?:你|您)?|帮[我忙]|(?:可以|能不能|能否|可不可以)(?=.{2})|[好行可以]*吗[？?]?$|吧[。！!]?$/giu;

/** Returns a text without words of politeness, or as it is if they are all that it has. */
export function plainRequest(text: string): string {
  const plain = text.replaceAll(POLITE, " ").trim();
  return plain.length < 2 ? text : plain;
}
