/** The texts of what the API client and the OAuth helper throw; `error-texts.ts` holds them together with all others. */

import type { ApiCode, OAuthCode, WebhookUrlCode } from "./errors.ts";

type CallCode = Exclude<ApiCode, WebhookUrlCode> | OAuthCode;

export const CALL_ERROR_TEXTS: Readonly<Record<CallCode, { readonly means: string; readonly fix: string }>> = {
  insecure_url: {
    means: "The URL of the service uses plain http, so everyone on the way could read tokens and secrets.",
    fix: "Use https. For a service on this very machine, set allowInsecureLoopback.",
  },
  base_url_invalid: {
    means: "The URL of the service is not absolute, or has a user, a query or a fragment.",
    fix: "Give an absolute URL such as https://host.example/path, without anything after the path.",
  },
  timeout: {
    means: "The answer did not arrive completely within the time-out.",
    fix: "Check that the service is up, or raise timeoutMs. Before you repeat a POST, find out whether the first one was carried out.",
  },
  unreachable: {
    means:
      "No connection could be made, or it broke off, or what came back was no HTTP answer. The field reason may name why.",
    fix: "Check the host name, the network and TLS. Before you repeat a POST, find out whether the first one was carried out.",
  },
  redirect_refused: {
    means:
      "The service answered with a redirect. It was not followed, because it would carry tokens and secrets to another place.",
    fix: "Give the URL that the redirect leads to, if you trust it.",
  },
  response_too_large: {
    means: "The answer is larger than the limit, and reading it was stopped.",
    fix: "Check that the URL leads to the service, or raise maxResponseBytes.",
  },
  request_invalid: {
    means: "The request breaks the contract and was not sent. The field faults says where.",
    fix: "Correct what faults lists.",
  },
  token_invalid: {
    means: "The access token is empty, or holds characters that no header can carry.",
    fix: "Check what accessToken returns, for example for a line break at its end, and what tokenHeader makes of it.",
  },
  request_rejected: {
    means: "The service rejected the request (4xx). Why is in the fields text and json, in a form that is not stated.",
    fix: "Read status and text. On 401 get a new access token; on 429 wait for retryAfterSeconds.",
  },
  service_failed: {
    means:
      "The service answered with neither success nor a rejection. Anything it said is in the fields text and json.",
    fix: "Try again later. Before you repeat a POST, find out whether the first one was carried out.",
  },
  response_not_json: {
    means: "The call succeeded, but its answer is not JSON, or its media type is not.",
    fix: "Do not simply repeat a POST, since it was carried out. Look at the field text, and check that the URL leads to the API.",
  },
  response_invalid: {
    means: "The call succeeded, but its answer breaks the contract. The field faults says where.",
    fix: "Do not simply repeat a POST, since it was carried out. Look at the field json, and report the fault to the service.",
  },
  list_unreadable: {
    means: "The list is neither an array nor an object with one array under a known name.",
    fix: "Look at the answer, and pass the name of the member that holds the list as member.",
  },
  secret_in_browser: {
    means: "This code runs in a browser page, where everyone can read the client secret and the tokens.",
    fix: "Exchange and refresh on the server of the app, and give the page a session of your own.",
  },
  authorization_request_invalid: {
    means: "The authorization URL cannot be built from what was given. The field faults says where.",
    fix: "Correct what faults lists.",
  },
  callback_invalid: {
    means:
      "The callback is not a well-formed answer to an authorization request, or the expected state or issuer is missing or wrong.",
    fix: "Use no code from it. Take state from the session that began the authorization, and begin anew if it is gone.",
  },
  state_mismatch: {
    means:
      "The state of the callback is not the one that this session sent, so someone else may have begun the authorization.",
    fix: "Use no code from it. Begin the authorization anew in the same browser session.",
  },
  authorization_denied: {
    means: "The authorization ended without a code: the customer refused, or the service reported an error.",
    fix: "Look at the field error. On access_denied tell the customer what will not work; otherwise begin anew later.",
  },
  credentials_missing: {
    means: "Client id, client secret, redirect URI, code or refresh token is empty or no string.",
    fix: "Set all of them before the call. The redirect URI is the one that the authorization URL had.",
  },
  token_refused: {
    means: "The token endpoint refused the request (4xx). The field error holds the code of RFC 6749, if it sent one.",
    fix: "On invalid_grant begin the authorization anew; on invalid_client check client id and secret; on 429 wait for retryAfterSeconds.",
  },
  token_endpoint_failed: {
    means: "The token endpoint answered with neither success nor a refusal.",
    fix: "Try again later. A refresh token stays valid; a code may have been used up, so begin the authorization anew if it is refused.",
  },
  token_response_invalid: {
    means:
      "The token endpoint answered with success, but its body breaks the contract. It was dropped, since it can hold tokens.",
    fix: "Report it to the service with the field faults. Begin the authorization anew.",
  },
  token_expired: {
    means: "The access token has expired or was rejected, and refreshing is not switched on.",
    fix: "Pass refresh, for example rfc6749Refresh if the service follows RFC 6749, or begin the authorization anew.",
  },
  grant_missing: {
    means: "The store holds no tokens.",
    fix: "Send the customer through the authorization, and save the tokens.",
  },
  grant_dead: {
    means: "The service has declared the refresh token invalid, so it is of no use any more.",
    fix: "Send the customer through the authorization again, and save the new tokens.",
  },
  store_load_failed: {
    means:
      "The token store failed to load, or what it loaded are no tokens. Its own error is dropped, since it can hold tokens.",
    fix: "Look at the log of the store, and check what it keeps.",
  },
  store_save_failed: {
    means:
      "The token store failed to save, so the new token is not used. Its own error is dropped, since it can hold tokens.",
    fix: "Look at the log of the store. The next call of this keeper saves the same tokens again.",
  },
};
