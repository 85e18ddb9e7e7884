import type { ProgramName } from "./programs.ts";
import { PUBLIC_SETS } from "./recall-sets.ts";
import { PUBLIC_SKILL_SETS } from "./skills/public-sets.ts";

/** One run of a program. */
export interface MeasuredRun {
  readonly program: ProgramName;
  readonly args?: readonly string[];
  /** Public sets by file, each given with `--data`. */
  readonly sets?: readonly string[];
  /** Other files that have to be in the folder of the sets. */
  readonly beside?: readonly string[];
  /** Under bench/results; absent where the program names its file by itself. */
  readonly file?: string;
  /** Replaces `args` in a quick run. */
  readonly quick: readonly string[];
}

/** A measurement whose figures pages show. */
export interface Measurement {
  readonly name: string;
  readonly figures: string;
  /** Approximate time on two idle cores. */
  readonly minutes: number;
  /** Needs a PostgreSQL server with pgvector. */
  readonly needsServer?: boolean;
  readonly runs: readonly MeasuredRun[];
}

const ALL_SETS = PUBLIC_SETS.map(({ file }) => file);
const heldOut = (file: string): string => file.replace("-dev", "-held-out");
/** The sets whose queries are asked once all records exist. */
const SETS = ALL_SETS.slice(0, 4);
const SKILL_SETS = ["everyday", "assistant", "household", "office", "travel", "restraint"];
const SAMPLE_SKILLS = ["--data", "bench/test/sample-skills.json", "--json"];
const SILENT_TURNS = ["--silence", "bench/silence/turns.json"];
const QUICK_COUNTS = ["--count", "100", "--rounds", "3"];
const ON_POSTGRES = ["--store", "postgres"];
const QUICK_STORE = ["--count", "300", "--dimensions", "16"];
const QUICK_TENANTS = ["--tenants", "20", "--queries", "10"];
const QUICK_LARGE = ["--large", "2", "--small", "5", "--rounds", "3", "--connections", "1"];
const QUICK_SHARDS = [
  "--tenants",
  "1000",
  "--memories",
  "10000",
  "--sample",
  "10",
  "--large",
  "100",
];

