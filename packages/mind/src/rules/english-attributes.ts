import type { AttributePattern } from "./attributes.js";

const PLACE =
  /^(?:I|we) (?:(?:have )?(?:moved|relocated)(?: back)?(?: here)? to|settled (?:down )?in|(?:have )?(?:live|lived|been living|am living|are living)(?: here)? (?:in|at|near)|am based in|are based in|reside in)(?=.) (?<value>(?!many\b|a lot\b|several\b|different\b|fear\b|hope\b|peace\b|the (?:past|moment|present|next|new (?:team|office))\b|(?:a|the) (?:hotel|hostel|cave|lie|dream|new team|next)\b).+)/u;

/** Patterns of plain clauses in English. The value is a named group, or given. */
export const ENGLISH_ATTRIBUTES: readonly AttributePattern[] = [
  {
    attribute: "name",
    pattern: /^my (?:full |first |real |new )?name(?:'s| is) (?<value>\p{L}.*)/u,
  },
  { attribute: "name", pattern: /^I (?:am called|go by|changed my name to) (?<value>\p{Lu}.*)/u },
  {
    attribute: "nickname",
    pattern:
      /^(?:my nickname is) (?<value>(?!(?:when|if|back|later|tomorrow|today|tonight|on|at|a|an|crazy|old-fashioned|[Mm]onday|[Tt]uesday|[Ww]ednesday|[Tt]hursday|[Ff]riday|[Ss]aturday|[Ss]unday)\b)\p{L}.*)/u,
  },
  {
    attribute: "name",
    pattern:
      /^I am (?<value>(?!(?:Sorry|Happy|Sad|Sick|Tired|Fine|Good|Great|German|French|Dutch|Greek|Thai|Swiss|Czech|Jewish|Catholic|Muslim|Christian|Buddhist|Hindu|Batman|Aries|Taurus|Gemini|Virgo|Libra|Scorpio|Capricorn|Aquarius|Pisces|Not|Just|Very|So|Back|Here|Now|Still)\b)\p{Lu}\p{Ll}+(?<!(?:ese|ish|ian|ican|ean|ing))(?: \p{Lu}\p{Ll}+)?)$/u,
  },
  {
    attribute: "age",
    pattern:
      /^I (?:am|turned|have turned) (?<value>\d{1,3})(?: years old| yo| this year| last \p{L}+| in \p{L}+)?$/u,
  },
  { attribute: "age", pattern: /^I am (?<value>\d{1,3}) years old\b/u },
  {
    attribute: "birthday",
    pattern:
      /^my birthday(?:'s| is)(?: on| in)? (?<value>.*(?:\d|january|february|march|april|may|june|july|august|september|october|november|december).*)/iu,
  },
  { attribute: "birthday", pattern: /^I was born on (?<value>.*\d.*)/u },
  {
    attribute: "origin",
    pattern:
      /^(?:I|we) (?:am from|are from|come from|was born (?:in \d{4} )?in|grew up in|was raised in) (?<value>(?:the )?\p{Lu}.*)/u,
  },
  { attribute: "origin", pattern: /^my home ?town is (?<value>\p{L}.*)/u },
  {
    attribute: "language",
    pattern:
      /^(?:I|we) (?:speak|am learning|am fluent in|am studying|learn) (?:fluent |some |a bit of |native )?(?<value>(?:English|Chinese|Mandarin|Cantonese|Spanish|French|German|Italian|Portuguese|Dutch|Russian|Ukrainian|Polish|Czech|Greek|Turkish|Arabic|Hebrew|Hindi|Urdu|Bengali|Tamil|Japanese|Korean|Vietnamese|Thai|Indonesian|Malay|Swahili|Swedish|Norwegian|Danish|Finnish|Hungarian|Romanian|Irish|Welsh|Persian|Esperanto|Latin)\b.*)/u,
  },
  {
    attribute: "language",
    pattern: /^my (?:native language|mother tongue|first language) is (?<value>\p{Lu}.*)/u,
  },
  { attribute: "home", pattern: PLACE },
  {
    attribute: "home",
    pattern: /^my (?:home|address|flat|apartment|house) is (?:in|at) (?<value>.+)/u,
  },
  {
    attribute: "job",
    pattern:
      /^(?:I (?:have )?(?:work|am working|worked my way up to|been working|started|retrained) as|I (?:have )?(?:became|become) an?|my (?:new )?(?:job|profession|occupation) is(?: being)?|I got promoted to|I was promoted to|I retrained as) (?<value>(?!always\b|well\b|far\b|soon\b).+)/u,
  },
  {
    attribute: "job",
    pattern:
      /^I am an? (?<value>(?:\p{L}+[ -]){0,3}(?:engineer|developer|programmer|designer|teacher|nurse|doctor|surgeon|dentist|vet|veterinarian|pharmacist|therapist|psychologist|lawyer|attorney|judge|accountant|consultant|manager|director|analyst|scientist|researcher|professor|lecturer|tutor|librarian|journalist|writer|author|editor|translator|interpreter|artist|painter|illustrator|photographer|musician|singer|actor|actress|dancer|chef|cook|baker|barista|waiter|waitress|bartender|electrician|plumber|carpenter|mechanic|builder|architect|pilot|driver|farmer|gardener|florist|hairdresser|tailor|cashier|clerk|secretary|receptionist|salesperson|banker|economist|statistician|mathematician|physicist|chemist|biologist|firefighter|paramedic|soldier|sailor|policeman|postman|cleaner|caretaker|babysitter|nanny|midwife|social worker|entrepreneur|freelancer|founder|beekeeper|geologist|historian|archivist|technician|officer|coach|trainer|carer|optician|butcher|welder|fisherman|realtor|recruiter|data scientist|product owner))(?: by (?:trade|profession))?(?: (?:at|in|for|with|and|who|from|on)\b.*)?$/u,
  },
  {
    attribute: "job",
    pattern:
      /^I am (?<value>retired|self-employed|unemployed|a stay-at-home (?:mum|mom|dad|parent))\b/u,
  },
  { attribute: "job", pattern: /^I (?<value>retired)\b/u },
  {
    attribute: "job",
    pattern:
      /^I am (?:the |an? )?(?<value>(?:head|chief|director) of \p{L}+|(?:team|tech|product|project|design|data) lead)\b/u,
  },
  {
    attribute: "employer",
    pattern:
      /^(?:I (?:have )?(?:work|am working|been working|started(?: working| (?:a|my) (?:new )?job)?|am employed|got a (?:new )?job|took a (?:new )?job) (?:at|for|with|by)|my (?:new )?employer is|I (?:have )?joined(?= \p{Lu})) (?<value>(?!night|home|least|all|weekends?|the moment|(?:a |the )?(?:club|gym|choir|band|party|call|meeting|team|group)|(?:you|them|us|him|her|it|me)\b|money|free|\d).+)/u,
  },
  {
    attribute: "studies",
    pattern:
      /^(?:I (?:study|am studying|am majoring in|major in|switched to studying)|my (?:new )?major is|I am doing (?:a|my) (?:phd|PhD|master'?s?|bachelor'?s?|degree) in|I am an? (?:\p{L}+ )?student (?:of|at)|I go to) (?<value>(?!for\b|hard\b|the (?:gym|shop|store|park|beach|doctor|cinema)|(?:tonight|today|at|bed|work|sleep|church|school|this|that)\b).+)/u,
  },
  {
    attribute: "job",
    pattern:
      /^I work in (?:the )?(?<value>(?:finance|marketing|sales|education|health ?care|tech|IT|software|construction|hospitality|logistics|retail|research|insurance|banking|law|publishing|advertising|film|television|music|fashion|agriculture|HR|human resources|public relations|customer service|government)\b.*)/u,
  },
  {
    attribute: "studies",
    pattern: /^I am (?:still )?an? (?<value>(?:\p{L}+[ -]){0,2}student)$/u,
  },
  {
    attribute: "partner",
    pattern:
      /^my (?:husband|wife|partner|boyfriend|girlfriend|fianc[eé]e?|spouse)(?:(?:'s name)? is(?: called| named)?|) (?<value>\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)(?: (?:and|who|is|works|lives)\b.*)?$/u,
  },
  {
    attribute: "partner",
    pattern:
      /^(?:I|we) (?:am|are|got|have been|just got) (?<value>(?:re)?married(?: to \p{L}+)?|engaged(?: to \p{L}+)?|single|divorced|widowed|separated)(?![-'])\b(?! (?:in|with|by|parts?|file)\b)/u,
  },
  {
    attribute: "children",
    pattern:
      /^(?:I|we) have (?<value>(?:\d{1,2}|an?|one|two|three|four|five|six|no) (?:\p{L}+ )?(?:kids?|children|child|sons?|daughters?|boys|girls|twins)(?!['-]))\b/u,
  },
  {
    attribute: "children",
    pattern:
      /^I am (?:an?|the) (?:mum|mom|mother|dad|father|parent) (?:of|to) (?<value>\p{L}+|\d+)\b/u,
  },
  {
    attribute: "relative",
    pattern:
      /^my (?<value>(?:(?:older|younger|little|big|eldest|youngest|twin|late) )?(?:sister|brother|mother|mum|mom|father|dad|son|daughter|grandmother|grandma|grandfather|grandpa|aunt|uncle|cousin|niece|nephew|best friend)(?:'s name)?(?: is)?(?: called| named|)? \p{Lu}\p{L}+)$/u,
  },
  {
    attribute: "relative",
    pattern:
      /^I have (?<value>(?:an?|one|two|three|four|no) (?:(?:older|younger|little|big|twin) )?(?:sisters?|brothers?|siblings?|cousins?|grandchildren|grandsons?|granddaughters?))\b/u,
  },
  {
    attribute: "pet",
    pattern:
      /^(?:I|we) (?:have|own|keep|got|adopted|have adopted|bought) (?<value>(?:an?|one|two|three|four|five|our|my) (?:\p{L}+ ){0,2}(?:dogs?|cats?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|parrots?|budgies?|guinea pigs?|goldfish|fish|turtles?|tortoises?|horses?|pon(?:y|ies)|snakes?|lizards?|chickens?|hens|goats?|ferrets?|poodles?|terriers?|labradors?|retrievers?|beagles?|gecko)\b.*)/u,
  },
  {
    attribute: "pet",
    pattern:
      /^(?:my|our) (?<value>(?:dog|cat|puppy|kitten|rabbit|hamster|parrot|horse|turtle|tortoise)(?:'s name)?(?: is)?(?: called| named)? \p{Lu}\p{L}+)$/u,
  },
  {
    attribute: "allergy",
    pattern:
      /^(?:I|we) am (?:(?!not\b|never\b)\p{L}+ )?allergic to (?<value>(?!this\b|that\b|you\b|mondays?\b|work\b|stupid|nonsense).+)/u,
  },
  {
    attribute: "allergy",
    pattern:
      /^I (?:have|developed) (?:an? )?(?:(?:bad|mild|severe|serious|strong|slight|terrible|life-threatening|deadly|known) )?(?:allergy to (?<value>.+)|(?<other>(?:\p{L}+ ){0,2}\p{L}+) allergy\b.*)/u,
  },
  { attribute: "allergy", pattern: /^my allergy is to (?<value>.+)/u },
  {
    attribute: "health",
    pattern:
      /^I am (?:(?!not\b|never\b)\p{L}+[ -])?(?<value>(?:lactose|gluten)[ -]intolerant|diabetic|asthmatic|epileptic|anaemic|anemic|dyslexic|autistic|colou?r-?blind|deaf|blind|pregnant)(?! (?:to|with ideas|with hope))\b/u,
  },
  {
    attribute: "health",
    pattern:
      /^I (?:have|suffer from|was diagnosed with|have been diagnosed with|got diagnosed with) (?:an? |the )?(?<value>(?:(?:chronic|mild|severe|type [12]|high|low|bad|weak|seasonal|frequent|lower) )?(?:diabetes|asthma|epilepsy|migraines?|hypertension|blood pressure|depression|anxiety|adhd|ADHD|autism|arthritis|celiac disease|coeliac disease|crohn's disease|insomnia|eczema|psoriasis|tinnitus|anaemia|anemia|heart (?:condition|disease|murmur)|pacemaker|back pain|back problems|knees?|sleep apnoea|sleep apnea|IBS|PCOS|endometriosis|MS|multiple sclerosis|cancer|glaucoma|scoliosis|thyroid (?:condition|disease)))\b/u,
  },
  {
    attribute: "health",
    pattern:
      /^I (?<value>(?:use a (?:wheelchair|hearing aid|cane)|take (?:insulin|\p{L}+ (?:every day|daily)|medication for .+)))\b/u,
  },
  {
    attribute: "diet",
    pattern:
      /^(?:I|we) (?:am|are|became|turned|have become|went|have been) (?:an? )?(?:strict |lifelong )?(?<value>vegetarians?|vegans?|pescatarians?|pescetarians?|flexitarians?|celiac|coeliac|gluten-free)(?: (?:for|since|because|and|in|last)\b.*)?$/u,
  },
  {
    attribute: "diet",
    pattern:
      /^(?:I|we) (?:eat|keep|follow|am on)(?: only| an?| strictly)? (?<value>halal|kosher|(?:keto|gluten-free|vegan|vegetarian|plant-based|low-carb|low-salt|paleo|mediterranean)(?: (?:diet|food))?)\b/iu,
  },
  {
    attribute: "avoids",
    pattern:
      /^(?:I|we) (?:do not|never|can not|avoid|refuse to|am not allowed to)(?: ever)? ?(?:eat|drink|eating|drinking|have|touch|)(?<=eat|drink|eating|drinking|avoid|avoid ) (?<value>(?!much\b|enough\b|anything\b|well\b|out\b|that\b|this\b|it\b|at\b|alone\b|with\b|you\b|the question|people|my\b|your\b|to\b).+)/u,
  },
  { attribute: "avoids", pattern: /^I do not drink$/u, value: "alcohol" },
  {
    attribute: "like",
    pattern:
      /^(?:I|we) (?:do )?(?:love|like|adore|enjoy|prefer|am into|am crazy about|am fond of|am keen on|am obsessed with|am (?:an? )?(?:big |huge |great |massive )?fan of|am passionate about) (?<value>(?!(?:the|that|this|these|those|your|his|her|their|how|it|you|him|them|when|what|where|who|everything|anything|nothing|both|all|not|no|us|me|myself|one|my|our|being here|hearing|seeing (?:you|that)|talking (?:to|with) you|to (?:hear|know|see|think|say|thank))\b).+)/u,
  },
  {
    attribute: "dislike",
    pattern:
      /^(?:I|we) (?:hate|dislike|detest|loathe|can not stand|do not like|do not enjoy|do not care for|am not a fan of|am scared of|am afraid of|no longer (?:like|enjoy|love)) (?<value>(?!(?:the|that|this|these|those|your|his|her|their|how|it|you|him|them|when|what|where|who|everything|anything|to (?:say|think|admit|ask|bother|interrupt|tell))\b).+)/u,
  },
  {
    attribute: "favorite",
    pattern:
      /^(?:my|our) (?:all-time |absolute |new )?favou?rite (?<topic>\p{L}+(?: \p{L}+)?) (?:is|are) (?<value>(?!when\b|how\b|the one\b|that\b|this\b).+)/u,
  },
  {
    attribute: "hobby",
    pattern: /^(?:my|our) (?:main |new |biggest )?(?:hobby|hobbies)(?: is| are) (?<value>.+)/u,
  },
  {
    attribute: "hobby",
    pattern:
      /^I (?:have )?(?:play|played|been playing|practi[sc]e|do|took up|started|teach myself|am learning(?: to play)?|learn|collect) (?:the |some |to )?(?<value>(?:guitar|piano|violin|cello|drums|flute|saxophone|trumpet|ukulele|bass|harp|football|soccer|tennis|basketball|volleyball|badminton|table tennis|golf|chess|hockey|rugby|cricket|squash|yoga|pilates|karate|judo|ballet|pottery|knitting|swim|stamps|coins|vinyl|records|comics|antiques|old (?:stamps|coins|books|maps|records|cameras)|watercolou?rs?|calligraphy|gardening|climbing|bouldering|boxing|archery)\b.*)/u,
  },
  {
    attribute: "hobby",
    pattern:
      /^I (?:go |went )?(?<value>(?:running|swimming|climbing|hiking|cycling|bouldering|surfing|sailing|skiing|fishing|dancing|jogging|rowing) (?:every|each|on|twice|once|three)\b.*)/u,
  },
  {
    attribute: "plan",
    pattern:
      /^(?:I|we) (?:am|are) (?:(?:going|planning|hoping|preparing|about|saving(?: up)?) to|planning(?: on)?|training for|saving(?: up)? for|getting ready for|moving to|flying to|travelling to|traveling to|getting married|buying|opening|starting) ?(?<value>(?!say\b|tell\b|be honest\b|bed\b|go\b|sleep\b|do (?:it|that)\b|check\b|try\b|the (?:shop|store|gym|bathroom)).*)/u,
  },
  {
    attribute: "plan",
    pattern:
      /^(?:I|we) (?:plan|intend|want|hope) to (?<value>(?!say\b|know\b|tell\b|ask\b|hear\b|see you\b|talk\b).+)/u,
  },
];
