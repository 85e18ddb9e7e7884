import type {
  ForgetAnswer,
  ForgetArguments,
  MemoryToolName,
  MemoryToolsOptions as ToolsOptions,
  RecallAnswer,
  RecallArguments,
  RememberAnswer,
  RememberArguments,
  UpdateAnswer,
  UpdateArguments,
} from "@kioku/tools";
import type { Tool } from "ai";

/**
 * A tool that the AI SDK runs, with the input that its schema admits and the output that the app
 * and its pages get.
 */
export type MemoryTool<Input, Output> = Tool<Input, Output> & {
  /** Does it. */
  execute: NonNullable<Tool<Input, Output>["execute"]>;
};

/**
 * Every tool there is, by what it does. The model is told the `text` of outputs and nothing else of
 * them.
 */
export interface MemoryTools {
  /** Stores one fact. */
  remember: MemoryTool<RememberArguments, RememberAnswer>;
  /** Searches what was stored. */
  recall: MemoryTool<RecallArguments, RecallAnswer>;
  /** Replaces the text of one memory. */
  update: MemoryTool<UpdateArguments, UpdateAnswer>;
  /** Forgets one memory. */
  forget: MemoryTool<ForgetArguments, ForgetAnswer>;
}

/** The tools of these names, each under its name with the prefix before it. */
export type MemoryToolsOf<Only extends MemoryToolName, Prefix extends string = ""> = {
  [Name in Only as `${Prefix}${Name}`]: MemoryTools[Name];
};

/** What `memoryTools` takes. */
export interface MemoryToolsOptions<
  Only extends MemoryToolName = MemoryToolName,
  Prefix extends string = string,
> extends Omit<ToolsOptions, "only" | "prefix"> {
  /**
   * Which tools there are. `update` and `forget` let a model change what is there. @defaultValue
   * `["remember", "recall"]`
   */
  readonly only?: readonly Only[] | undefined;
  /** Goes before the names: letters, digits, `_` and `-`, at most 40. @defaultValue `""` */
  readonly prefix?: Prefix | undefined;
}
