/** How much of a text is looked at, in UTF-16 units. */
const LOOKED_AT = 200;
const LETTER = /\p{L}/gu;
const OTHER_EAST_ASIAN = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const ACCENTED = /(?!\p{ASCII})\p{Script=Latin}/u;
/**
 * Little words that English has and its neighbours (German, Dutch, French, Spanish, Italian,
 * Portuguese) have not, and the other way round.
 */
const ENGLISH =
  /(?<![\p{L}'’])(?:i|i'm|i'd|i've|it|it's|is|are|the|to|of|for|and|or|my|your|our|his|her|their|you|we|they|she|this|that|what|what's|where|when|who|why|how|which|with|from|at|by|can|could|would|should|will|have|has|had|please|not|don't|be|been|were|there)(?![\p{L}])/giu;
const NEIGHBOURS =
  /(?<!\p{L})(?:ich|du|er|wir|ihr|sie|der|das|den|dem|ein|eine|einen|mein|meine|meinen|ist|sind|nicht|und|oder|für|mit|wo|wie|wer|wann|warum|bitte|kann|gestern|heute|zu|auf|je|tu|il|elle|nous|vous|le|la|les|des|une|mon|ma|mes|est|sont|pas|et|où|avec|dans|au|aux|du|de|ce|cette|qui|que|quoi|quel|quelle|comment|pourquoi|el|los|las|un|una|yo|mi|mis|es|está|son|para|con|por|en|qué|dónde|cómo|quién|al|del|lo|se|gli|mio|mia|sono|per|che|di|dove|perché|della|non|ho|os|um|uma|eu|meu|minha|são|não|com|em|da|dos|das|onde|quem|quando|ik|je|het|een|mijn|niet|naar|van|op|voor)(?!\p{L})|(?<!\p{L})(?:[cdjlmnst]|qu)['’](?=\p{L})/giu;

/**
 * Whether a text may be read by words of English and Chinese: it is not plainly in another
 * language. A few words of a name are not: what is short and might be either counts as English.
 */
export function isReadable(text: string): boolean {
  const start = text.slice(0, LOOKED_AT);
  if (5 * countOf(start, OTHER_EAST_ASIAN) > countOf(start, LETTER)) return false;
  const others = countOf(start, NEIGHBOURS) + Number(ACCENTED.test(start));
  return others < 2 || others <= countOf(start, ENGLISH);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
