import type { CallOptions, TextAnswer, TextRequest } from "@kioku/core";
import {
  checkJsonObject,
  checkMembers,
  checkNumber,
  checkText,
  invalidInput,
} from "@kioku/core/toolkit";

const IMAGE_TYPE = /^image\/[\w.+-]{1,64}$/u;

/** Checks a request to a text model. @throws `invalid-input` naming the member. */
export function checkTextRequest(request: TextRequest, takesImages: boolean): TextRequest {
  checkMembers(request, "request", ["system", "prompt", "images", "schema", "maxTokens"]);
  const { system, prompt, images, schema, maxTokens } = request;
  if (maxTokens !== undefined) {
    checkNumber(maxTokens, "request.maxTokens", { min: 1, integer: true });
  }
  checkText(prompt, "request.prompt", Infinity);
  if (system !== undefined) checkText(system, "request.system", Infinity);
  if (schema !== undefined) checkJsonObject(schema, "request.schema");
  checkImages(images ?? [], takesImages);
  return request;
}

function checkImages(images: unknown, takesImages: boolean): void {
  if (!Array.isArray(images)) throw invalidInput("request.images", "a list of images");
  if (images.length > 0 && !takesImages) {
    throw invalidInput("request.images", "absent: the model was not said to take images");
  }
  for (const [index, image] of images.entries()) {
    const name = `request.images[${index}]`;
    checkMembers(image, name, ["mediaType", "data"]);
    const { mediaType, data } = image as Readonly<Record<"mediaType" | "data", unknown>>;
    if (typeof mediaType !== "string" || !IMAGE_TYPE.test(mediaType)) {
      throw invalidInput(`${name}.mediaType`, "a type such as image/jpeg");
    }
    if (!(data instanceof Uint8Array) || data.length === 0) {
      throw invalidInput(`${name}.data`, "the bytes of an image, as Uint8Array");
    }
  }
}

/** Outcome of asking a model once. */
export interface AskedOnce {
  /** Absent if the model was not asked, since it cannot take the schema of the request. */
  readonly answer?: TextAnswer;
  /** False if the model passed over the schema of the request. */
  readonly heedsSchema: boolean;
}

/**
 * Returns a function that answers requests with `ask`, which gives the schema of a request to the
 * host as structured output. Once a model has refused or ignored a schema, this one and all later
 * ones are written into the instructions instead. Tokens of both questions are counted.
 */
export function askingWithSchema(
  ask: (request: TextRequest, options: CallOptions) => Promise<AskedOnce>,
): (request: TextRequest, options: CallOptions) => Promise<TextAnswer> {
  let takesSchemas = true;
  const askPlainly = async (request: TextRequest, options: CallOptions): Promise<TextAnswer> => {
    const { answer } = await ask(schemaInWords(request), options);
    if (answer === undefined) throw invalidInput("model", "a model that answers");
    return answer;
  };
  return async (request, options) => {
    if (request.schema === undefined || !takesSchemas) return askPlainly(request, options);
    let first: TextAnswer | undefined;
    try {
      const { answer, heedsSchema } = await ask(request, options);
      if (answer && heedsSchema) return answer;
      first = answer;
    } catch (error) {
      if (options.signal?.aborted || !refusesSchema(error)) throw error;
    }
    takesSchemas = false;
    return withTokensOf(await askPlainly(request, options), first);
  };
}

/** Moves the schema of a request into its instructions. */
function schemaInWords(request: TextRequest): TextRequest {
  const { schema, system, ...rest } = request;
  if (schema === undefined) return request;
  const words = `Answer with one JSON object and nothing else. It matches this JSON Schema:\n${JSON.stringify(schema)}`;
  return { ...rest, system: system === undefined ? words : `${system}\n\n${words}` };
}

/** Words with which hosts and servers refuse a schema, or the tool that stands for one. */
const REFUSAL =
  /response[ _.-]?format|json[ _-]?schema|structured[ _-]?output|support tools|tool[ _-]?(?:choice|use|calling)|bindTools/iu;
/** HTTP statuses of requests that a server does not understand. */
const REFUSED: ReadonlySet<unknown> = new Set([undefined, 400, 404, 422, 501]);
const MAX_READ = 4_096;

/** Returns true for the error of a host or server that knows no schemas. */
function refusesSchema(error: unknown): boolean {
  const fields = Object(error) as Readonly<Record<string, unknown>>;
  const { name, message, responseBody, status, statusCode = status, lastError } = fields;
  if (lastError !== undefined) return refusesSchema(lastError);
  if (name === "AI_UnsupportedFunctionalityError") return true;
  const said = [message, responseBody].filter((text) => typeof text === "string");
  return REFUSED.has(statusCode) && REFUSAL.test(said.join("\n").slice(0, MAX_READ));
}

function withTokensOf(answer: TextAnswer, first: TextAnswer | undefined): TextAnswer {
  const sum = (member: "inputTokens" | "outputTokens"): number =>
    (answer[member] ?? 0) + (first?.[member] ?? 0);
  const has = (member: "inputTokens" | "outputTokens"): boolean =>
    (answer[member] ?? first?.[member]) !== undefined;
  return {
    ...answer,
    ...(has("inputTokens") && { inputTokens: sum("inputTokens") }),
    ...(has("outputTokens") && { outputTokens: sum("outputTokens") }),
  };
}
