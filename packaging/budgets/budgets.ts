/**
 * Most that a package may cost those who install it. Sizes are in kB (1,000 bytes), as npm shows
 * them.
 */
export interface PackageBudget {
  readonly packedKb: number;
  readonly unpackedKb: number;
  readonly files: number;
  /** Packages of others that come along. */
  readonly dependencies: number;
  readonly dependencyKb: number;
  readonly why: string;
}

/** Most that importing an entry point may load. */
export interface ImportBudget {
  readonly modules: number;
  readonly kb: number;
  readonly why: string;
}

/** Measured on Linux x64, plus 15 %, rounded up. */
export const PACKAGE_BUDGETS: Readonly<Record<string, PackageBudget>> = {
  "@kioku/adapter-langchain": {
    packedKb: 220,
    unpackedKb: 840,
    files: 286,
    dependencies: 4,
    dependencyKb: 3770,
    why: "Host libraries are peers and not counted",
  },
  "@kioku/adapter-vercel-ai": {
    packedKb: 190,
    unpackedKb: 730,
    files: 248,
    dependencies: 4,
    dependencyKb: 3770,
    why: "The AI SDK is a peer and not counted",
  },
  "@kioku/core": {
    packedKb: 600,
    unpackedKb: 3870,
    files: 1344,
    dependencies: 4,
    dependencyKb: 3770,
    why: "Sources, declarations and source maps ship, so that traces lead to sources",
  },
  "@kioku/embed-local": {
    packedKb: 8040,
    unpackedKb: 10210,
    files: 344,
    dependencies: 4,
    dependencyKb: 3770,
    why: "The table of vectors, near words and weights are in the package, so that it works offline",
  },
  "@kioku/embed-openai": {
    packedKb: 100,
    unpackedKb: 360,
    files: 141,
    dependencies: 4,
    dependencyKb: 3770,
    why: "fetch alone, no client of a vendor",
  },
  "@kioku/formats": {
    packedKb: 70,
    unpackedKb: 270,
    files: 68,
    dependencies: 4,
    dependencyKb: 3770,
    why: "Readers of one file each",
  },
  "@kioku/mcp": {
    packedKb: 160,
    unpackedKb: 620,
    files: 240,
    dependencies: 11,
    dependencyKb: 20590,
    why: "The server of the official SDK comes along, with zod",
  },
  "@kioku/mind": {
    packedKb: 770,
    unpackedKb: 2780,
    files: 907,
    dependencies: 6,
    dependencyKb: 3860,
    why: "Facts and documents, six kinds with tools and a vault, images, two lexicons of feeling, character cards",
  },
  "@kioku/plugins": {
    packedKb: 90,
    unpackedKb: 330,
    files: 125,
    dependencies: 4,
    dependencyKb: 3770,
    why: "Three plugins, an expander of queries, wrappers of embedders, and the scorings of others",
  },
  "@kioku/skills": {
    packedKb: 710,
    unpackedKb: 2300,
    files: 511,
    dependencies: 5,
    dependencyKb: 4560,
    why: "yaml reads SKILL.md; background texts, and words of moods and inputs",
  },
  "@kioku/store-postgres": {
    packedKb: 510,
    unpackedKb: 2000,
    files: 690,
    dependencies: 20,
    dependencyKb: 6390,
    why: "node-postgres and kysely come along",
  },
  "@kioku/store-sqlite": {
    packedKb: 580,
    unpackedKb: 2840,
    files: 611,
    dependencies: 8,
    dependencyKb: 36390,
    why: "Native binaries of better-sqlite3 and sqlite-vec",
  },
  "@kioku/studio": {
    packedKb: 215,
    unpackedKb: 705,
    files: 178,
    dependencies: 6,
    dependencyKb: 3860,
    why: "One script and one style sheet of the page, and the server; nothing of others comes along",
  },
  "@kioku/testing": {
    packedKb: 720,
    unpackedKb: 3180,
    files: 804,
    dependencies: 4,
    dependencyKb: 3770,
    why: "The cases of all contracts, with their sources",
  },
  "@kioku/tools": {
    packedKb: 118,
    unpackedKb: 462,
    files: 161,
    dependencies: 4,
    dependencyKb: 3770,
    why: "Tools of a memory and of skills, those of Claude, and the judge of trust",
  },
  kioku: {
    packedKb: 540,
    unpackedKb: 1980,
    files: 910,
    dependencies: 45,
    dependencyKb: 58060,
    why: "The command line, with the stores, embedders, the mind and the MCP server that it uses",
  },
};

