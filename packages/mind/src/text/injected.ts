/** Orders to a model: never a fact, whoever said them. */
const INJECTED =
  /\b(?:ignore|disregard|forget|override) (?:all |any |the |your |these |those |everything |of )*(?:previous|prior|above|earlier|preceding|former|system)\b|\b(?:ignore|disregard|override|bypass) (?:any |of )*(?:your|these|those|all) (?:\p{L}+ )?(?:rules|instructions|guidelines|directives|orders)\b|\bsystem prompt\b|\byou are (?:now )?(?:an?|the) (?:ai|assistant|language model|helpful)\b|\bas an ai\b|<\/?(?:memor|system|assistant|user|instruction|turn|fact)|\bdeveloper mode\b|忽略.{0,8}(?:指令|指示|提示|要求|规则|内容)|无视.{0,8}(?:指令|指示|提示|要求|规则)|系统提示|提示词|作为(?:一个|一名)?(?:AI|人工智能|语言模型)/iu;

/** Tests if a text gives orders to a model. */
export function isInjected(text: string): boolean {
  return INJECTED.test(text);
}
