/**
 * Helpers of Kioku's own tests, of use in others: a memory with a clock that stands still, virtual
 * timers, an embedder without a model, and stores that count calls or replace methods.
 *
 * @module @kioku/testing/support
 */
export { countingEmbedder, vectorOf } from "./counting-embedder.js";
export type { CountingEmbedder, EmbedCall } from "./counting-embedder.js";
export { FAULTS } from "./faulty-embedder.js";
export { mapVectorCache, type MapVectorCache } from "./map-vector-cache.js";
export { withoutClose } from "./replace.js";
export { rejection } from "./rejection.js";
export { replace } from "./replace.js";
export { talkingMemory } from "./talking-memory.js";
export type { TalkCall, TalkingMemory } from "./talking-memory.js";
export { seededRandom, testMemory } from "./test-memory.js";
export type { TestClock, TestMemory } from "./test-memory.js";
export { VirtualTimers } from "./virtual-timers.js";
export { watchedStore } from "./watched-store.js";
export type { WatchedStore } from "./watched-store.js";
export { wordEmbedder } from "./word-embedder.js";
export type { WordEmbedder } from "./word-embedder.js";
