/** OAuth of this deployment: the functions of the npm package with its endpoints and parameters. */

import * as oauth from "collections-contract/oauth";
import { bound } from "./bound.ts";
import { OPERATIONS, STATED, URLS } from "./constants.ts";

export * from "collections-contract/oauth";

const login = { authUrl: URLS.login };
const asking = {
  authorizationEndpoint: URLS.authorization,
  scopeParameter: STATED.scopeParameter,
  scopeSeparator: STATED.scopeSeparator,
  pkce: STATED.pkce === "required" ? true : null,
};

/** Exchanges a code at the stated `authUrl`. @throws OAuthError */
export const exchangeCode = bound(oauth.exchangeCode, login);

/** Asks the customer at the stated endpoint. @throws OAuthError */
export const authorizationUrl = bound(oauth.authorizationUrl, asking);

/** Both ends of an authorization. @throws OAuthError */
export const createAuthorizationFlow = bound(oauth.createAuthorizationFlow, { ...login, ...asking });

/**
 * A refresh by RFC 6749 at the stated `authUrl`.{{N-4.2-01? How a refresh is requested is not stated, so using this is your choice.|}}
 *
 * @throws OAuthError; TypeError where the deployment states another refresh, which has to be your own function
 */
export const rfc6749Refresh = bound((options: oauth.TokenEndpointOptions) => {
  const { path } = OPERATIONS.exchangeAuthorizationCode;
  const { refreshGrantType, refreshMediaType, refreshPath } = STATED;
  const isUsual = (refreshGrantType ?? "refresh_token") === "refresh_token" && (refreshPath ?? path) === path;
  if (!isUsual || refreshMediaType === "application/json")
    throw new TypeError(
      "refresh_not_rfc6749: the deployment states another refresh; give the keeper a function of yours.",
    );
  return oauth.rfc6749Refresh(options);
}, login);
