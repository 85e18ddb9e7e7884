import { createHash, timingSafeEqual } from "node:crypto";

import { MemoryError, type Scope } from "@kioku/core";
import { checkObject, checkScope } from "@kioku/core/toolkit";
import { OAuthError, OAuthErrorCode, type OAuthTokenVerifier } from "@modelcontextprotocol/server";

/** Least characters of a token: what is shorter can be guessed. */
const MIN_LENGTH = 16;

/**
 * Makes a verifier of fixed tokens, each for one scope below the memory; `[]` is the memory's own.
 *
 * ```ts
 * const verifier = staticTokens({ [process.env.ANA_TOKEN]: ["users", "ana"] });
 * ```
 * @throws `invalid-input` for a token of less than 16 characters, and for what is no scope.
 */
export function staticTokens(tokens: Readonly<Record<string, Scope>>): OAuthTokenVerifier {
  checkObject(tokens, "tokens");
  const known = Object.entries(tokens).map(([token, scope], index) => {
    const name = `token ${index + 1}`;
    if (token.length < MIN_LENGTH || !/^[\w\-.~+/=]+$/u.test(token)) {
      const problem = `must be at least ${MIN_LENGTH} letters, digits and -._~+/=`;
      throw new MemoryError("invalid-input", `${name} ${problem}`);
    }
    return { hash: hashOf(token), scope: checkScope(scope, `scope of ${name}`) };
  });
  if (known.length === 0) throw new MemoryError("invalid-input", "tokens must not be empty");
  return {
    verifyAccessToken: async (token) => {
      const hash = hashOf(token);
      // Hashes have one length, and comparing them takes one time.
      const found = known.find((one) => timingSafeEqual(one.hash, hash));
      if (found === undefined) throw new OAuthError(OAuthErrorCode.InvalidToken, "token is wrong");
      const { scope } = found;
      const expiresAt = Number.MAX_SAFE_INTEGER;
      return { token, clientId: "static", scopes: [], expiresAt, extra: { scope } };
    },
  };
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
