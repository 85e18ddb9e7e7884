/** A JSON value that holds no others. Numbers are finite. */
export type JsonPrimitive = string | number | boolean | null;

/** Anything JSON can say. */
export type JsonValue = JsonPrimitive | readonly JsonValue[] | JsonObject;

/** A JSON object. Members that are `undefined` are left out when it is stored. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}
