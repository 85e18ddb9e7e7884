/** Longest name of an event, and of a skill in permissions, in UTF-16 units. */
export const MAX_NAME_LENGTH = 256;
/** Longest description, in UTF-16 units, by the Agent Skills standard. */
export const MAX_DESCRIPTION_LENGTH = 1_024;
export const MAX_TRIGGERS = 100;
/** Most examples of one trigger, and as many counterexamples. */
export const MAX_EXAMPLES = 100;
/** Longest example, in UTF-16 units. */
export const MAX_EXAMPLE_LENGTH = 2_000;
/** Most matches and entries of a catalog. */
export const MAX_LIMIT = 1_000;
/** Longest text that skills are matched with, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 100_000;
/** Longest text of `license`, `compatibility` and a value of `metadata`, in UTF-16 units. */
export const MAX_NOTE_LENGTH = 4_096;
/** Most scopes below the shared memory that one call of a skill reads or writes. */
export const MAX_SCOPES_BELOW = 256;

/** Longest reason of a skill that fails, in UTF-16 units. */
export const MAX_REASON_LENGTH = 1_000;
