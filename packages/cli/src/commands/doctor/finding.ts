/** Result of one check of `doctor`. */
export interface Finding {
  /** Part that was checked, such as `database`. */
  readonly check: string;
  /** `problem`: something does not work. `warning`: it works, and should not stay so. */
  readonly state: "ok" | "warning" | "problem";
  /** One line that says what is so. */
  readonly message: string;
  /** One line that says what to do. */
  readonly advice?: string | undefined;
}

/** Reports findings of one check. */
export interface Reporter {
  readonly ok: (message: string) => Finding;
  readonly warning: (message: string, advice: string) => Finding;
  readonly problem: (message: string, advice: string) => Finding;
}

/** Returns the makers of findings of a check. */
export function findingsOf(check: string): Reporter {
  return {
    ok: (message) => ({ check, state: "ok", message }),
    warning: (message, advice) => ({ check, state: "warning", message, advice }),
    problem: (message, advice) => ({ check, state: "problem", message, advice }),
  };
}
