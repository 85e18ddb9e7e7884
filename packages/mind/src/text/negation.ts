/** Most characters of a text that are looked at. */
const MAX_LENGTH = 1_000;

/** Phrases with a word of negation that deny nothing. */
const IDIOMS =
  /\b(?:not only|not just|no doubt|no problem|no worries|no wonder|can(?:no|['’])t wait|why not|nothing but|whether or not|not to mention|no matter|no\. ?\d|could(?:n['’]t| not) agree more|last but not least)\b|不错|不过|差不多|没问题|没关系|没事|不但|不仅|不光|不只|不久|不少|不断|不同|不管|不论|不如|不得不|对不起|不好意思|了不起|来不及|忍不住|不客气|说不定|不知不觉|时不时|无论|无锡|特别|分别|区别|级别|性别|告别|别人|别墅|未来|未婚/giu;
const NEGATION =
  /\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|can['’]?t|won['’]?t|don['’]?t|doesn['’]?t|didn['’]?t|isn['’]?t|aren['’]?t|wasn['’]?t|weren['’]?t|hasn['’]?t|haven['’]?t|hadn['’]?t|wouldn['’]?t|shouldn['’]?t|couldn['’]?t|ain['’]?t|hardly|unable)\b|[不没未]|无法|从无|别(?=[再去吃喝用说叫把])/iu;

/** Tests if a text denies anything. Idioms such as "not only" and 不错 deny nothing. */
export function hasNegation(text: string): boolean {
  return NEGATION.test(text.slice(0, MAX_LENGTH).replaceAll(IDIOMS, " "));
}