/** All of them, in the order in which they are made: first those of the README. */
export const MEASUREMENTS: readonly Measurement[] = [
  {
    name: "recall",
    figures: "recall@1 to @50, nDCG and MRR on five recall sets",
    minutes: 1,
    runs: ALL_SETS.map((file) => ({
      program: "recall",
      sets: [file],
      file: `recall-${file.replace("-dev.json", "")}.json`,
      quick: [],
    })),
  },
  {
    name: "held-out",
    figures: "the same on the halves of the sets that the ranking was not developed on",
    minutes: 1,
    runs: ALL_SETS.map(heldOut).map((file) => ({
      program: "recall",
      sets: [file],
      file: `recall-${file}`,
      quick: [],
    })),
  },
  {
    name: "silence",
    figures: "how well recall is silent where memory has no answer",
    minutes: 1,
    runs: [
      {
        program: "silence",
        args: SILENT_TURNS,
        sets: SETS.slice(0, 1),
        file: "silence-locomo.json",
        quick: SILENT_TURNS,
      },
    ],
  },
  {
    name: "relevance",
    figures: "weights of the relevance that minScore is compared with, fitted",
    minutes: 1,
    runs: [
      {
        program: "relevance",
        sets: ALL_SETS,
        beside: ["silence-dev.json"],
        file: "relevance.json",
        quick: SILENT_TURNS,
      },
    ],
  },
  {
    name: "context",
    figures: "whether what answers a question is in the text for a prompt",
    minutes: 1,
    runs: [
      {
        program: "context",
        args: ["--budget", "500,1000,2000"],
        sets: SETS.slice(0, 1),
        file: "context-locomo.json",
        quick: [],
      },
    ],
  },
  {
    name: "chat",
    figures: "tokens that a chat of three sessions is shown, and the facts in them",
    minutes: 1,
    runs: [{ program: "chat", file: "chat.json", quick: [] }],
  },
  {
    name: "mind",
    figures: "what a mind keeps of talks, sums up, refuses and forgets",
    minutes: 2,
    runs: [
      {
        program: "mind",
        sets: SETS.slice(0, 1),
        beside: ["locomo-mind-dev.json"],
        file: "mind.json",
        quick: ["--quick"],
      },
    ],
  },
  {
    name: "images",
    figures: "which changes of a screen the filters of images keep and drop",
    minutes: 3,
    runs: [{ program: "images", file: "images.json", quick: ["--quick"] }],
  },
  {
    name: "speed",
    figures: "import, first memory, batch, single writes and recall among 10,000",
    minutes: 1,
    runs: [{ program: "speed", file: "speed-10000.json", quick: ["--count", "200"] }],
  },
  {
    name: "cli",
    figures: "what a call of the command line takes, from start to end",
    minutes: 1,
    runs: [{ program: "cli", file: "cli.json", quick: ["--count", "20", "--runs", "1"] }],
  },
  {
    name: "mcp",
    figures: "what MCP adds to recall, remember and context, and the start of a server",
    minutes: 1,
    runs: [
      {
        program: "mcp",
        file: "mcp.json",
        quick: ["--count", "20", "--rounds", "1", "--starts", "1"],
      },
    ],
  },
  {
    name: "studio",
    figures: "first view, frames and clicks in the studio, in a browser",
    minutes: 3,
    runs: [
      {
        program: "studio",
        file: "studio.json",
        quick: ["--count", "500", "--clicks", "500", "--rounds", "1", "--seconds", "1"],
      },
    ],
  },
  {
    name: "loop",
    figures: "the longest time that deletions, long texts and contexts hold the event loop",
    minutes: 3,
    runs: [
      {
        program: "loop",
        file: "loop.json",
        quick: ["--count", "50", "--characters", "5000", "--runs", "1"],
      },
    ],
  },
  {
    name: "skills",
    figures: "precision and recall of waking on six sets of skills of ours",
    minutes: 2,
    runs: SKILL_SETS.map((name) => ({
      program: "skills",
      args: ["--data", `bench/skills/data/${name}.json`],
      file: `skills/${name}.json`,
      quick: SAMPLE_SKILLS,
    })),
  },
  {
    name: "skills-public",
    figures: "precision and recall of waking on public sets of requests",
    minutes: 1,
    runs: PUBLIC_SKILL_SETS.map(({ file }) => ({
      program: "skills",
      sets: [file],
      file: `skills/${file}`,
      quick: SAMPLE_SKILLS,
    })),
  },
  {
    name: "skills-speed",
    figures: "which of 1,000 and of 150 skills a text wakes: time, start and memory",
    minutes: 3,
    runs: [
      {
        program: "skills",
        args: ["--speed"],
        file: "skills/speed.json",
        quick: ["--speed", "--quick"],
      },
      {
        program: "skills",
        args: ["--speed", "--skills", "150"],
        file: "skills/speed-150.json",
        quick: ["--speed", "--quick"],
      },
    ],
  },
  {
    name: "langchain",
    figures: "what a retriever of LangChain adds to recall",
    minutes: 1,
    runs: [{ program: "langchain", file: "langchain/overhead.json", quick: QUICK_COUNTS }],
  },
  {
    name: "ai-sdk",
    figures: "what a memory adds to a turn of the AI SDK",
    minutes: 2,
    runs: [
      {
        program: "ai-sdk",
        args: ["--rounds", "150"],
        file: "ai-sdk/turns.json",
        quick: QUICK_COUNTS,
      },
    ],
  },
  {
    name: "ablation",
    figures: "what each ingredient of recall gives, on four recall sets",
    minutes: 8,
    runs: [{ program: "ablation", sets: SETS, file: "ablation-dev.json", quick: [] }],
  },
  {
    name: "embed",
    figures: "load time, memory and texts a second of the embedders",
    minutes: 10,
    runs: [{ program: "embed", file: "embed/speed.json", quick: ["--part", "static", "--quick"] }],
  },
  {
    name: "transfer",
    figures: "export and import of 10,000 and 100,000 records: time and memory",
    minutes: 3,
    runs: [
      {
        program: "transfer",
        args: ["--full"],
        file: "transfer-100000.json",
        quick: ["--count", "100"],
      },
    ],
  },
  {
    name: "backup",
    figures: "backup of 100,000 memories to a server of S3 and restore: time and memory",
    minutes: 3,
    runs: [
      {
        program: "backup",
        args: ["--count", "103000"],
        file: "backup-100000.json",
        quick: ["--count", "100"],
      },
    ],
  },
  {
    name: "store",
    figures: "SQLite with up to 100,000 records, usual and hard, beside other stores",
    minutes: 40,
    runs: [
      {
        program: "store",
        args: ["--count", "100,600,10000,100000", "--peers", "--hard"],
        quick: QUICK_STORE,
      },
    ],
  },
  {
    name: "peers",
    figures: "Kioku beside other memories: finding, speed, safety",
    minutes: 15,
    runs: [
      {
        program: "peers",
        args: ["--part", "finding"],
        sets: ["locomo-held-out.json", "xquad-zh-en-held-out.json"],
        file: "peers/finding.json",
        quick: ["--part", "finding", "--system", "Kioku,FTS5"],
      },
      {
        program: "peers",
        args: ["--part", "speed"],
        file: "peers/speed.json",
        quick: ["--part", "speed", "--system", "Kioku,FTS5", "--count", "20", "--rounds", "1"],
      },
      {
        program: "peers",
        args: ["--part", "safety"],
        file: "peers/safety.json",
        quick: ["--part", "safety", "--system", "Kioku,FTS5", "--writes", "5", "--kills", "1"],
      },
    ],
  },
  {
    name: "store-million",
    figures: "SQLite with 1,000,000 records",
    minutes: 20,
    runs: [{ program: "store", args: ["--count", "1000000"], quick: QUICK_STORE }],
  },
  {
    name: "store-postgres",
    figures: "PostgreSQL with 10,000 and 100,000 records",
    minutes: 6,
    needsServer: true,
    runs: [
      {
        program: "store",
        args: [...ON_POSTGRES, "--count", "10000,100000"],
        quick: [...ON_POSTGRES, "--count", "100", "--dimensions", "8"],
      },
    ],
  },
  {
    name: "tenants",
    figures: "PostgreSQL with 1,000 and 1,000,000 tenants",
    minutes: 10,
    needsServer: true,
    runs: [
      {
        program: "tenants",
        args: [...ON_POSTGRES, "--tenants", "1000", "--records", "100", "--dimensions", "384"],
        quick: QUICK_TENANTS,
      },
      {
        program: "tenants",
        args: [...ON_POSTGRES, "--tenants", "1000000"],
        quick: QUICK_TENANTS,
      },
    ],
  },
  {
    name: "large-tenants",
    figures: "whether 1,000 large tenants make small ones slow on PostgreSQL",
    minutes: 2,
    needsServer: true,
    runs: [{ program: "large-tenants", file: "large-tenants.json", quick: QUICK_LARGE }],
  },
  {
    name: "shards",
    figures: "100,000,000 memories on shards and nodes, simulated from what is measured",
    minutes: 3,
    needsServer: true,
    runs: [{ program: "shards", file: "shards.json", quick: QUICK_SHARDS }],
  },
  {
    name: "agreement",
    figures: "whether SQLite and PostgreSQL answer alike",
    minutes: 3,
    needsServer: true,
    runs: [
      { program: "agreement", sets: SETS.slice(0, 1), file: "agreement-locomo.json", quick: [] },
      {
        program: "agreement",
        args: ["--one-scope", "--index-from", "500"],
        sets: SETS.slice(0, 1),
        file: "agreement-locomo-one-scope.json",
        quick: [],
      },
    ],
  },
];
