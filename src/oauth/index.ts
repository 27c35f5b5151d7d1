/** OAuth 2.0 authorization code flow: the redirect to the authorization endpoint, the callback, and the tokens. */

import "../runtime/supported-node.ts";

export type { Fault, HttpCode, OAuthCode, OAuthErrorDetails } from "../errors/calls.ts";
export { OAuthError } from "../errors/calls.ts";
export type { ConnectionPool, PostgresClient } from "../network/postgres.ts";
export {
  type AuthorizationOptions,
  type AuthorizationRequest,
  authorizationUrl,
  type CallbackOptions,
  readCallback,
} from "./authorization.ts";
export {
  type AuthorizationFlow,
  type AuthorizationFlowOptions,
  createAuthorizationFlow,
} from "./authorization-flow.ts";
export { type FileTokenStoreOptions, fileTokenStore } from "./file-token-store.ts";
export {
  type PostgresTokenStoreOptions,
  postgresTokenStore,
  postgresTokenTable,
} from "./postgres-token-store.ts";
export {
  type ExchangeOptions,
  exchangeCode,
  type Refreshed,
  rfc6749Refresh,
  type TokenEndpointOptions,
} from "./token-endpoint.ts";
export { createTokenKeeper, type TokenKeeper, type TokenKeeperOptions } from "./token-keeper.ts";
export {
  createTokenKeepers,
  type TokenKeepers,
  type TokenKeepersOptions,
  type TokenProblem,
  type TokenStats,
} from "./token-keepers.ts";
export { memoryTokenStore, type TokenStore } from "./token-store.ts";
export type { StoredTokens, Tokens } from "./tokens.ts";
