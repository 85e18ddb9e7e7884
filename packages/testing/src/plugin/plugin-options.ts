import type { RememberInput } from "@kioku/core";
import { checkBoolean, checkMembers, checkText, invalidInput } from "@kioku/core/toolkit";
import type { AnyPlugin } from "@kioku/core/toolkit";

/** Makes a plugin; all that it makes have the same options. */
export type CreatePlugin = () => AnyPlugin | Promise<AnyPlugin>;

/** An input that is written, and the text that is written then. */
export interface ChangedExample {
  /** Input to remember. */
  readonly input: RememberInput;
  /**
   * The content of the record: what the plugin makes of that of the input, or the same. What is
   * taken out must be in no `value` either, where `set` writes the text as both.
   */
  readonly becomes: string;
}

/** An input that the plugin refuses. */
export interface VetoedExample {
  /** Input to remember. */
  readonly input: RememberInput;
  /** Says so. */
  readonly vetoed: true;
  /**
   * The part of the content that the reason of the veto must not quote. @defaultValue the whole
   * content
   */
  readonly secret?: string | undefined;
}

/** Input, and what becomes of it. */
export type PluginExample = ChangedExample | VetoedExample;

/** Options of `pluginConformance`. */
export interface PluginConformanceOptions {
  /**
   * Inputs that the plugin changes, refuses, or has to leave alone. Each is tried in its own
   * memory.
   * @defaultValue none
   */
  readonly examples?: readonly PluginExample[];
  /**
   * Claims that ordinary memories are written as they are given, and found as without the plugin.
   * Then it is also run through all cases of `memoryConformance`.
   * @defaultValue `true`
   */
  readonly leavesOrdinary?: boolean;
}

/** The same with every default. */
export interface PluginSuiteOptions {
  readonly examples: readonly PluginExample[];
  readonly leavesOrdinary: boolean;
}

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` for one that is unknown or wrong.
 */
export function resolvePluginOptions(options: PluginConformanceOptions): PluginSuiteOptions {
  const owner = "pluginConformance";
  checkMembers(options, owner, ["examples", "leavesOrdinary"]);
  const { examples = [], leavesOrdinary = true } = options;
  checkBoolean(leavesOrdinary, `${owner}: leavesOrdinary`);
  if (!Array.isArray(examples)) {
    throw invalidInput(`${owner}: examples`, "a list of examples", examples);
  }
  for (const [index, example] of examples.entries()) {
    checkExample(example, `${owner}: examples[${index}]`);
  }
  return { examples, leavesOrdinary };
}

function checkExample(example: unknown, name: string): void {
  checkMembers(example, name, ["input", "becomes", "vetoed", "secret"]);
  const { input, becomes, vetoed, secret } = example as Readonly<Record<string, unknown>>;
  checkText((input as RememberInput | undefined)?.content, `${name}.input.content`, 4_096);
  if ((becomes === undefined) === (vetoed === undefined)) {
    throw invalidInput(name, "an input with either `becomes` or `vetoed`");
  }
  if (becomes === undefined) {
    if (vetoed !== true) throw invalidInput(`${name}.vetoed`, "true", vetoed);
  } else checkText(becomes, `${name}.becomes`, 4_096);
  if (secret !== undefined) checkSecret(secret, { vetoed, input }, name);
}

function checkSecret(
  secret: unknown,
  { vetoed, input }: { readonly vetoed: unknown; readonly input: unknown },
  name: string,
): void {
  const text = checkText(secret, `${name}.secret`, 4_096);
  const { content } = input as RememberInput;
  if (vetoed !== true || !content.includes(text)) {
    throw invalidInput(`${name}.secret`, "a part of the content of a vetoed example");
  }
}
