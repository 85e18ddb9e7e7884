import type { PlayedServer } from "../played.js";
import { serverTokens } from "../server-tokens.js";

const CONTEXT = 1_500;

/**
 * LM Studio: ignores the encoding, indents its answers, and answers 200 to a path that it does not
 * know.
 */
export const lmstudio: PlayedServer = {
  path: "/v1/embeddings",
  unknownPath: (path) => ({
    status: 200,
    body: { error: `Unexpected endpoint or method. (POST ${path}). Returning 200 anyway` },
  }),
  refuse: ({ model, input }) => {
    if (!model.startsWith("text-embedding-")) {
      return {
        status: 404,
        body: { error: { message: `No model ${model}`, code: "model_not_found" } },
      };
    }
    const longest = Math.max(...input.map(serverTokens));
    const error = `Input length ${longest} exceeds context length ${CONTEXT}`;
    return longest > CONTEXT ? { status: 400, body: { error } } : undefined;
  },
  width: () => 768,
  spoken: (text) => text,
  isBase64: () => false,
  indent: 2,
};
