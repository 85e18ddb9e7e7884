/** An argument that is a text, as JSON Schema. */
export interface TextArgument {
  /** What sort of value it is. */
  readonly type: "string";
  /** What a model is told of it. */
  readonly description: string;
  /** Fewest characters. */
  readonly minLength: number;
  /** Most UTF-16 units. */
  readonly maxLength: number;
}

/** An argument that is a number, as JSON Schema. */
export interface NumberArgument {
  /** What sort of value it is. */
  readonly type: "number" | "integer";
  /** What a model is told of it. */
  readonly description: string;
  /** At least this. */
  readonly minimum: number;
  /** At most this. */
  readonly maximum: number;
}

/** The arguments of a tool, as JSON Schema. */
export interface ToolParameters {
  /** Arguments are the members of an object. */
  readonly type: "object";
  /** Every argument by its name. */
  readonly properties: Readonly<Record<string, TextArgument | NumberArgument>>;
  /** Names of those that cannot be left out. */
  readonly required: readonly string[];
  /** There are no others. */
  readonly additionalProperties: false;
}
