/** The texts of errors of the API client and of the OAuth functions. */

import { defineTexts, prose } from "./text.ts";

/** What can go wrong between us and any server. */
export const HTTP_TEXTS = defineTexts({
  insecure_url: {
    means: "The URL of the service uses plain http, so anyone on the network path could read tokens and secrets.",
    fix: "Use https. For a service on this machine, set allowInsecureLoopback.",
  },
  base_url_invalid: {
    means: "The URL of the service is not absolute, or has a user, a query or a fragment.",
    fix: "Give an absolute URL such as https://host.example/path, without anything after the path.",
  },
  timeout: {
    means: prose`The answer did not arrive completely within the time-out, the function accessToken did not return in
      time, or too many refreshes were under way (turnTimeoutMs).`,
    fix: prose`Check that the service is up, or raise timeoutMs. Before you repeat a POST, find out whether the first
      one took effect.`,
  },
  unreachable: {
    means: "No connection could be made, it broke, or the answer was not HTTP. The field reason may name the cause.",
    fix: prose`Check the host name, the network and TLS. For a certificate of your own authority, name it in
      NODE_EXTRA_CA_CERTS. Node uses a proxy of HTTPS_PROXY only with NODE_USE_ENV_PROXY=1. Before you repeat a POST,
      find out whether the first one took effect.`,
  },
  redirect_refused: {
    means: prose`The service answered with a redirect. It was not followed, because it would carry tokens and secrets
      to another URL.`,
    fix: "Give the URL that the redirect leads to, if you trust it.",
  },
  response_too_large: {
    means: "The answer is larger than the limit, so reading it was stopped.",
    fix: "Check that the URL leads to the service, or raise maxResponseBytes.",
  },
});

/** What else can go wrong with a call of the API. */
export const API_TEXTS = defineTexts({
  request_invalid: {
    means: "The request breaks the contract and was not sent. The field faults says where.",
    fix: "Correct what faults lists.",
  },
  token_invalid: {
    means: prose`The access token is empty, begins with the prefix that is put before it, such as Bearer, or contains
      characters that a header cannot carry.`,
    fix: "Check what accessToken returns, for example a line break at its end, and what tokenHeader returns.",
  },
  token_renewed: {
    means: prose`The service rejected the access token (401). There is a new one now, but a POST is never repeated by
      the client.`,
    fix: "Make the call again: it was rejected, and the next one carries the new token.",
  },
  request_rejected: {
    means:
      "The service rejected the request (4xx). The fields text and json hold its reason, in a form that is not stated.",
    fix: prose`Read status and text. On 401, with a token keeper, a new access token was rejected, too: check what it
      may do. On 404 check url: the base URL has no /api at its end, and an id is not an IRI. On 429 wait for
      retryAfterSeconds.`,
  },
  service_failed: {
    means: "The service answered with neither success nor a rejection. The fields text and json hold what it said.",
    fix: "Try again later. Before you repeat a POST, find out whether the first one took effect.",
  },
  response_not_json: {
    means: "The call succeeded, but its answer is not JSON, or its media type is not.",
    fix: prose`Do not simply repeat a POST, since it took effect. Look at the field text, and check that the URL leads
      to the API.`,
  },
  response_invalid: {
    means: "The call succeeded, but its answer breaks the contract. The field faults says where.",
    fix: prose`Do not simply repeat a POST, since it took effect. Look at the field json, and report the fault to the
      service.`,
  },
  list_unreadable: {
    means: "The list is neither an array nor an object with one array under a known name.",
    fix: "Look at the answer, and pass as member the name of the member that holds the list.",
  },
});

