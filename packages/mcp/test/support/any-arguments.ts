/** A source of random choices. */
export interface Choices {
  one<T>(items: readonly T[]): T;
  chance(share: number): boolean;
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Returns random arguments that fit a schema, with some of these texts in them. */
export function anyArguments(schema: unknown, texts: readonly string[], choices: Choices): object {
  return valueOf(schema as Schema, texts, choices) as object;
}

function valueOf(schema: Schema, texts: readonly string[], choices: Choices): unknown {
  const { type, properties = {}, required = [], items = {} } = schema;
  if (schema.enum !== undefined) return choices.one(schema.enum);
  if (type === "integer") return choices.one([1, 2, 20]);
  if (type === "number") return choices.one([0, 0.5, 1]);
  if (type === "array") return [valueOf(items, texts, choices)];
  if (type !== "object") return choices.one(texts);
  const names = Object.keys(properties);
  const chosen = names.filter((name) => required.includes(name) || choices.chance(0.3));
  return Object.fromEntries(
    chosen.map((name) => [name, valueOf(properties[name] ?? {}, texts, choices)]),
  );
}
