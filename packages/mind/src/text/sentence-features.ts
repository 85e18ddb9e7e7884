/** Traits of a sentence, in English or Chinese, that tell if it is worth keeping. */
export interface SentenceFeatures {
  /** Someone speaks of themselves. */
  readonly isFirstPerson: boolean;
  /** It tells who listens to do something. */
  readonly isRequest: boolean;
  /** Most of it are words in quotation marks. */
  readonly isQuotation: boolean;
  /** Number of numbers, dates and times. */
  readonly times: number;
  /** Number of names, titles and quoted words. */
  readonly names: number;
}

const FIRST_PERSON =
  /(?<![\p{L}\p{N}])(?:i|i['’]?(?:m|ve|d|ll)|my|me|mine|myself|we|we['’](?:re|ve|ll|d)|us|our|ours|ourselves)(?![\p{L}\p{N}])|[我咱俺]|本人/iu;

/** Verbs of requests at the start, "remind me" anywhere. "Remember that …" states something. */
const REQUEST =
  /^[\P{L}]*(?:(?:please|and|so|then|now|also|ok|just),? )?(?:(?:please|ignore|disregard|remind|translate|summari[sz]e|rewrite|proofread|generate|never mind)(?!\p{L})|(?:give|tell|show|send|ask|help|find|get|make|write|call|let|teach|explain|list) (?:me|us|it|to)(?!\p{L}))|(?<!\p{L})remind me(?!\p{L})|^\P{L}*(?:请(?!假|客|了|过|记)|帮我(?!记)|帮忙|告诉我|给我(?!的|们|\p{Script=Han}{0,6}了)|忽略|无视|翻译|总结一下|解释|列出|查一下)|提醒我|(?:ignore|disregard) (?:all |any |the |your )*(?:previous|prior|above|earlier) instructions|忽略.{0,8}(?:指令|指示|提示)/iu;

const QUOTED = /["“「『][^"”」』]{1,400}["”」』]/gu;

const TIMES =
  /\p{N}+(?:[.,:/-]\p{N}+)*|(?<![\p{L}\p{N}])(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|dozen|first|second|third|yesterday|today|tonight|tomorrow|last|next|ago|since|weeks?|months?|years?|days?|weekends?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|winter|birthday)(?![\p{L}\p{N}])|昨[天晚]|今[天晚早年]|明[天晚早年]|前[天年]|后[天年]|去年|上(?:个?月|周|星期|学期)|下(?:个?月|周|星期|学期)|(?:周|星期|礼拜)[一二三四五六日天末]|[零一二三四五六七八九十百千万两几半]+[个年月日号天岁点次周只位条本张件块元斤公]|[春夏秋冬]天|生日/giu;

const NAMES =
  /(?<=[\p{Ll}\p{N},;:'’]\s)(?!I(?![\p{L}\p{N}]))\p{Lu}[\p{L}\p{N}]*|(?<=\p{Script=Han}\s?)\p{Script=Latin}[\p{L}\p{N}]+|[“"「『《][^“”"「」『』《》]{1,40}[”"」』》]/gu;

/** Finds the traits of a sentence. */
export function sentenceFeatures(sentence: string): SentenceFeatures {
  return {
    isFirstPerson: FIRST_PERSON.test(sentence),
    isRequest: REQUEST.test(sentence),
    isQuotation: lengthOf(sentence.match(QUOTED)) > sentence.length / 2,
    times: sentence.match(TIMES)?.length ?? 0,
    names: sentence.match(NAMES)?.length ?? 0,
  };
}

function lengthOf(passages: readonly string[] | null): number {
  return passages?.reduce((sum, { length }) => sum + length, 0) ?? 0;
}
