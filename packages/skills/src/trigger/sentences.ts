/** Ends of sentences, lines and marks of lists. A small letter after a dot begins no sentence. */
const SENTENCE_END =
  /(?<=[.!?]["')”]?)\s+(?=[^\p{Ll}\s])|(?<=[;。！？；])\s*|\s[–—-]\s(?=not\b)|\n\s*(?:[-*•]\s|\d{1,3}[.)]\s)?/gu;
/** Sentences about what a skill is not for. */
const EXCLUDES =
  /\b(?:not|don['’]t|never) (?:use|trigger|invoke|activate|apply)\b|^not (?:for|when|if)\b|^(?:skip|avoid) (?:if|when|this|only|for)\b|(?:不要|请勿|勿|不得|不应|别)(?:使用|用于|用|触发)|^不(?:适用|用)于/iu;

/** Returns the sentences of a description: those about what the skill is for, and the others. */
export function describedSentences(text: string): {
  readonly meant: readonly string[];
  readonly excluded: readonly string[];
} {
  const sentences = text.split(SENTENCE_END).map((sentence) => sentence.trim());
  return {
    meant: sentences.filter((sentence) => sentence !== "" && !EXCLUDES.test(sentence)),
    excluded: sentences.filter((sentence) => EXCLUDES.test(sentence)),
  };
}
