/** Function words and question words of English. */
const ENGLISH =
  `a about after again all also am an and any anyone anything are as at be because been before being both but by can
  could did do does doing done down during each else ever every few for from further get gets getting give go goes going
  got had has have having he her here hers herself him himself his how however i if in into is it its itself just kind
  know let like long made make many may maybe me might mine more most much must my myself need no nor not now of off often
  old on once one only or other our ours ourselves out over own please really said same say she should so some someone
  something sort still such tell than that the their theirs them themselves then there these they thing things this those
  through to too under until up upon us use used very want was way we well were what when where whether which while who
  whom whose why will with would yes yet you your yours yourself yourselves ca wo`.split(/\s+/u);

/** The same for Chinese and Japanese, as the single characters and bigrams that terms are. */
const UNSPACED =
  `的 了 吗 呢 吧 啊 呀 嘛 么 什 什么 怎 怎么 怎样 么样 哪 哪里 哪儿 哪个 哪些 谁 何 为什 几 多少 是 是什 在 和 与 及 或 也 都
  就 还 很 把 被 给 对 从 向 到 于 以 之 而 则 但 请 请问 请告 告诉 诉我 知道 我 你 您 他 她 它 们 我们 你们 他们 她们 它们 这 那 这个
  那个 这些 那些 一个 有 没 没有 会 能 可 可以 想 要 说 上 下 个 は が を に の と も で へ か です ます した する いる`.split(
    /\s+/u,
  );

/** Words, as they are written in lower case, that a query is better off without. */
export const STOP_WORDS: ReadonlySet<string> = new Set([...ENGLISH, ...UNSPACED]);
