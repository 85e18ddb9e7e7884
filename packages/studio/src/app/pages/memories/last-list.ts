import { signal } from "../../frame/signal.js";

/** Address of the list that was looked at last, with its settings. */
export const lastList = signal("");
