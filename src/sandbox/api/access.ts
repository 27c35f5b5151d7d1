/** Which requests to the API carry a token that allows them. */

import type { OPERATIONS } from "../../../generated/constants.ts";
import { Refusal } from "../errors.ts";
import type { Needs } from "../parts.ts";
import type { Grant } from "../store/model.ts";
import { findGrant } from "./grants.ts";

type Operation = Exclude<keyof typeof OPERATIONS, "exchangeAuthorizationCode">;

/**
 * Returns the grant of the request's access token.
 *
 * @throws Refusal `token_missing`, `token_invalid`, `scope_insufficient`
 */
export function authorize(parts: Needs<"store" | "clock" | "profile">, request: Request, operation: Operation): Grant {
  const { tokenHeader, tokenPrefix, operationScopes } = parts.profile;
  const header = request.headers.get(tokenHeader);
  const prefixed = header?.slice(0, tokenPrefix.length).toLowerCase() === tokenPrefix.toLowerCase();
  if (!header || !prefixed) throw new Refusal("unauthorizedStatus", "token_missing");
  const grant = findGrant(parts, header.slice(tokenPrefix.length));
  if (!grant) throw new Refusal("unauthorizedStatus", "token_invalid");
  const needed = operationScopes[operation] ?? [];
  if (!needed.every((scope) => grant.scopes.includes(scope)))
    throw new Refusal("forbiddenStatus", "scope_insufficient");
  return grant;
}
