/**
 * Readers of what other systems exported, a writer of Portable AI Memory, and files of exports.
 *
 * @module @kioku/formats
 */

export { chatMemories, type ChatOptions } from "./chat-memories.js";
export { chatGptMemories } from "./chatgpt-memories.js";
export { claudeMemories } from "./claude-memories.js";
export type { ForeignMemory } from "./foreign-memory.js";
export { parseJsonLines, toJsonLines } from "./json-lines.js";
export type { LineOptions, TextSource } from "./json-lines.js";
export { langGraphMemories, type LangGraphOptions } from "./langgraph-memories.js";
export { mastraMemories } from "./mastra-memories.js";
export { mcpMemories, type McpGraph } from "./mcp-memories.js";
export { mem0Memories } from "./mem0-memories.js";
export type { Mem0Options, Mem0Owner } from "./mem0-memories.js";
export type { PamExport, PamMemory, PamMemoryStore, PamRelation } from "./pam-document.js";
export { pamMemories, type PamReadOptions } from "./pam-memories.js";
export { shareGptMemories } from "./sharegpt-memories.js";
export { toPam, type PamOptions } from "./to-pam.js";
export { uiMessageMemories } from "./ui-message-memories.js";
export { importMemories } from "./import-memories.js";
export type { ImportMemoriesOptions, ImportMemoriesReport } from "./import-memories.js";
