/** JSON Schema of a text. */
export interface TextSchema {
  /** Type of the value. */
  readonly type: "string";
  /** Description for the model. */
  readonly description?: string;
  /** Least UTF-16 units; 0 allows blank text. @defaultValue 1 */
  readonly minLength?: number;
  /** Most UTF-16 units. @defaultValue 4000 */
  readonly maxLength?: number;
  /** The only values. */
  readonly enum?: readonly string[];
  /**
   * True for a secret: no error of the tool quotes an argument, and models are not told of this
   * member of the schema. @defaultValue `false`
   */
  readonly isSecret?: boolean;
}

/** JSON Schema of a number. */
export interface NumberSchema {
  /** Type of the value. */
  readonly type: "number" | "integer";
  /** Description for the model. */
  readonly description?: string;
  /** Least value. */
  readonly minimum: number;
  /** Greatest value. */
  readonly maximum: number;
}

/** JSON Schema of a truth value. */
export interface BooleanSchema {
  /** Type of the value. */
  readonly type: "boolean";
  /** Description for the model. */
  readonly description?: string;
}

/** JSON Schema of a list. */
export interface ListSchema {
  /** Type of the value. */
  readonly type: "array";
  /** Description for the model. */
  readonly description?: string;
  /** Schema of each item. */
  readonly items: ToolSchema;
  /** Least items. @defaultValue 0 */
  readonly minItems?: number;
  /** Most items, up to 1000. @defaultValue 100 */
  readonly maxItems?: number;
}

/** JSON Schema of an object. It has no other members. */
export interface ObjectSchema {
  /** Type of the value. */
  readonly type: "object";
  /** Description for the model. */
  readonly description?: string;
  /** Members by name. */
  readonly properties: Readonly<Record<string, ToolSchema>>;
  /** Names of required members. @defaultValue none */
  readonly required?: readonly string[];
  /** No other members are allowed. */
  readonly additionalProperties?: false;
}

/** JSON Schema of an argument, at most 8 levels deep. */
export type ToolSchema = TextSchema | NumberSchema | BooleanSchema | ListSchema | ObjectSchema;

/** JSON Schema of the arguments of a tool, as models are told it: without limits of lengths. */
export interface ToolParameters extends ObjectSchema {
  /** Names of required arguments. */
  readonly required: readonly string[];
  /** No other arguments are allowed. */
  readonly additionalProperties: false;
}