/** What else can go wrong with a step of the OAuth 2.0 flow. */
export const OAUTH_TEXTS = defineTexts({
  secret_in_browser: {
    means: "This code runs in a browser page, where everyone can read the client secret and the tokens.",
    fix: "Exchange and refresh on the server of the app, and give the page a session of its own.",
  },
  authorization_request_invalid: {
    means: "The authorization URL or its cookie cannot be built from these options. The field faults says why.",
    fix: "Correct what faults lists.",
  },
  callback_invalid: {
    means: prose`The callback is not a well-formed answer to an authorization request, or the expected state or issuer
      is missing or wrong. The field faults says which.`,
    fix: "Ignore its code. Take state from the session that began the authorization, and begin again if it is gone.",
  },
  state_mismatch: {
    means: prose`The state of the callback is not the one that this browser sent, or its cookie is missing or too old,
      so another person may have begun the authorization.`,
    fix: "Ignore its code. Begin the authorization again in the same browser session.",
  },
  authorization_denied: {
    means: "The authorization ended without a code: the customer refused, or the service reported an error.",
    fix: "Look at the field error. On access_denied tell the customer what will not work; otherwise begin again later.",
  },
  credentials_missing: {
    means: prose`Client id, client secret, redirect URI, code or refresh token is empty or not a string. The field
      faults says which.`,
    fix: "Set all of them before the call. Use the same redirect URI as in the authorization URL.",
  },
  token_refused: {
    means: prose`The token endpoint refused the request (4xx, or an error in place of a token). The field error holds
      the code of RFC 6749, if it sent one.`,
    fix: prose`On invalid_grant begin the authorization again; on invalid_client check client id and secret. On 404
      check url: the auth URL ends before /oauth. The field faults names what was sent with white space at an end.
      With retryAfterSeconds, wait for so long: a keeper asks again after it.`,
  },
  token_endpoint_failed: {
    means: "The token endpoint answered with neither success nor a refusal.",
    fix: prose`Try again later. A refresh token stays valid; a code may have been used up: if it is refused, begin the
      authorization again.`,
  },
  token_response_invalid: {
    means: prose`The token endpoint answered with success, but its body breaks the contract, or the answer to a
      refresh has no access token. It was dropped, since it can hold tokens.`,
    fix: prose`Report it to the service with the field faults. After an exchange, begin the authorization again; a
      keeper saved the refresh token and asks again.`,
  },
  token_expired: {
    means: "The access token has expired or was rejected, and no refresh function is set.",
    fix: "Pass refresh, for example rfc6749Refresh if the service follows RFC 6749, or begin the authorization again.",
  },
  grant_missing: {
    means: "The store holds no tokens.",
    fix: "Send the customer through the authorization, and save the tokens.",
  },
  grant_dead: {
    means: "The service has declared the refresh token invalid, so it can no longer be used.",
    fix: "Send the customer through the authorization again, and save the new tokens.",
  },
  token_store_invalid: {
    means: "The options of a token store or of createTokenKeepers cannot work. The field faults says why.",
    fix: prose`Pass a Pool of the package pg, the name of the grant or customer, and the table that postgresTokenTable
      creates; as an encryption key, 32 random bytes: openssl rand -base64 32.`,
  },
  store_load_failed: {
    means: prose`The token store failed or did not answer in time, or what it loaded are not tokens. The field reason
      has the code of its error, faults the members that are wrong; the rest is dropped, since it can hold tokens.`,
    fix: prose`Look up reason: 42P01 means that the table is missing, ETIMEDOUT that no answer came, key missing that
      they are encrypted with a key that encryptionKeys lacks. Else look at the log of the store.`,
  },
  store_save_failed: {
    means: prose`The token store failed to save, or did not answer in time, or what it was given are not tokens. The
      field reason has the code of its error, faults the members that are wrong; the rest is dropped, since it can hold
      tokens. A refresh is sent only after a save, so mostly none was.`,
    fix: prose`Look up reason: not tokens means that you save something else than what exchangeCode or a flow
      returned, ENOSPC, EROFS, 25006 and 53100 mean that nothing can be written, ETIMEDOUT that no answer came. If the
      refresh was sent, the next call of this keeper saves its result.`,
  },
  store_lock_failed: {
    means: prose`The lock of the tokens could not be taken. reason: ETIMEDOUT or 55P03 if another process held it too
      long, otherwise the error of the system or the SQLSTATE.`,
    fix: prose`Check that this user may write to the folder or the table, and that no process hangs while it refreshes
      the tokens.`,
  },
});
