import type { Found } from "./fill-times.js";
import type { InputMember } from "./input-members.js";
import { quotes, withoutQuotes } from "./spans.js";

const WHOLE = /^(?:text|message|query|content)$/iu;
/** Members that have the quoted text where there is one. */
const QUOTED = /^(?:message|content)$/iu;
const PERSON =
  /^(?:name|person|who|whom|to|contact|recipient|receiver|guest|invitee|assignee|attendee)$/u;
const DESCRIBES_PERSON = /\b(?:person|contact|recipient)\b|人名|姓名|联系人/u;

/** Names behind a word that a name follows, in English and Chinese. */
const NAMES: readonly RegExp[] = [
  /\b(?:call|ring|phone|text|message|email|invite|remind|tell|ask|meet|greet|with|from|to|named|called|name is) (\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){0,2})(?!\p{L}|['’.]\S|\. \p{Lu})/gu,
  /给([\p{Script=Han}A-Za-z]{2,12})(?:打个?电话|打一?个?电话|发[条个]?(?:短信|消息|信息|邮件|微信)|留言)/gu,
  /(?:名叫|名字[是叫]|叫做)([\p{Script=Han}A-Za-z]{2,12})(?=$|[，。！,.!])/gu,
];
const NO_NAME =
  /^(?:i|me|us|him|her|them|you|everyone|everybody|someone|somebody|anyone|anybody|nobody|mr|mrs|ms|dr|prof|siri|alexa|google|christmas|easter|the|this|that|it|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|today|tomorrow|我们?|你们?|他们?|她们?|它们?|大家|别人|自己|所有人|某人|.*(?:[和跟与或、的那这谁吗呢吧不没他她它给打发]|还有|一个|什么|刚才|昨天|所有|每个).*)$/iu;
const CAPITAL = /(?<=[^.!?\s]\s)\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+)*/gu;

/** Returns true if a member is a text of any kind. */
export function isText({ type, options, format, pattern }: InputMember): boolean {
  return type === "string" && !options && format === undefined && pattern === undefined;
}

/** Returns the text of a member: the whole, the only name, or what is quoted for it. */
export function fillText(member: InputMember, text: string, others: readonly InputMember[]): Found {
  const quoted = quotes(text);
  const [quote] = quoted;
  if (WHOLE.test(member.name)) {
    return { value: QUOTED.test(member.name) && quoted.length === 1 ? quote : text };
  }
  if (isPerson(member)) {
    const name = nameIn(withoutQuotes(text));
    if (name !== undefined) return others.some(isPerson) ? "unsure" : { value: name };
  }
  if (quoted.length === 0 || others.some(({ name }) => QUOTED.test(name))) return undefined;
  return quoted.length === 1 && others.length === 0 ? { value: quote } : "unsure";
}

function isPerson({ nameWords, said }: InputMember): boolean {
  return PERSON.test(nameWords.at(-1) ?? "") || DESCRIBES_PERSON.test(said);
}

/** Returns the name that a text says, if a word leads to it and no other one is there. */
function nameIn(given: string): string | undefined {
  // The first word is a verb or begins with a capital letter for that alone.
  const text = given.charAt(0).toLowerCase() + given.slice(1);
  const names = new Set(
    NAMES.flatMap((pattern) =>
      [...text.matchAll(pattern)]
        .map(([, name = ""]) => name)
        .filter((name) => /^[\p{Lu}\p{Script=Han}]/u.test(name) && !NO_NAME.test(name)),
    ),
  );
  const others = [...text.matchAll(CAPITAL)].filter(
    ([said]) => !NO_NAME.test(said) && !names.has(said),
  );
  const [only] = names;
  return names.size === 1 && others.length === 0 ? only : undefined;
}
