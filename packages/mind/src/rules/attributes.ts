/** Ids of the blocks of a portrait, in their order. */
export const BLOCKS = [
  "identity",
  "home",
  "work",
  "people",
  "health",
  "likes",
  "plans",
  "other",
] as const;

/** Sort of durable fact about a person. */
export interface Attribute {
  /** Such as `home`. */
  readonly name: string;
  /** Block of the portrait. */
  readonly block: (typeof BLOCKS)[number];
  /** True if a person has one value at a time. */
  readonly isSingle: boolean;
  /** 0 to 1. */
  readonly importance: number;
}

/** All sorts of durable facts. */
export const ATTRIBUTES: readonly Attribute[] = [
  { name: "name", block: "identity", isSingle: true, importance: 0.9 },
  { name: "nickname", block: "identity", isSingle: true, importance: 0.8 },
  { name: "age", block: "identity", isSingle: true, importance: 0.65 },
  { name: "birthday", block: "identity", isSingle: true, importance: 0.8 },
  { name: "origin", block: "identity", isSingle: true, importance: 0.7 },
  { name: "language", block: "identity", isSingle: false, importance: 0.65 },
  { name: "home", block: "home", isSingle: true, importance: 0.8 },
  { name: "job", block: "work", isSingle: true, importance: 0.75 },
  { name: "employer", block: "work", isSingle: true, importance: 0.75 },
  { name: "studies", block: "work", isSingle: true, importance: 0.65 },
  { name: "partner", block: "people", isSingle: true, importance: 0.75 },
  { name: "children", block: "people", isSingle: true, importance: 0.75 },
  { name: "relative", block: "people", isSingle: false, importance: 0.65 },
  { name: "pet", block: "people", isSingle: false, importance: 0.65 },
  { name: "allergy", block: "health", isSingle: false, importance: 0.95 },
  { name: "health", block: "health", isSingle: false, importance: 0.85 },
  { name: "diet", block: "health", isSingle: true, importance: 0.8 },
  { name: "avoids", block: "health", isSingle: false, importance: 0.7 },
  { name: "like", block: "likes", isSingle: false, importance: 0.6 },
  { name: "dislike", block: "likes", isSingle: false, importance: 0.6 },
  { name: "favorite", block: "likes", isSingle: true, importance: 0.65 },
  { name: "hobby", block: "likes", isSingle: false, importance: 0.6 },
  { name: "plan", block: "plans", isSingle: false, importance: 0.6 },
];

/**
 * Returns an attribute by name; `undefined` for an unknown one. A favourite has a topic, as in
 * `favorite:color`, and is another attribute for each.
 */
export function attributeOf(name: string): Attribute | undefined {
  const known = ATTRIBUTES.find((attribute) => name.split(":", 1)[0] === attribute.name);
  return known && { ...known, name };
}

/** Pattern of a plain clause that states an attribute. */
export interface AttributePattern {
  /** Name of the attribute. */
  readonly attribute: string;
  /**
   * Anchored at the start of a clause. The group `value` is the value, or `other`; the group
   * `topic` that of a favourite.
   */
  readonly pattern: RegExp;
  /** Value, if the pattern has none. */
  readonly value?: string;
}
