/** Purpose of a text; `other` where nothing shows it, such as in "lights off". */
export type Mood = "command" | "forbidding" | "question" | "report" | "other";

/** Signs of a mood in one clause, in lower case. The first that is found decides. */
export type MoodSigns = readonly (readonly [mood: Mood | "stating", ...patterns: RegExp[]])[];

/** Others than the speaker, at the start of a clause. */
const OTHERS = String.raw`(?:he|she|they|someone|somebody|everyone|everybody|nobody|no one|people|some people|mum|mom|dad|mommy|daddy|grandma|grandpa|granny|(?:my|our|his|her|their) (?:little |older |younger |big |best |new )?(?:bro|sis|ex|mate|mates|housemate|nephew|niece|brother|sister|son|daughter|mother|father|mum|mom|dad|friend|friends|boss|colleague|neighbou?r|neighbou?rs|doctor|dentist|landlord|coach|therapist|client|wife|husband|partner|girlfriend|boyfriend|teacher|uncle|aunt|cousin|grandmother|grandfather|grandma|grandpa|granny|roommate|flatmate|kid|kids|child|children|team|manager|guest|guests)|the (?:kids|children|guests|others|manager|boss|teacher|neighbou?rs?|landlord|nurse|doctor|(?:man|woman|boy|girl|guy|family|people|couple)(?: next door| upstairs| downstairs)?|cleaner|technician|driver|waiter|cat|dog))`;
const ADVERBS = String.raw`(?:(?:just|already|also|then|only|even|always|often|usually|sometimes|never|rarely|finally|once|recently|actually|really|probably|apparently|accidentally|quickly|suddenly|has|have|had|'s|'ve|'d) )*`;
/** Past forms of doing something to a thing, without those of mishaps that ask for help. */
const DID = String.raw`(?:(?!need|want|lik|lov|miss|forgot|fail|crash|drop|spill|break|burn|hurt|injur|faint|hat|prefer|locked (?:me|us|my|our)|tri|block|charged (?:me|us|my|twice)|receiv|arriv|disappear|cancell?ed on|confus|worri|bor|stress|exhaust|tired|indeed)[a-z]+ed|shut|set|put|made|sent|bought|sold|gave|took|brought|told|said|wrote|read|ran|let|did|done|drew|drove|rode|spoke|sang|hung|threw|built|led|lit|began|paid|left the|kept|swept|fed|went|came)`;
const SAID = String.raw`(?:said|says|tells|told|asked|asks|ordered|begged|insisted|insists|suggested|suggests|mentioned|mentions|wrote|writes|texted|whispered|shouted|shouts|yelled|yells|whispers|screams|screamed|replied|answered|claims|claimed|thinks|thought|warned|reminded|keeps (?:saying|telling|asking)|kept (?:saying|telling|asking)|was like)`;

const ASKING = String.raw`(?:if|whether|who|whom|whose|why|how|what|where|which)`;

