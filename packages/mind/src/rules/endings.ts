import { normalizeValue } from "./attribute-value.js";
import { deniesFact, tellsExplicitChange } from "./change-words.js";
import { clausesOf, type Clause } from "./clauses.js";
import { readClause } from "./read-attributes.js";
import { attributeProblem, statementProblem } from "./stated.js";

/** The end, or denial, of a fact that was known, without another one in its place. */
export interface Ending {
  /** Names of the attributes that it may concern. */
  readonly attributes: readonly string[];
  /** Normalised; absent: any value. */
  readonly value?: string;
}

const ENDINGS: readonly { readonly attributes: readonly string[]; readonly pattern: RegExp }[] = [
  {
    attributes: ["employer", "job"],
    pattern:
      /^I (?:have )?(?:quit|left|lost|resigned from|gave up|was (?:fired|laid off) from|got (?:fired|laid off) from) (?:my|the) (?:old )?(?:job|position|work|role)(?: (?:at|with|in|as)(?: an?| the)? (?<value>.+))?/u,
  },
  {
    attributes: ["employer", "job"],
    pattern:
      /^I (?:have )?(?:quit|resigned|(?:was|got|have been) (?:laid off|fired|made redundant)|am (?:unemployed|out of work)|changed jobs|switched jobs)(?: (?:last|this|in|on|today|yesterday)\b.*)?$/u,
  },
  { attributes: ["employer"], pattern: /^I (?:have )?(?:am )?retired\b/u },
  {
    attributes: ["home"],
    pattern: /^(?:I|we) (?:have )?moved (?:out of|away from) (?<value>.+)/u,
  },
  {
    attributes: ["employer", "job", "studies"],
    pattern:
      /^(?:I|we) (?:have )?(?:left(?!.*\b(?:early|late|for (?:the|lunch|dinner|an?|work|home)|at|to|on|around|before|tonight|today|again|behind)\b)|quit|resigned from|stopped working (?:at|for|as an?|as)|dropped out of) (?<value>.+)/u,
  },
  {
    attributes: ["like", "hobby", "studies", "diet", "plan"],
    pattern:
      /^(?:I|we) (?:have )?(?:gave up|given up|quit|stopped(?: (?:playing|doing|liking|learning|being(?: an?)?|going|practi[sc]ing|eating|drinking|enjoying))?|went off|am (?:off|over)|got (?:bored|tired) of|fell out of love with) (?:the )?(?<value>.+)/u,
  },
  {
    attributes: ["hobby"],
    pattern: /^I (?:no longer|do not) (?:play|do|practi[sc]e|go|collect) (?:the )?(?<value>.+)/u,
  },
  {
    attributes: ["avoids", "dislike"],
    pattern:
      /^(?:I|we) (?:can |started (?:to )?|have started |began (?:to )?)?(?:eat|eating|drink|drinking|like|liking|love|enjoy|do not mind) (?<value>.+)/u,
  },
  {
    attributes: ["diet"],
    pattern:
      /^(?:I|we) (?:can |started (?:to )?|have started )?(?:eat|eating) (?:meat|everything|cheese|fish|animal products)\b/u,
  },
  {
    attributes: ["pet"],
    pattern:
      /^(?:my|our) (?<value>(?:\p{L}+ ){0,2}\p{L}+?) (?:has |have |had )?(?:died|passed away|ran away|is dead|was put down|is gone)\b/u,
  },
  {
    attributes: ["pet"],
    pattern: /^(?<value>\p{Lu}\p{L}+) (?:has |was )?(?:died|passed away|ran away|put down)\b/u,
  },
  {
    attributes: ["pet"],
    pattern:
      /^(?:I|we) (?:have )?(?:(?:had to )?(?:sold|sell|gave away|give away|gave up|rehomed?|lost|put down)) (?:my|our|the) (?<value>\p{L}+(?: \p{L}+)?)/u,
  },
  {
    attributes: ["allergy"],
    pattern:
      /^I (?:have )?(?:outgrew|outgrown|got over|lost) my (?:allergy to )?(?<value>.+?)(?: allergy)?$/u,
  },
  {
    attributes: ["allergy"],
    pattern:
      /^my (?:allergy to )?(?<value>.+?)(?: allergy)? (?:is|has) (?:gone|cured|disappeared)\b/u,
  },
  {
    attributes: ["partner"],
    pattern:
      /^(?:I|we) (?:have )?(?:got |are |am )?(?:broke up|broken up|split up|divorced|separated)\b|^(?:I|we) (?:have )?(?:broke|broken|split) up\b|^my (?:husband|wife|partner) (?:has )?(?:died|passed away|left me)\b/u,
  },
  {
    attributes: ["plan"],
    pattern:
      /^(?:I|we) (?:have )?(?:cancell?ed|called off|dropped|abandoned) (?:my|our|the)(?: plans?(?: to| for)?)? (?<value>.+)/u,
  },
  {
    attributes: ["studies"],
    pattern: /^I (?:have )?(?:graduated|dropped out|finished my (?:studies|degree|phd))\b/u,
  },
  {
    attributes: ["health"],
    pattern:
      /^I (?:have )?(?:recovered from|am cured of|got rid of|got over) (?:my )?(?<value>.+)/u,
  },
  {
    attributes: ["employer", "job"],
    pattern: /^我(?:们)?(?:辞职|离职|辞掉?了?工作|把工作辞|被裁|被辞退|失业|不干|换工作|退休)/u,
  },
  {
    attributes: ["employer", "studies", "home"],
    pattern: /^我(?:从)?(?:离开了?|搬离了?|搬出了?)(?<value>.{1,16})/u,
  },
  {
    attributes: ["employer", "studies", "home"],
    pattern: /^我从(?<value>.{1,16}?)(?:的)?(?:辞职|离职|跳槽|毕业|退学|搬走|搬出|离开)/u,
  },
  { attributes: ["studies"], pattern: /^我(?:大学|研究生|博士)?(?:毕业|退学)了?/u },
  {
    attributes: ["hobby", "like", "diet", "plan"],
    pattern:
      /^我(?:戒掉?了?|放弃了?|取消了?|不再?(?:打|踢|弹|拉|练|玩|学|去)(?=.*了))(?<value>.{1,16})/u,
  },
  { attributes: ["diet"], pattern: /^我(?:又|开始|重新|恢复)*吃(?:肉|荤)了?/u },
  {
    attributes: ["avoids", "dislike"],
    pattern:
      /^我(?:可以|能|又|开始|重新)+(?:吃|喝|喜欢)(?<value>.{1,16})|^我(?:喜欢|爱)上了?(?<other>.{1,16})/u,
  },
  { attributes: ["partner"], pattern: /^我(?:们)?(?:和.{1,8}|跟.{1,8})?(?:离婚|分手)了?/u },
  {
    attributes: ["pet"],
    pattern:
      /^(?:我(?:们)?(?:家)?的?(?:把)?)?(?<value>(?!我)\p{sc=Han}{1,6}?)(?:已经|去年|上个?月|上周|前几天|今年|昨天|被|都)*(?:去世|死|送人|送走|走丢|卖|过世|走了)/u,
  },
  {
    attributes: ["health", "allergy"],
    pattern: /^我的?(?<value>.{1,8}?)(?:的病|过敏)?(?:已经|终于|彻底)*(?:治好|好了|康复|痊愈)/u,
  },
];

