import type { About } from "../../wire/about.js";
import { signal } from "./signal.js";

/** The studio that is looked at; absent until its first answer. */
export const about = signal<About | undefined>(undefined);