/** Verbs that open an order. Not all of them: signs only add to what else an order shows. */
export const ORDERS: RegExp =
  /^(?:go |come |go ahead and |try and )?(?:turn|switch|open|close|shut|play|stop|start|set|put|make|let|give|tell|show|bring|go|come|call|send|add|remove|delete|book|order|buy|find|get|lock|unlock|dim|raise|lower|lift|crank|pump|kill|cut|pause|resume|skip|mute|unmute|wake|remind|clean|vacuum|mop|sweep|wash|water|feed|fetch|take|pick|text|email|mail|message|phone|ring|write|read|save|note|cancel|move|schedule|arrange|reserve|pay|transfer|print|scan|record|translate|search|look|check|heat|warm|cool|increase|decrease|reduce|boost|draw|pull|roll|push|keep|leave|help|ask|invite|create|run|launch|activate|deactivate|enable|disable|arm|disarm|shuffle|repeat|queue|brew|cook|boil|do|throw|hit|fire up|power|light|brighten|roll|hand|pass|deliver|ship|restart|reboot|connect|hang|answer|have)\b(?! ?(?:'s|is|was|were|are)\b)/;

export const ENGLISH_SIGNS: MoodSigns = [
  // Texts to be sent, played or noted may say anything.
  [
    "command",
    /^(?:(?:please|can you|could you|would you|will you|you can|you could|i want you to|i'd like you to|go and) )*(?:send|text|message|e?mail|write|note|jot|post|tweet|reply|answer|dictate|type|play|put on|queue|search|google|translate|add|record|ask (?!me|us|you|if|who)|tell (?!me|us|you)|let (?:him|her|them) know|remind (?:me|us) (?!if|who|how|what|where|when|why|which|again))\b/,
    // Insisting, and reported speech.
    /^i (?:said|told you|asked you|asked for|was hoping|hoped you)\b(?!.*\b(?:don't|not|never)\b(?! (?:to )?forget))/,
  ],
  [
    "report",
    new RegExp(
      String.raw`^(?:${OTHERS}|you|i|we|(?:the|her|his|my|our|their) [a-z]+|(?!please|just|it\b|that|this|what|who|as)[a-z]+) ${ADVERBS}${SAID}\b|^(?:in (?:the|a|this|that) [a-z]+ )?(?:he|she|they|it) ${SAID}\b|^(?:said|says|told me|told us|asked me|asked us)\b|^the (?:sign|note|manual|instructions?|label|book|article|text|recipe|e?mail|letter|poster|story|movie|film)\b.{0,30}\b(?:says?|reads?|tells?|told|said|states?|recommends?|warns?)\b|^it(?:'s| is| was) .{1,30} who\b|\bis what (?:he|she|they|i) (?:said|asked|wanted|did)\b|^as (?:the|my|he|she|they|people) .{0,30}(?:goes|say|says|said)$|^(?:the|this|that|my) .{2,30} (?:called|titled|named)\b|^(?:they|people|you|we) say\b`,
    ),
    /\b(?:asked|told|telling|tells|wanted|reminded|begged|begging|nagging|ordered|instructed) (?:me|us|him|her|them|my \w+) (?:not )?to\b/,
    /^(?:according to|rumou?r has it|i (?:heard|read|dreamt|dreamed|remember|imagine|bet|doubt|thought about|saw))\b/,
  ],
  // Requests that only look like prohibitions or questions.
  [
    "command",
    /^(?:didn't|haven't) i (?:just |already |not )?(?:tell|told|ask|asked|say|said)\b|\bwould it (?:kill|hurt|bother) you\b|^you don't happen\b|\b(?:are|will) you (?:ever|finally)\b|^is (?:anyone|anybody|someone|somebody) (?:gonna|going to)\b/,
    /\b(?:don't|do not|never|mustn't|not to)(?: (?:you|ever|let (?:me|us)|make me))* (?:forget|fail|hesitate|neglect|miss|oversleep|sleep|be late)\b/,
  ],
  [
    "stating",
    /^(?:never ?mind|don't (?:worry|wait|mind me|be shy|be afraid|ask|get me wrong|just (?:stand|sit)))\b/,
  ],
  [
    "forbidding",
    /^(?:how|what) about (?:you |we )?(?:don't|not)\b|^why don't (?:you|we) (?:just |maybe )?not\b/,
  ],
  ["command", /\bwhy (?:don't|not|can't) (?:you|we|u|someone|somebody)\b|\bwhy not\b/],
  [
    "forbidding",
    /^don't you (?:dare|ever|even)\b|^(?:whatever you do|no matter what).*\b(?:don't|do not|never)\b/,
  ],
  [
    "command",
    /^don't (?:you|we) (?:think|want|wanna|fancy|feel|need|have|reckon|agree)\b/,
    /\b(?:isn't|ain't) it (?:about |high )?time\b|^(?:shouldn't|won't|couldn't|can't|wouldn't) (?:you|we|someone|somebody)\b|^wouldn't it be\b|^aren't you going to\b|\bhow many times (?:do|must|should|have) i\b/,
  ],
  [
    "stating",
    /^(?:isn't|aren't) |^(?:doesn't|don't) (?:this|the|it|my|our) .*\b(?:need|look|seem|feel)\b/,
  ],
  // Prohibitions.
  [
    "forbidding",
    /^(?:(?:please|just|you|also|but|and|so|or|no|nope|wait|whoa|hold on|now|kindly|seriously|absolutely|definitely|really|again|nah|tonight|today) )*(?:(?:don't|dont|do not|never)\b(?! (?:been|have i|again will|really|know|think|like|want|need|get|understand|see|care|mind|remember|hear))|not (?:a|one|any|the|now|yet|tonight|today|in|on|so|here)\b)/,
    /\b(?:so|and|but|or|please|then|because|just|that you|enough|now|here|today|tonight|again|too|me|him|her|us|them|[a-z]+ing) (?:please |just )?(?:don't|dont|do not|never) (?!know|think|have|want|like|need|feel|understand|care|see|get|remember)/,
    /\b(?:can|could|would|will) (?:you|we|u) (?:please |just |maybe |possibly )?not\b|\bmind not\b|\byou (?:must|should|may|can|better|had better|shall|ought|are|are to|'d better)(?: never| not|n't)\b|\byou (?:mustn't|shouldn't|can't|cannot|needn't|aren't (?:allowed|supposed)|don't (?:have|need) to)\b|\byou(?:'re| are) not (?:allowed|supposed|meant|permitted|to)\b|\bno (?:need|reason|point)\b|\bif (?:you|we) (?:didn't|did not|don't)\b|\blast thing (?:i|we) (?:want|need)\b|(?:\bnot|n't) (?:[a-z]+ )?necessary\b|\b(?:by no means|in no case|on no account|at no time|refrain from|hold off)\b|\bstop (?:opening|closing|turning|switching|sending|deleting|ordering|calling|locking)\b|\b(?:must not|mustn't|should not|shouldn't|may not|cannot|shall not|(?:is|are|isn't|aren't|not)(?: not)? to) be [a-z]+\b|\b(?:not|n't) (?:needed|required|wanted|welcome)\b|^(?:please )?no (?!one\b|problem|worr|doubt|wonder|matter|way\b|idea)[a-z]+ .*\b(?:please|today|tonight|tomorrow|now)\b|^please no (?!one\b|problem|worr|doubt)|\bnothing (?:should|must|may|is to)\b|\bhate (?:it )?(?:for|if|when) (?:you|anyone)\b|\b(?:don't|do not) (?:wish\b|want (?:the|my|this|that|it|any) .*[a-z]ed$)|^i (?:just |already )?(?:said|told you|asked you)\b.* (?:don't|not|never)\b|\bhands off\b|\bleave (?:the|my|our|those|these|that|them|it)\b.* (?:alone|be|as (?:is|it is|they are)|where (?:it is|they are)|off|on|open|closed|shut)\b|\bkeep (?:the|my|our)\b.* (?:off|closed|shut)\b|\blet's not\b|\b(?:not|n't) let\b|\btry not to\b|\b(?:sure|careful) (?:not to|(?:that )?(?:you|we|nobody|no one|it) (?:don't|do not|doesn't|never)|nobody|no one)\b|\b(?:tell|ask|told|asked|want|prefer|warned|rather)(?: \w+)? not to\b|\brather (?:you|we|nobody|not)\b/,
    /\b(?:doesn't|does not|don't|didn't) want (?:you|us|me|anyone) to\b|\b(?:i|we) (?:don't|do not|didn't|never|won't) (?:want|need|ask|asked|tell|told|expect|be needing) (?:you|u|anyone|anybody|the robot)\b|^(?:avoid|quit|hands off|under no circumstances|forget (?:about|it|the|that)|wait (?:before|until|till)|(?:nobody|no one) (?!has|have|had|is(?! to)|was|knows|else|can|could|came|will)[a-z]+) |^stop (?:opening|closing|turning|switching|sending|deleting|ordering|calling|locking)\b|\bforbid|^(?:i|we) (?:don't|do not|didn't) (?:feel like|fancy|enjoy|like [a-z]+ing)\b|^(?:if|when|whenever|once) .*(?<!\b(?:i|you|we|they)) (?:don't|do not|never) (?:open|close|shut|lock|turn|switch|start|play|send|text|call|order|set|delete|answer|let|water|wake)\b|\bnot allowed\b|^(?:nobody|no one)(?:'s| is) (?:allowed|supposed|to)\b|^enough (?:with|of)\b|(?:\bnot|n't) an option\b|\bout of the question\b|\bbetter not\b|\binstead of\b$/,
  ],
  // Wishes, and what might have been.
  ["stating", /^i wish (?:you would|you'd|you could)\b/],
  [
    "report",
    /^(?:i wish (?!to)|if only (?!you|someone|somebody)|imagine (?!you|we|how)|suppose (?!you|we)|supposing (?!you|we)|what if (?!you|we)|in case|as if)\b|\b(?:would|could|should|might|must|wouldn't|couldn't|shouldn't|would not|should not)(?:n't)?(?: i| you| he| she| we| they)?(?: never| not| just| have)? ?(?:have|'ve|of) (?:been|[a-z]+ed|shut|set|put|made|sent|bought|left|taken|done|told|let|gone|given|kept)\b|\b(?:used to|was going to|were going to|was about to) |^(?:i|he|she|they|we) (?:almost|nearly|was supposed to|were supposed to) /,
  ],
  // Questions that ask to be told, also inside of orders.
  [
    "question",
    new RegExp(
      String.raw`\b(?:tell|show|remind|inform|explain|ask|let) (?:me|us|him|her|them)?(?: know)? ?(?:again )?(?:if|whether|who|why|how|what|where|which)\b|\b(?:do you (?:know|remember|think)|(?:you|anyone|anybody|someone) (?:know|remember)|guess|any idea|no idea|wonder|wondering|curious|not sure|don't know|do not know|like to know|want to know|need to know|find out|figure out|check|see|look|verify|explain|forgot|can't remember|don't remember|matter) (?:about )?${ASKING}\b(?! (?:you|u) (?:can|could|would|might))`,
    ),
  ],
  // Orders in the form of questions.
  [
    "command",
    /^(?:(?:hey|please|and|so|but|maybe|perhaps) )*(?:can|could|might|would|will|can't|couldn't)(?: (?:you|u|ya|someone|somebody|anyone|anybody|we)\b(?! be [a-z]+ing)|\b.*\b(?:please|pls)\b)/,
    /^(?:can|could|may|might) i (?:please )?(?:have|get|see|hear|listen|ask|borrow|order|watch|trouble|put|add|play|book|make|start|pay|send|reserve|return|cancel|change|talk|speak|request)\b|\b(?:you|anyone|anybody) mind\b|\bis there (?:any|a|some) way to\b|\bwould it be (?:okay|ok|alright|too much)\b|^you couldn't\b|\bare you up for\b|^(?:what if|suppose|supposing|imagine) (?:you|we)\b|\bbe so (?:kind|good|nice)\b|\bis it possible (?:for you )?to\b|\bbe possible\b|\b(?:any|some|a) (?:chance|way) (?:that |for )?(?:you|we|i)\b|\b(?:any chance of|could (?:really )?(?:use|do with))\b|^who wants to\b|\bif (?:you|u) (?:can|could|would|might)\b|\bdo you think (?:you|we) (?:can|could|might)\b|\b(?:are you (?:able|ready|willing|free)|feel free|go ahead|time) to\b|^(?:what|how) about\b|\bwhat do you (?:say|think (?:about|of|if))\b|^(?:shall we|let's|lets|let us)\b|^do you (?:want to|wanna|fancy)\b|^would you (?:like|care) to\b/,
  ],
  ["question", /^(?:to|for|with|at|from|by|about) (?:whom|which|what|who)\b/],
  [
    "stating",
    /^(?:what (?:should|can|could|do) (?:i|we) do|what an? |what i |how (?:nice|lovely|awful|dark|cold|hot)\b(?! is)|where (?:can|could|do|should) (?:i|we) (?:find|get|buy|see|watch|hear|eat)|what are you waiting)/,
  ],
  [
    "question",
    /^(?:(?:and|so|but|then|or|please) )*(?:what|whats|what's|where|wheres|where's|who|whos|who's|whose|whom|which|why|how|hows|how's|how'd|since when|at what|in which|by whom|for how|when (?:did|does|do|will|is|are|was|were|can|could|should|has|have|would)|when's)\b/,
    /^(?:[a-z]+ ){1,2}(?:why|how|where|what) (?:did|does|do|is|are|was|were)\b/,
    /^(?:(?:and|so|but|or) )*(?:is|are|was|were|am|does|did|has|had|should|must|doesn't|didn't|haven't|hasn't|hadn't|wasn't|weren't|don't|may|might|can|could|will|would|do (?:you|i|we|they|people|these|those|any|all)|have (?:you|i|we|they|any|all|the .{1,30} been)|ever) /,
  ],
  // Orders.
  [
    "command",
    /\b(?:please|pls|plz|kindly|i want|i wanna|i'd like|i would like|i'd love|i need|we need|we want|i'd appreciate|i would appreciate|be (?:grateful|great|nice|good|lovely|cool|awesome|helpful) if|make sure|be sure|let me (?:hear|have|see|in|out|know)|you (?:can|could|may|should|need to|must|have to|might|ought to|better)|want you to|need you to|like you to|hoping you|had better|'d better|gotta|supposed to be)\b/,
  ],
  [
    "report",
    new RegExp(
      String.raw`^(?:i|we|i'm|we're) (?:guess|think|believe|know|assume|bet|suppose|hope|noticed|am|are|glad|happy|sure|sorry|afraid|certain)(?: glad| happy| sure| sorry| afraid| certain)? (?:that )?(?:${OTHERS}|you|i|we|(?!need|want|like|must|should|to)[a-z]+) ${ADVERBS}${DID}\b`,
    ),
    new RegExp(
      `^(?:${OTHERS}|(?!i\\b|we\\b)[a-z]+) (?:had|wanted|promised|offered|decided|planned|refused|agreed|intended|hoped) to\\b`,
    ),
    /^(?:i|we) had to\b|^even if you\b/,
    /^(?:thanks |thank you )?for [a-z]+ing\b|^(?:it's |it is |it was |that's )?(?:good|great|nice|lucky|funny|strange|sad|odd|weird|a pity|a shame) (?:that|how|thing)\b|^(?:usually|normally|generally|often|sometimes|typically|most days|on [a-z]+days|every [a-z]+|(?:the )?last time|the other day) (?:i|we|he|she|they|you|my|our)\b/,
    /^(?:the|my|our|all|both|this|that|it|they) .{0,40}?\b(?:by (?:itself|themselves)|(?:has|have) been (?:just |already |all )*(?!declin|lock|block|cancel|delay|damag|hack|reject|charg|suspend|disabl|refus|terminat|compromis)(?:[a-z]+ed|sent|set|put|shut|made|done|bought|taken|given)\b)/,
    /^(?:the|our) (?:[a-z]+ ){1,2}(?:opened|closed|turned|switched|played|set|sent|called|ordered|locked|cleaned|vacuumed|watered|deleted|booked) (?:the|a|my|our|every|all|some|it|me|us|up|off|on)\b|^(?:my|our) [a-z]+ (?:just |then |finally |suddenly )*(?:opened|closed|went off|turned on|rang)\b|^(?:the|that) [a-z]+ (?:just |then |finally |suddenly )*(?:opened|closed|went (?:on|off|out)|turned (?:on|off)|arrived|came|started|stopped(?! work)|rang|played)\b/,
  ],
  // Acts of others, and acts that are done.
  [
    "stating",
    new RegExp(
      `^(?:i|we|${OTHERS}) (?:(?:always|never|often|sometimes) )?(?:forget|forgot|know|remember to|get|feel|have|need|want)\\b(?! [a-z]+ed)`,
    ),
  ],
  [
    "report",
    new RegExp(
      `^(?:${OTHERS}|you(?! did| have done)|[a-z]+ and i)(?:'s|'ve|'d)? ${ADVERBS}${DID}\\b`,
    ),
    new RegExp(`^(?:i|we|i've|we've|i'd) ${ADVERBS}${DID}\\b`),
    // Anybody by name, or nobody named: no order has a past form there.
    new RegExp(
      `^(?:(?!please|just|now|also)[a-z]+ (?:just |already )*)?(?![a-z]*(?:eed|shed|shred|embed)\\b|set\\b|put\\b|shut\\b|let\\b|read\\b|hung\\b|led\\b)${DID} (?:the|an?|my|our|your|his|her|their|some|all|it|them|me|us|up|down|on|off)\\b`,
    ),
    new RegExp(
      `^(?:i|we|you|he|she|they|it|${OTHERS}) (?:usually|always|often|sometimes|never|rarely|normally|generally|typically|seldom|regularly) `,
    ),
    new RegExp(
      String.raw`^(?:i|we|i've|we've|you|you've|${OTHERS})(?: have| has| had| 've)?(?: never| ever| not|n't)? ?(?:(?:haven't|didn't|did not|hasn't|wasn't) (?!get|say|understand|hear|receive|mean|like|catch|follow|see|find|know|ask)|already )`,
    ),
    new RegExp(
      `^(?:${OTHERS}) (?:(?:always|often|just|also|really|still) )*(?!is\\b|has\\b|was\\b|us\\b|this\\b|wants|needs|feels|gets|looks|seems|hurts|misses)(?:keep [a-z]+ing|[a-z]{2,}s)\\b`,
    ),
    new RegExp(
      `^(?:${OTHERS})(?: is| are| was| were|'s|'re| has been| have been)(?: just| already| still| always| now)* (?!wait|com|freez|sleep|cry|leav|ring|call|knock|ask|hav|feel|gett|be|go)[a-z]+ing\\b`,
    ),
    /^(?:the|my|our|their) .{2,30} [a-z]+s (?:every|each) /,
    new RegExp(
      `^(?:${OTHERS}|i|we)(?: is| are| was| were| am|'m|'s|'re| aren't| wasn't| weren't|'ve been| has been| have been)? (?:just |already |still |now |always |not )*(?:asking you to|opening|closing|shutting|turning|switching|playing|setting|sending|calling|booking|ordering|buying|locking|unlocking|dimming|cleaning|vacuuming|cooking|deleting|writing|moving|starting|stopping)\\b`,
    ),
    /^(?:the|my|our|all|both|every|that|this|those|these|it|its) .{0,40}?\b(?:was|were|has been|have been|had been|got|been)(?: just| already| all| never| only)* (?:opened|closed|shut|turned|switched|played|dimmed|lowered|raised|started|stopped|paused|cleaned|vacuumed|[a-z]+ed (?:by|yesterday|already|this|last|an hour|earlier|before|when))\b/,
    /^(?:the|my|our|all|both|that|this|it|they|it's|they're)\b.{0,40}?\balready\b|^(?:already|just) (?:did|done|opened|closed|turned|switched|locked|set|sent|called)\b/,
    /^(?:i|we|i'll|we'll|i'm|we're|he|she|they)\b.*\b(?:myself|ourselves|himself|herself|on my own|by hand)\b/,
    /^(?:if|when|whenever|every time|each time|once|after|before|unless|as soon as|because|since|while) you (?!can|could|would|don't|want|like|see|are|get|have|hear|know|find|think|please|notice|wish|need)/,
    /^(?:if|when|whenever|every time|each time) .{3,60} (?:it|i|he|she|they|we|you|that|there|everyone|(?:the|my|our) [a-z]+) (?:[a-z]+s|are|am|will|would|can't|won't|wouldn't|could|might|may|get|go|always|never)\b/,
    new RegExp(
      String.raw`^(?:yesterday|last (?:night|week|month|year|time|summer|winter)|this morning|earlier(?: today)?|an hour ago|the other day|once|back then|in the past)\b.{1,40}\b${DID}\b`,
    ),
  ],
  ["command", ORDERS],
  [
    "report",
    new RegExp(
      String.raw`\b(?:i|we|you|he|she|they|nobody|no one|someone|somebody|everyone|everybody) ${ADVERBS}${DID}\b|\bby (?:itself|themselves)\b|\b(?:was|were|has been|have been|had been) (?:just |already |all |never |only )*[a-z]+ed (?:by|yesterday|already|this|last|an hour|earlier|before|when)\b|\balready (?:on|off|open|closed|done|set|[a-z]+ed)\b|^[a-z]+ (?:was|were) (?:open|closed|shut|locked|on|off)\b|^[a-z]+ing (?:the|an?|my|our|your|on|off|up|down) .*\b(?:is|was|would|will|makes|costs)\b|^(?:i|we) (?:wouldn't|would never|would not) (?!mind|say no|object|complain)|^(?:i|we) (?:was|were) (?!wonder|hop|think|look|try|plan|charg)[a-z]+ing\b`,
    ),
  ],
  [
    "stating",
    /^(?:i|i'm|im|i've|i'd|i'll|it|it's|its|he|he's|she|she's|they|they're|we|we're|we've|you|you're|you've|this|that|that's|these|those|there|there's|nothing|nobody|no one|none|the|a|an|my|our|his|her|their|your|because|since|if|when|whenever|once|while|after|before|unless|so|too)\b/,
  ],
];
