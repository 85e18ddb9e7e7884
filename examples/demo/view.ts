import type {
  DemoReport,
  PortraitReport,
  PromptReport,
  QuestionReport,
  RememberedReport,
  SkillsReport,
} from "./report.ts";

/** Progress of one scope. */
export interface Progress {
  readonly scope: string;
  readonly done: number;
  readonly total: number;
  /** The document at work. */
  readonly source: string;
}

/** An observer of the demo, called as soon as something has happened. */
export interface View {
  started(about: {
    readonly database: string;
    /** Memories that were there before. */
    readonly records: number;
    /** True if this run remembers instead of only asking. */
    readonly remembers: boolean;
  }): void;
  progress(progress: Progress): void;
  remembered(reports: readonly RememberedReport[], skipped: DemoReport["skipped"]): void;
  asking(title: string): void;
  answered(report: QuestionReport): void;
  portrait(report: PortraitReport): void;
  skills(report: SkillsReport): void;
  prompt(report: PromptReport): void;
  ended(report: DemoReport): void;
}
