/** A message as a model is sent it. */
interface PromptMessage {
  readonly role: string;
  readonly content: unknown;
}

/** A memory as the prompt shows it. */
interface ShownMemory {
  readonly text: string;
  readonly day: string;
  readonly from: string;
}

const FENCE = /<memories\b[^>]*>[^]*?<\/memories>\s*/gu;
const MEMORY = /<memory\b(?<attributes>[^>]*)>(?<text>[^]*?)<\/memory>/gu;
const ASKS =
  /[?？]\s*$|^(?:am|are|can|could|did|do|does|how|is|may|should|tell me|what|when|where|which|who|why|will)\b/iu;

/** Answers a prompt by rules, as a model might: quotes memories and notes new facts. */
export function answerOf(prompt: readonly PromptMessage[]): string {
  const said = prompt.filter(({ role }) => role === "user").map(textOf);
  const shown = said.at(-1) ?? "";
  const [words = "", ...before] = said.map((text) => text.replace(FENCE, "").trim()).toReversed();
  if (!ASKS.test(words)) return `Noted. I will remember that you said: “${words}”`;
  // Earlier questions are in chats and memories, too, but answer nothing.
  const told = before.filter((text) => !ASKS.test(text));
  const here = told.find((text) => sharesWord(text, words));
  if (here !== undefined) return `You said in this chat: “${here}”`;
  const best = memoriesIn(shown).find(({ text }) => !ASKS.test(text));
  if (best) return `I remember ${quote(best)}`;
  return "I remember nothing about that. Tell me, and I will.";
}

/** Returns true if two texts share a word of four letters or more. */
function sharesWord(one: string, other: string): boolean {
  const known = wordsOf(one);
  return wordsOf(other).some((word) => known.includes(word));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
}

function textOf({ content }: PromptMessage): string {
  if (!Array.isArray(content)) return String(content);
  const parts = content as readonly { readonly type: string; readonly text?: string }[];
  return parts.map(({ text }) => text ?? "").join("\n");
}

function memoriesIn(text: string): readonly ShownMemory[] {
  return [...text.matchAll(MEMORY)].map(({ groups }) => ({
    text: unescaped(groups?.["text"] ?? ""),
    day: attribute(groups?.["attributes"], "date"),
    from: attribute(groups?.["attributes"], "from") || "user",
  }));
}

function attribute(attributes = "", name: string): string {
  return new RegExp(`\\b${name}="(?<value>[^"]*)"`, "u").exec(attributes)?.groups?.["value"] ?? "";
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

function quote({ text, day, from }: ShownMemory): string {
  const date = new Date(day).toLocaleDateString("en", { dateStyle: "long", timeZone: "UTC" });
  const source = from === "user" ? `that you told me on ${date}` : `from ${from}, ${date}`;
  return `${source}: “${text}”`;
}
