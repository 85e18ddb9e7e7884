/**
 * Helpers of Kioku's own tests, of use in others: a memory with a clock that stands still, virtual
 * timers, an embedder without a model, stores that count calls or replace methods, drawn screens.
 *
 * @module @kioku/testing/support
 */
export { countingEmbedder, vectorOf } from "./counting-embedder.js";
export type { CountingEmbedder, EmbedCall } from "./counting-embedder.js";
export { DrawnScreen, type ScreenArea, type TextPlace } from "./drawn-screen.js";
export { FAULTS } from "./faulty-embedder.js";
export { mapVectorCache, type MapVectorCache } from "./map-vector-cache.js";
export { withoutClose } from "./replace.js";
export { rejection } from "./rejection.js";
export { replace } from "./replace.js";
export { CARET_CHANGES, drawPair, SCREEN_CHANGES, SCREEN_NOISE } from "./screen-changes.js";
export type { PairOptions, ScreenChange, ScreenNoise, ScreenPair } from "./screen-changes.js";
export { talkingMemory } from "./talking-memory.js";
export type { TalkCall, TalkingMemory } from "./talking-memory.js";
export { seededRandom } from "./picker.js";
export { testMemory } from "./test-memory.js";
export type { TestClock, TestMemory } from "./test-memory.js";
export { VirtualTimers } from "./virtual-timers.js";
export { watchedStore } from "./watched-store.js";
export type { WatchedStore } from "./watched-store.js";
export { wordEmbedder } from "./word-embedder.js";
export type { WordEmbedder } from "./word-embedder.js";
