/**
 * Up to so many records one statement brings all that is known of them sooner than several would
 * find the best.
 */
export const MOST_RECORDS = 1_000;
