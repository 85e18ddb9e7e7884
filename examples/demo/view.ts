import type {
  DemoReport,
  PromptReport,
  QuestionReport,
  RememberedReport,
  SkillsReport,
} from "./report.ts";

/** How far the remembering of one scope is. */
export interface Progress {
  readonly scope: string;
  readonly done: number;
  readonly total: number;
  /** The document at work. */
  readonly source: string;
}

/** Who watches the demo: told what happened as soon as it has. */
export interface View {
  started(about: {
    readonly database: string;
    /** Memories that were there before. */
    readonly records: number;
    /** Whether this run remembers, and does not merely ask. */
    readonly remembers: boolean;
  }): void;
  progress(progress: Progress): void;
  remembered(reports: readonly RememberedReport[], skipped: DemoReport["skipped"]): void;
  asking(title: string): void;
  answered(report: QuestionReport): void;
  skills(report: SkillsReport): void;
  prompt(report: PromptReport): void;
  ended(report: DemoReport): void;
}
