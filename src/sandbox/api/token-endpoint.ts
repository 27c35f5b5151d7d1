/** POST /oauth/v2/token (F-4.2-01 to F-4.2-05), and the refresh in the form of the profile (N-4.2-01). */

import { GRANT_TYPE, OPERATIONS, TOKEN_REQUEST_TYPE } from "../../../generated/constants.ts";
import { Refusal } from "../errors.ts";
import type { Needs } from "../parts.ts";
import { readJson, readMediaType, readText } from "./body.ts";
import { authenticate, type IssuedTokens, redeemCode, refreshTokens } from "./grants.ts";
import { withOptional } from "./views.ts";

const TOKEN_PATH = OPERATIONS.exchangeAuthorizationCode.path;

/** RFC 6749, section 5.2. */
type TokenError = "invalid_request" | "invalid_client" | "invalid_grant" | "unsupported_grant_type";

class TokenRefusal extends Error {
  readonly code: TokenError;
  readonly description: string;
  constructor(code: TokenError, description: string) {
    super(code);
    this.code = code;
    this.description = description;
  }
}

/** What issuing tokens takes. */
type Issuing = Parameters<typeof redeemCode>[0];

/** Answers a request to the token path, or to the path of the profile for refreshing. */
export async function answerTokenRequest(parts: Issuing, request: Request, path: string): Promise<Response> {
  try {
    const fields = await readFields(parts, request, path);
    const issued = issue(parts, request, fields, path);
    await parts.store.flushed();
    return tokenResponse(parts, issued);
  } catch (error) {
    if (error instanceof Refusal && error.code !== "body_too_large")
      return refusal(parts, "invalid_request", "the body cannot be read");
    if (!(error instanceof TokenRefusal)) throw error;
    // The second use of a code or of a refresh token has revoked its grant.
    await parts.store.flushed();
    return refusal(parts, error.code, error.description);
  }
}

function issue(parts: Issuing, request: Request, fields: ReadonlyMap<string, string>, path: string): IssuedTokens {
  const { profile } = parts;
  const grantType = requireField(fields, "grant_type");
  const isRefresh = path === profile.refreshPath && grantType === profile.refreshGrantType;
  const isExchange = path === TOKEN_PATH && grantType === GRANT_TYPE;
  if (!isRefresh && !isExchange) throw new TokenRefusal("unsupported_grant_type", "this grant type is not known here");

  const secret = isRefresh ? requireField(fields, "refresh_token") : requireField(fields, "code");
  const redirectUri = isExchange ? requireField(fields, "redirect_uri") : "";
  const [clientId, clientSecret] = credentials(parts, request, fields);
  const client = authenticate(parts, clientId, clientSecret);
  if (!client) throw new TokenRefusal("invalid_client", "client id or client secret is wrong");

  const given = { code: secret, oauthClient: client.id, redirectUri, verifier: fields.get("code_verifier") };
  const issued = isRefresh ? refreshTokens(parts, secret, client.id) : redeemCode(parts, given);
  if (issued) return issued;
  throw new TokenRefusal("invalid_grant", isRefresh ? "the refresh token is not valid" : "the code is not valid here");
}

/** Returns client id and secret from the form or, if the profile allows it, from HTTP Basic (U-16). */
function credentials(
  parts: Needs<"profile">,
  request: Request,
  fields: ReadonlyMap<string, string>,
): [id: string, secret: string] {
  const basic = /^Basic ([\w+/]+={0,2})$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!basic || !parts.profile.tokenBasicAuthentication)
    return [requireField(fields, "client_id"), requireField(fields, "client_secret")];
  const [id = "", secret = ""] = Buffer.from(basic, "base64").toString("utf8").split(/:(.*)/s);
  try {
    return [decodeForm(id), decodeForm(secret)];
  } catch {
    throw new TokenRefusal("invalid_client", "the Authorization header cannot be read");
  }
}

function requireField(fields: ReadonlyMap<string, string>, name: string): string {
  const value = fields.get(name);
  if (!value) throw new TokenRefusal("invalid_request", `${name} is missing`);
  return value;
}

/**
 * Returns the fields of the form, each once (RFC 6749, section 3.2). JSON is read for a refresh alone, if the profile
 * says so.
 */
async function readFields(
  parts: Needs<"profile">,
  request: Request,
  path: string,
): Promise<ReadonlyMap<string, string>> {
  const type = readMediaType(request);
  const json = path === parts.profile.refreshPath && parts.profile.refreshMediaType === "application/json";
  if (json && type === "application/json") {
    const body = await readJson(request);
    const entries = typeof body === "object" && body !== null ? Object.entries(body) : [];
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  }
  if (type !== TOKEN_REQUEST_TYPE || (json && path !== TOKEN_PATH)) {
    throw new TokenRefusal(
      "invalid_request",
      `send ${json && path !== TOKEN_PATH ? "application/json" : TOKEN_REQUEST_TYPE}`,
    );
  }
  const pairs = [...new URLSearchParams(await readText(request))];
  const fields = new Map(pairs);
  if (fields.size !== pairs.length) throw new TokenRefusal("invalid_request", "a field is given twice");
  return fields;
}

function tokenResponse(
  { profile }: Needs<"profile">,
  { accessToken, expiresIn, refreshToken, scopes }: IssuedTokens,
): Response {
  const stated = {
    token_type: "Bearer",
    expires_in: expiresIn,
    access_token: accessToken,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  };
  const body = {
    ...withOptional("TokenResponse", stated, ["refresh_token"]),
    ...(profile.tokenExtraMembers.includes("scope") && { scope: scopes.join(profile.scopeSeparator) }),
  };
  return new Response(JSON.stringify(body), {
    status: profile.tokenStatus,
    headers: makeHeaders(profile.tokenMediaType),
  });
}

function refusal({ profile }: Needs<"profile">, code: TokenError, description: string): Response {
  const status = code === "invalid_client" ? profile.tokenClientErrorStatus : profile.tokenErrorStatus;
  const shown = profile.errorCodeCase === "upper" && profile.tokenErrorFormat !== "rfc6749" ? code.toUpperCase() : code;
  const extra: Record<string, string> = status === 401 ? { "www-authenticate": "Basic" } : {};
  switch (profile.tokenErrorFormat) {
    case "rfc6749":
      return Response.json(
        { error: shown, error_description: description },
        { status, headers: { ...makeHeaders(), ...extra } },
      );
    case "object":
      return Response.json(
        { error: { code: shown, message: description } },
        { status, headers: { ...makeHeaders(), ...extra } },
      );
    case "text":
      return new Response(`${shown}: ${description}\n`, {
        status,
        headers: { ...makeHeaders("text/plain"), ...extra },
      });
  }
}

function makeHeaders(type = "application/json"): Record<string, string> {
  return { "content-type": type, "cache-control": "no-store", pragma: "no-cache" };
}

function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}
