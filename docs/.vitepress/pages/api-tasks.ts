/** Something that one does, with the names that one needs for it. */
export interface ApiTask {
  readonly title: string;
  /** Page of the guide that explains it, from docs on. */
  readonly guide: string;
  /**
   * Exported names by entry point, with spaces between, the most used first. Those with `()` are
   * methods of a memory.
   */
  readonly names: Readonly<Record<string, string>>;
}

/**
 * The reference in the order of what one does. Every name of `@kioku/core` is in one task, and
 * every function and class of the other entry points but `@kioku/core/toolkit`, which has an index.
 */
export const API_TASKS: readonly ApiTask[] = [
  {
    title: "Create a memory",
    guide: "quick-start.md",
    names: {
      "@kioku/core":
        "createMemory scope() scopes() close() MemoryOptions Memory MemoryRoot Scope Reach ScopesQuery CallOptions Schedule RetryOptions Logger MemoryError MemoryErrorCode MemoryErrorDetails MemoryErrorOptions DetailsOf",
    },
  },
  {
    title: "Write",
    guide: "guide/writing.md",
    names: {
      "@kioku/core":
        "remember() rememberAll() set() update() RememberInput Receipt RememberAllOptions SetOptions UpdateOptions WriteOptions RecordFields RecordPatch SimilarityDedupe defineKey Key MemoryRecord Origin TextForm Emotion JsonObject JsonValue JsonPrimitive",
    },
  },
  {
    title: "Find",
    guide: "guide/recall.md",
    names: {
      "@kioku/core":
        "recall() get() read() list() RecallQuery Recalled RecalledMemory RecallNotice RecallSignals RelevanceParts RecalledNeighbours Filter FieldFilter Comparison ListQuery ReadOptions RecordsQuery Page",
    },
  },
  {
    title: "Rank",
    guide: "guide/ranking.md",
    names: {
      "@kioku/core":
        "RankingOptions fsrsScoring FsrsScoringOptions relevanceScoring Scoring ScoringInput ScoringResult QueryExpander",
      "@kioku/plugins/scorings":
        "scoringPresets generativeAgentsScoring memoryBankScoring actrScoring hou2024Scoring airiScoring airiPlaygroundScoring autosnippetScoring digitalLifeScoring",
      "@kioku/plugins": "dictionaryExpander",
      "@kioku/skills": "conceptExpander",
    },
  },
  {
    title: "Build prompts",
    guide: "guide/prompts.md",
    names: {
      "@kioku/core":
        "context() PromptOptions PromptContext Citations CitedMemory OmittedMemory buildContext fence FenceOptions",
    },
  },
  {
    title: "Strengthen and fade",
    guide: "guide/forgetting.md",
    names: {
      "@kioku/core":
        "markUsed() surface() sweep() Strength SurfaceQuery SweepOptions SweepReport RetentionPolicy",
      "@kioku/plugins/scorings": "memoryTier airiTiers",
    },
  },
  {
    title: "Forget and erase",
    guide: "guide/erasure.md",
    names: {
      "@kioku/core":
        "forget() erase() ForgetTarget ForgetByKey ForgetByFilter ForgetEverything ForgetOptions RemovalOptions EraseOptions ErasureReport",
    },
  },
  {
    title: "Look into the past",
    guide: "guide/history.md",
    names: { "@kioku/core": "history() AsOf Revision RevisionChange HistoryReadOptions" },
  },
  {
    title: "Read several memories as one",
    guide: "guide/layers-and-trust.md",
    names: { "@kioku/core": "layer" },
  },
  {
    title: "Export, import and back up",
    guide: "guide/export-import.md",
    names: {
      "@kioku/core": "export() import() ExportOptions ExportLine ImportOptions ImportReport",
      "@kioku/formats":
        "importMemories chatGptMemories claudeMemories chatMemories shareGptMemories uiMessageMemories mem0Memories langGraphMemories mastraMemories mcpMemories pamMemories toPam parseJsonLines toJsonLines",
      "kioku/backup":
        "createBackup restoreBackup verifyBackup listBackups publishTombstones folderObjects s3Objects",
    },
  },
  {
    title: "Observe, redact, limit",
    guide: "guide/plugins.md",
    names: {
      "@kioku/core":
        "on() definePlugin MemoryPlugin MemoryHooks HookContext Veto MemoryEvents EventOptions RecordsEvent RememberedEvent RecalledEvent SurfacedEvent UsedEvent ForgottenEvent ErasedEvent ArchivedEvent EmbeddedEvent DegradedEvent OperationEvent Operation FailedWith Tracer Span SpanOptions",
      "@kioku/plugins": "redaction PERSONAL_RULES SECRET_RULES sourceQuota auditLog verifyAuditLog",
    },
  },
  {
    title: "Make facts of talk: mind",
    guide: "guide/mind.md",
    names: {
      "@kioku/core": "TextModel TextRequest TextAnswer TextImage",
      "@kioku/mind":
        "createMind sessionContext summarize traceMemory readHistory readRuns readRun readSources askModel checkProposals keepSentences proveRecalled tallyOf wordWeights STATE_KINDS BANDS",
      "@kioku/mind/character": "readCharacterCard adoptCharacter fillCharacterText",
    },
  },
  {
    title: "Six kinds, images, feeling",
    guide: "guide/kinds.md",
    names: {
      "@kioku/mind/kinds": "createKinds createVault defineKindTools",
      "@kioku/mind/images": "imageMemory mirixFilter tileFilter folderBlobs decodeImage",
      "@kioku/mind/feeling": "feeling emotionOf moodOf moodOverTime flashback",
    },
  },
  {
    title: "Skills",
    guide: "guide/skills.md",
    names: {
      "@kioku/skills":
        "createSkillRuntime defineSkill loadSkills reloadSkills parseSkill skillMemory",
      "@kioku/core":
        "Skill SkillManifest SkillTrigger SkillContext SkillMemory SkillEvent SkillEventMap SkillEventName MessageEventData SkillFiles SkillLog SkillOutcome DispatchReport",
    },
  },
  {
    title: "Stores",
    guide: "extend/store.md",
    names: {
      "@kioku/core": "inMemoryStore MemoryStore",
      "@kioku/store-sqlite": "sqliteStore sqliteVectorCache",
      "@kioku/store-postgres":
        "postgresStore shardedStore shardOfScope citus pgvector grantsSql migrationSql",
    },
  },
  {
    title: "Embedders and rerankers",
    guide: "embedders/choosing.md",
    names: {
      "@kioku/core":
        "embedQueued() runEmbeddingWorker() queueStats() reindex() spaces() dropSpace() Embedder Reranker EmbeddingWorkerOptions EmbedQueuedOptions EmbedQueuedReport QueueWorkOptions ReindexOptions SpaceStatus",
      "@kioku/embed-local": "localEmbedder localReranker EMBEDDING_MODELS RERANK_MODELS",
      "@kioku/embed-openai": "openaiEmbedder",
      "@kioku/plugins/embedders": "cachedEmbedder fallbackEmbedder",
    },
  },
  {
    title: "LangChain and LangGraph",
    guide: "frameworks/langchain.md",
    names: {
      "@kioku/adapter-langchain":
        "MemoryRetriever MemoryVectorStore MemoryVectorStoreRetriever MemoryChatHistory memoryContext memoryTools skillTools definedTools formatDocuments citedDocuments EmbedderEmbeddings toLangChainEmbeddings fromLangChainEmbeddings fromChatModel RerankerCompressor",
      "@kioku/adapter-langchain/agent": "memoryMiddleware skillMiddleware",
      "@kioku/adapter-langchain/langgraph": "MemoryBaseStore",
    },
  },
  {
    title: "AI SDK",
    guide: "frameworks/ai-sdk.md",
    names: {
      "@kioku/adapter-vercel-ai":
        "withMemory memoryMiddleware memoryTools skillTools definedTools searchToolsByMeaning chatLog fromLanguageModel fromEmbeddingModel toEmbeddingModel fromRerankingModel toRerankingModel",
    },
  },
  {
    title: "Claude, MCP and the studio",
    guide: "mcp.md",
    names: {
      "@kioku/tools": "claudeMemory",
      "@kioku/mcp": "createMcpServer createMcpHandler serveStdio staticTokens importGraph",
      "@kioku/studio": "openStudio",
      "@kioku/studio/http":
        "startServer readBody requireMethod checkSite checkToken isLoopback withinTime HttpError toHttpError",
    },
  },
  {
    title: "Tools for another framework",
    guide: "../packages/tools/README.md",
    names: {
      "@kioku/tools":
        "defineMemoryTools defineSkillTools defineTool checkDefinitions ownJsonSchema describeMemory skillCatalog recallSettings readMemory readBefore readShown showRecalled rememberTurn rememberWritten memoryOfThread createTrustJudge judgeTrust lowerVerdict withVerdict trustOfText protectedBy checkTrustedTools checkTextRequest askingWithSchema textsIn withoutWords causeOf continueOnError",
    },
  },
  {
    title: "Test",
    guide: "extend/store.md",
    names: {
      "@kioku/testing":
        "storeConformance embedderConformance rerankerConformance pluginConformance memoryConformance fuzzMemory isolationProbes faultSchedules queueWorkers compareWithReference testRecord testId putOp deleteOp embedOp searchEntry spaceVector Picker RANDOM_SCOPES RANDOM_SPACE randomInstant randomPut randomSelection randomUnit",
      "@kioku/skills/testing": "skillConformance",
      "@kioku/testing/support":
        "testMemory talkingMemory VirtualTimers countingEmbedder wordEmbedder vectorOf watchedStore mapVectorCache seededRandom rejection replace withoutClose DrawnScreen drawPair CARET_CHANGES FAULTS SCREEN_CHANGES SCREEN_NOISE",
    },
  },
  {
    title: "Write a store, an embedder, a plugin, an adapter",
    guide: "extend/store.md",
    names: { "@kioku/core/toolkit": "" },
  },
];
