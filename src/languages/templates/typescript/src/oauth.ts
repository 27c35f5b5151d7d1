/** OAuth of this deployment: the functions of the npm package with its endpoints and parameters. */

import {
  type AuthorizationFlow,
  type AuthorizationFlowOptions,
  type AuthorizationOptions,
  type AuthorizationRequest,
  createAuthorizationFlow as createFlow,
  type ExchangeOptions,
  exchangeCode as exchange,
  rfc6749Refresh as refresh,
  type TokenEndpointOptions,
  type TokenKeeperOptions,
  type Tokens,
  authorizationUrl as urlOf,
} from "collections-contract/oauth";
import { over, type Stated } from "./bound.ts";
import { OPERATIONS, STATED, URLS } from "./constants.ts";

export {
  createTokenKeeper,
  createTokenKeepers,
  fileTokenStore,
  OAuthError,
  postgresTokenStore,
  readCallback,
} from "collections-contract/oauth";

type AtLogin<O extends { authUrl: string }> = Stated<O, "authUrl", typeof URLS.login>;
type Asking<O extends { authorizationEndpoint: string }> = Stated<
  O,
  "authorizationEndpoint",
  typeof URLS.authorization
>;

const { path: TOKEN_PATH } = OPERATIONS.exchangeAuthorizationCode;
const login = { authUrl: URLS.login };
const asking = {
  authorizationEndpoint: URLS.authorization,
  scopeParameter: STATED.scopeParameter,
  scopeSeparator: STATED.scopeSeparator,
  pkce: STATED.pkce === "required" ? true : null,
};

/** Exchanges a code at the stated `authUrl`. @throws OAuthError */
export const exchangeCode = (options: AtLogin<ExchangeOptions>): Promise<Tokens> =>
  exchange(over<ExchangeOptions>(login, options));

/** Asks the customer at the stated endpoint. @throws OAuthError */
export const authorizationUrl = (options: Asking<AuthorizationOptions>): Promise<AuthorizationRequest> =>
  urlOf(over<AuthorizationOptions>(asking, options));

/** Both ends of an authorization. @throws OAuthError */
export const createAuthorizationFlow = (options: Asking<AtLogin<AuthorizationFlowOptions>>): AuthorizationFlow =>
  createFlow(over<AuthorizationFlowOptions>({ ...login, ...asking }, options));

/**
 * A refresh by RFC 6749 at the stated `authUrl`.{{N-4.2-01? How a refresh is requested is not stated, so using this is your choice.|}}
 *
 * @throws OAuthError; TypeError where the deployment states another refresh, which has to be your own function
 */
export function rfc6749Refresh(options: AtLogin<TokenEndpointOptions>): NonNullable<TokenKeeperOptions["refresh"]> {
  const { refreshGrantType: grant, refreshMediaType: type, refreshPath: path } = STATED;
  const isUsual = [grant ?? "refresh_token", path ?? TOKEN_PATH].join() === `refresh_token,${TOKEN_PATH}`;
  if (!isUsual || type === "application/json")
    throw new TypeError(
      "refresh_not_rfc6749: the deployment states another refresh; give the keeper a function of yours.",
    );
  return refresh(over<TokenEndpointOptions>(login, options));
}
