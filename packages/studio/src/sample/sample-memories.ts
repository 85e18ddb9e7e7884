import type { SampleMemory } from "./sample-memory.js";
import { SAMPLE_NOTES } from "./sample-notes.js";
import { SAMPLE_TALKS } from "./sample-talks.js";

/** The sample. */
export const SAMPLE_MEMORIES: readonly SampleMemory[] = [...SAMPLE_NOTES, ...SAMPLE_TALKS];
