import { logScale } from "../../charts/scale.js";

/** Time from an hour to ten years, in days. */
export const TIME = logScale(1 / 24, 3652.5, [1 / 24, 0.25, 1, 7, 30, 90, 365.25, 1461, 3652.5]);
