/**
 * Says that a transaction was undone by its commit, though no statement of it was told to have
 * failed.
 */
export class NotCommittedError extends Error {
  override readonly name = "NotCommittedError";
}

/** Says that the connection was lost after a commit was sent: nobody knows whether it was done. */
export class UnknownOutcomeError extends Error {
  override readonly name = "UnknownOutcomeError";
}

/**
 * Says that no connection was to be had: its cause says why, and nothing was asked of the server
 * yet.
 */
export class NoConnectionError extends Error {
  override readonly name = "NoConnectionError";
}

/** Says that the server left statements unanswered for too long; the connection was cut. */
export class UnansweredError extends Error {
  override readonly name = "UnansweredError";
}
