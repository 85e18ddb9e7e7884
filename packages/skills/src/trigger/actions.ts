/** Expressions of one kind of action, in English and in Chinese. */
interface Action {
  readonly english: RegExp;
  readonly chinese: RegExp;
}

/** Kinds of actions: texts about one thing differ in them, such as to turn on and to turn off. */
const ACTIONS: readonly Action[] = [
  {
    english:
      /\b(?:turn|turned|switch|put|power|light|lights|come|start|fire|boot)\b(?: \w+){0,5}? (?:on|up)\b|\b(?:activate|enable|launch|wake up|boot|ignite)\b|\bon\b(?= please|$)/iu,
    chinese:
      /打开|开启|启动|[开点]一?下?(?:着|亮)|(?<![离公召展])开(?:一?下)?(?:灯|空调|电视|机)|[灯视调机器]开/u,
  },
  {
    english:
      /\b(?:turn|turned|switch|shut|power|put|go|cut)\b(?: \w+){0,5}? (?:off|out)\b|\b(?:deactivate|disable|extinguish|unplug|shut down)\b|\boff\b(?= please|$)/iu,
    chinese: /关(?:掉|闭|上|了|一?下)|熄|关(?:灯|空调|电视|机)|[灯视调机器]关/u,
  },
  {
    english:
      /\b(?:raise|increase|rise|louder|higher|brighter|brighten|warmer|hotter|faster|boost|more)\b|\bturn(?: \w+){0,4} up\b|\bup(?: the)? (?:volume|brightness)\b/iu,
    chinese: /[调开][高大亮快]|提高|增[大加]|[大高亮响]一?点|升高/u,
  },
  {
    english:
      /\b(?:lower|decrease|reduce|quieter|softer|dim|dimmer|darker|cooler|colder|slower|less)\b|\bturn(?: \w+){0,4} down\b/iu,
    chinese: /[调关][低小暗慢]|降低|减[小少]|[小低暗轻]一?点/u,
  },
  {
    english:
      /\b(?:add|create|make|new|insert|put|save|append|include|write|enter|remember|remind|compose)\b|(?:^|\b(?:to|please|pls|you|and|then|just|now|kindly|i'll|let's|let us|don't|me|us|[a-z]+,) )(?:set|schedule|start|register|note|plan|record|log|store|keep)\b/iu,
    chinese:
      /添加|加[入上到进个]|新建|创建|设[置定个]|建[立个]|记[下一住录]|写[下上进]|存|放[进到]|安排|提醒/u,
  },
  {
    english:
      /\b(?:remove|delete|cancel|erase|clear|drop|get rid|take off|discard|wipe|forget|scratch|strike|undo|dismiss|eliminate|trash)\b|\btake\b(?: \w+){0,4} off\b/iu,
    chinese: /删|取消|移除|清[空除掉]|去掉|去除|撤销|划掉|不要了/u,
  },
  {
    english: /\b(?:open|unlock|unseal|unlatch)\b/iu,
    chinese: /开(?:一?下)?[大前后房]?门|门(?:打|给我)?开|打开|开锁|解锁|拉开|把.{1,6}开/u,
  },
  {
    english: /\b(?:close|shut|lock|seal)\b/iu,
    chinese: /关(?:一?下)?[大前后房]?门|门(?:给我)?关|关上|锁|拉上|合上/u,
  },
  {
    english:
      /^(?:(?:and|so|hey|hi|ok|well|please)[, ]+)?(?:what|what's|whats|where|where's|when|when's|who|who's|why|how|how's|which|is|are|am|was|were|does|do|did|has|have|will|any)\b|\b(?:tell me|show me|let me know|give me|look up|find out|describe|explain|define|find|look for|looking for|i want to know)\b|(?:^|\b(?:to|please|pls|you|and|then|just|now|kindly|i'll|let's|let us|don't|me|us|[a-z]+,) )(?:check|list|read|display|search|name|show|tell)\b/iu,
    chinese:
      /(?<!(?:可以|能|能不能|帮|麻烦|[好行]).*)吗|呢[？?]?$|什么|怎么|哪|多少|几[点个天号]|谁|为什么|如何|[？?]$|有没有|是不是|查|看看|告诉我|找|搜|读/u,
  },
  {
    english:
      /\b(?:listen|hear|resume|shuffle)\b|(?:^|\b(?:to|please|pls|you|and|then|just|now|kindly|i'll|let's|let us|don't|me|us|[a-z]+,) )(?:play|watch|stream)\b/iu,
    chinese: /播|放(?:首|点|个|一[首曲段])|听|看(?:部|电|一[部集])|来(?:首|点|一[首曲段])/u,
  },
  {
    english:
      /\b(?:stop|pause|quit|halt|abort|silence|silent|mute|muted|quiet|hush|shut up|cease|enough)\b|(?:^|\b(?:to|please|pls|you|and|then|just|now|kindly|i'll|let's|let us|don't|me|us|[a-z]+,) )(?:end)\b/iu,
    chinese: /停|别[放唱说响]|安静|静音|结束|退出|闭嘴/u,
  },
  {
    english:
      /\b(?:send|reply|forward|respond)\b|(?:^|\b(?:to|please|pls|you|and|then|just|now|kindly|i'll|let's|let us|don't|me|us|[a-z]+,) )(?:email|post|tweet|text|message|share|mail|answer)\b/iu,
    chinese: /发[给送一个条]|回复|转发|寄|分享/u,
  },
  {
    english:
      /\b(?:reserve|buy|purchase|rent|get me)\b|(?:^|\b(?:to|please|pls|you|and|then|just|now|kindly|i'll|let's|let us|don't|me|us|[a-z]+,) )(?:book|order)\b/iu,
    chinese: /订|买|预约|下单|点[餐外]|叫[个车一]|租/u,
  },
  {
    english:
      /\b(?:modify|edit|replace|rename|reschedule|adjust|convert|swap)\b|(?:^|\b(?:to|please|pls|you|and|then|just|now|kindly|i'll|let's|let us|don't|me|us|[a-z]+,) )(?:change|switch|update|move)\b/iu,
    chinese: /[改换]|更新|调整|编辑|移[到动]|推迟|提前/u,
  },
  {
    english: /\brate\b|\bgive\b.{1,80}\b(?:star|stars|point|points|out of|rating)\b/iu,
    chinese: /评[分价]|打.{0,2}分|[星分]好?评/u,
  },
];

const HAN = /\p{Script=Han}/u;
/** Longest text to read, in UTF-16 units. */
const LOOKED_AT = 200;

/** Returns the numbers of the kinds of actions that a text in English or Chinese names. */
export function actionsOf(text: string): readonly number[] {
  const start = text.slice(0, LOOKED_AT);
  const language = HAN.test(start) ? "chinese" : "english";
  return ACTIONS.flatMap((action, index) => (action[language].test(start) ? [index] : []));
}