/**
 * Modules and bytes as measured, plus 15 %. Starts as measured, plus 60 % of what the import adds
 * to a bare start: measured again, they differed by less than 22 % on a busy machine, and an import
 * that takes twice as long is over.
 */
export const IMPORT_BUDGETS: Readonly<Record<string, ImportBudget>> = {
  "@kioku/adapter-langchain": {
    modules: 466,
    kb: 3300,
    why: "Nearly all of it is LangChain, which the app has loaded anyway",
  },
  "@kioku/adapter-langchain/agent": {
    modules: 733,
    kb: 4760,
    why: "Nearly all of it is LangChain, which the app has loaded anyway",
  },
  "@kioku/adapter-langchain/langgraph": {
    modules: 585,
    kb: 3800,
    why: "Nearly all of it is LangChain, which the app has loaded anyway",
  },
  "@kioku/adapter-vercel-ai": {
    modules: 151,
    kb: 3020,
    why: "Nearly all of it is the AI SDK, which the app has loaded anyway",
  },
  "@kioku/core": {
    modules: 5,
    kb: 480,
    why: "One file of what entry points share, lists of words, and three dependencies (decision 0010)",
  },
  "@kioku/plugins/embedders": {
    modules: 7,
    kb: 510,
    why: "One file of what entry points share, lists of words, and three dependencies (decision 0010)",
  },
  "@kioku/plugins/scorings": {
    modules: 7,
    kb: 510,
    why: "One file of what entry points share, lists of words, and three dependencies (decision 0010)",
  },
  "@kioku/core/toolkit": {
    modules: 5,
    kb: 480,
    why: "One file of what entry points share, lists of words, and three dependencies (decision 0010)",
  },
  "@kioku/formats": {
    modules: 7,
    kb: 550,
    why: "One file of what entry points share, lists of words, and three dependencies (decision 0010)",
  },
  "@kioku/mcp": {
    modules: 140,
    kb: 3300,
    why: "zod alone has 100 modules; tools, mind and core",
  },
  "@kioku/mind": {
    modules: 7,
    kb: 830,
    why: "One file of what entry points share, lists of words, and three dependencies (decision 0010)",
  },
  "@kioku/mind/character": {
    modules: 7,
    kb: 830,
    why: "One file of what entry points share, lists of words, and three dependencies (decision 0010)",
  },
  "@kioku/mind/feeling": {
    modules: 11,
    kb: 830,
    why: "One file of what entry points share, lists of words, and three dependencies (decision 0010)",
  },
  "@kioku/mind/images": {
    modules: 7,
    kb: 830,
    why: "One file of what entry points share, lists of words, and three dependencies (decision 0010)",
  },
  "@kioku/mind/kinds": {
    modules: 10,
    kb: 830,
    why: "One file of what entry points share, lists of words, and three dependencies (decision 0010)",
  },
  "@kioku/plugins": {
    modules: 5,
    kb: 520,
    why: "One file of what entry points share, lists of words, and three dependencies (decision 0010)",
  },
  "@kioku/studio": {
    modules: 12,
    kb: 1000,
    why: "The server of the page, the mind and core; the page is read from its files",
  },
  "@kioku/studio/http": {
    modules: 3,
    kb: 12,
    why: "One file of what both entry points share",
  },
  "@kioku/testing": {
    modules: 9,
    kb: 1150,
    why: "One file of what entry points share, lists of words, and three dependencies (decision 0010)",
  },
  "@kioku/testing/support": {
    modules: 9,
    kb: 530,
    why: "Core and one file",
  },
  "@kioku/tools": {
    modules: 7,
    kb: 550,
    why: "One file of what entry points share, lists of words, and three dependencies (decision 0010)",
  },
  "kioku/backup": {
    modules: 16,
    kb: 760,
    why: "Backups, formats, the store on SQLite that restores open, and core",
  },
  "@kioku/embed-local": {
    modules: 52,
    kb: 590,
    why: "A dozen files beside the model, and core",
  },
  "@kioku/embed-openai": {
    modules: 7,
    kb: 500,
    why: "One file, and core",
  },
  "@kioku/skills": {
    modules: 91,
    kb: 1540,
    why: "The modules of yaml, and core; words of moods and inputs, and workers",
  },
  "@kioku/skills/testing": {
    modules: 10,
    kb: 1210,
    why: "The runtime that the cases start, the modules of yaml, and core",
  },
  "@kioku/store-postgres": {
    modules: 344,
    kb: 1740,
    why: "The modules of pg and kysely, and core",
  },
  "@kioku/store-sqlite": {
    modules: 27,
    kb: 1200,
    why: "Saved indexes, signs, packed vectors, and parts of kysely; the driver has few modules",
  },
};