const UNTRUE =
  /^\W*(?:(?:it|that)(?:['’]s| is) (?:just |simply )?not|it isn['’]t) (?:true|right|correct|the case) that\s+/iu;

/** Reads which known facts a sentence ends or denies. */
export function readEndings(sentence: string): readonly Ending[] {
  if (statementProblem(sentence) !== undefined) return [];
  if (UNTRUE.test(sentence)) return clausesOf(sentence.replace(UNTRUE, "")).flatMap(statedIn);
  const isExplicit = tellsExplicitChange(sentence);
  if (!isExplicit && !deniesFact(sentence)) return [];
  return clausesOf(sentence).flatMap((clause) => [
    ...(isExplicit || !FORMERLY.test(clause.plain) ? denialsIn(clause) : []),
    ...(isExplicit ? endingsIn(clause) : []),
  ]);
}

function endingsIn({ text, plain }: Clause): readonly Ending[] {
  const problem = attributeProblem(text);
  if (plain === "" || problem === "hedged" || problem === "planned") return [];
  return ENDINGS.flatMap(({ attributes, pattern }) => {
    const groups = pattern.exec(plain)?.groups;
    if (groups === undefined && !pattern.test(plain)) return [];
    const value = groups?.["value"] ?? groups?.["other"];
    const isFirm =
      !/dislike/u.test(attributes.join(" ")) ||
      tellsExplicitChange(text) ||
      /\bagain\b/u.test(text);
    if (!isFirm) return [];
    return [
      value === undefined ? { attributes } : { attributes, value: normalizeValue("", value) },
    ];
  });
}

/** Returns what a clause states, to end it. */
function statedIn(clause: Clause): readonly Ending[] {
  const found = readClause(clause);
  return found ? [{ attributes: [found.attribute.name], value: found.value }] : [];
}

const CLAIMED =
  /^(?:I|we) (?:have )?never (?:said|told \p{L}+|claimed)(?: that)? |^我(?:从来|从|可)?没(?:有)?(?:说|讲|提)过/u;
/** In Chinese, what was before may still be so, unless the sentence says what is now. */
const FORMERLY = /^我(?:以前|曾经|原来|过去)/u;
const NOT =
  /\b(?:do not|did not|not|never|no longer|used to)\s+(?!(?:only|just|that|so|very|really|always|quite|even|yet|sure)\b)|不再|再也不|(?<=^我)(?:以前|曾经|原来|过去)|(?:并|根本|从来)?(?:不(?![仅但只光太同少断管论得如]|过(?!敏)|怎么|那么|是很|一定)|没)/u;

/** Reads what a clause denies: what it would state without its negation. */
function denialsIn({ text, plain }: Clause): readonly Ending[] {
  const positive = CLAIMED.test(plain)
    ? plain.replace(CLAIMED, "")
    : plain.replace(NOT, "").replace(/^我(?:是)?没有/u, "我有");
  if (positive === plain) return [];
  const problem = attributeProblem(text.replaceAll(/\bused to\b|以前|曾经|原来|过去/giu, ""));
  if (problem === "hedged" || problem === "passing") return [];
  return clausesOf(positive.replace(/了$/u, "")).flatMap((clause) => {
    const found = readClause(clause);
    if (!found) return [];
    const { attribute, value } = found;
    if (problem === "planned" && attribute.name !== "plan") return [];
    const isTaste = attribute.name === "like" || attribute.name === "dislike";
    if (isTaste && !tellsExplicitChange(text)) return [];
    return [{ attributes: [attribute.name], value }];
  });
}
