// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

/** Every choice that the sandbox makes, each under the gap that leaves it open. */
export type Profile = {
  /** N-2.2-01: What is the name of the property that makes a client webhook active or inactive? */
  clientWebhookActiveMember: string | null;
  /** N-2.2-02: Which further fields does a client webhook resource have, and how are they named? */
  clientWebhookExtraMembers: ("id" | "@id" | "createdAt")[];
  /** N-2.3-01: Which fields of an app webhook can be read but not written? */
  appWebhookExtraMembers: ("id" | "@id" | "createdAt")[];
  /** N-4.1-01: What is the path of the authorization endpoint? */
  authorizationPath: string;
  /** N-4.1-02: With which parameter, and in which format, are the scopes sent to the authorization endpoint? */
  scopeParameter: string;
  /** N-4.1-02: With which parameter, and in which format, are the scopes sent to the authorization endpoint? */
  scopeSeparator: string;
  /** N-4.2-01: What must an app (OAuth client) send to refresh its access token? */
  refreshPath: string;
  /** N-4.2-01: What must an app (OAuth client) send to refresh its access token? */
  refreshGrantType: string;
  /** N-4.2-01: What must an app (OAuth client) send to refresh its access token? */
  refreshMediaType: "application/x-www-form-urlencoded" | "application/json";
  /** N-4.3-02: What is the format of the answer to the create call for client webhooks? */
  clientWebhookMediaType: string;
  /** N-5-02: What are the names of the scopes, and which endpoint needs which scope? */
  operationScopes: Record<string, string[]>;
  /** N-5-03: In which header does an API request carry its access token? */
  tokenHeader: string;
  /** N-5-03: In which header does an API request carry its access token? */
  tokenPrefix: string;
  /** N-6.5-01: How many times does the service retry a delivery? */
  maxAttempts: number;
  /** N-6.5-02: How long does the service wait before it retries a delivery? */
  retryScheduleSeconds: number[];
  /** N-6.5-02: How long does the service wait before it retries a delivery? */
  retryJitter: number;
  /** N-6.5-03: How long does the service wait for the answer to a delivery? */
  timeoutSeconds: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  tokenStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  createClientWebhookStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  createAppWebhookStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  listStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  malformedStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  mediaTypeStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  tooLargeStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  validationStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  urlStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  unknownReferenceStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  unknownAppStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  unauthorizedStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  forbiddenStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  notFoundStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  methodStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  tokenErrorStatus: number;
  /** N-7-01: Which status codes do the API and the token endpoint use? */
  tokenClientErrorStatus: number;
  /** N-7-02: Which error codes do the API and the token endpoint have? */
  errorCodeCase: "snake" | "upper";
  /** N-7-03: What does the body of an error answer look like? */
  errorFormat: "problem" | "object" | "text";
  /** N-7-03: What does the body of an error answer look like? */
  tokenErrorFormat: "rfc6749" | "object" | "text";
  /** U-01: Which media type does the token response have? */
  tokenMediaType: string;
  /** U-02: What is the media type of the requests that create client webhooks and app webhooks? */
  requestMediaTypes: string[];
  /** U-03: Is the list of app webhooks a bare array or wrapped, how is it ordered, and is it paginated? */
  listEnvelope: string | null;
  /** U-03: Is the list of app webhooks a bare array or wrapped, how is it ordered, and is it paginated? */
  listOrder: "oldest" | "newest";
  /** U-04: Is `{id}` in `/api/apps/{id}/app_webhooks` a number or a string? */
  appIdType: "integer" | "string";
  /** U-05: Are the IRIs in `client` and `app` relative or absolute? */
  iriForm: "relative" | "absolute";
  /** U-06: Which members must a request that creates an app webhook contain? */
  appWebhookRequired: ("app" | "webhookUrl" | "events" | "responseHandlingType" | "active")[];
  /** U-07: Which values apply if a create request for an app webhook omits `active` or `responseHandlingType`? */
  activeDefault: boolean;
  /** U-07: Which values apply if a create request for an app webhook omits `active` or `responseHandlingType`? */
  responseHandlingTypeDefault: 1 | 2;
  /** U-09: Does the service accept unknown event names, or the same name twice? */
  unknownEvents: "accept" | "refuse";
  /** U-09: Does the service accept unknown event names, or the same name twice? */
  repeatedEvents: "accept" | "refuse";
  /** U-09: Does the service accept unknown event names, or the same name twice? */
  unknownMembers: "accept" | "refuse";
  /** U-11: Does the authorization endpoint share its host with `{auth_url}`, with `{base_url}` or with neither? */
  authPort: "same" | "separate";
  /** U-12: Does the authorization request also take `response_type`, `state` and the parameters of PKCE? */
  responseType: "optional" | "required";
  /** U-12: Does the authorization request also take `response_type`, `state` and the parameters of PKCE? */
  state: "optional" | "required";
  /** U-12: Does the authorization request also take `response_type`, `state` and the parameters of PKCE? */
  pkce: "optional" | "required";
  /** U-13: What is sent to `redirect_uri` when the customer refuses or an error occurs? */
  deniedCode: string;
  /** U-13: What is sent to `redirect_uri` when the customer refuses or an error occurs? */
  deniedDescription: boolean;
  /** U-14: How long do codes and refresh tokens live, can they be used twice, and does a refresh replace the refresh token? */
  codeLifetimeSeconds: number;
  /** U-14: How long do codes and refresh tokens live, can they be used twice, and does a refresh replace the refresh token? */
  accessTokenLifetimeSeconds: number;
  /** U-14: How long do codes and refresh tokens live, can they be used twice, and does a refresh replace the refresh token? */
  refreshTokenLifetimeSeconds: number | null;
  /** U-14: How long do codes and refresh tokens live, can they be used twice, and does a refresh replace the refresh token? */
  refreshRotation: boolean;
  /** U-14: How long do codes and refresh tokens live, can they be used twice, and does a refresh replace the refresh token? */
  codeReuse: "revoke" | "refuse";
  /** U-15: Does the token response have members beyond the four, for example `scope`? */
  tokenExtraMembers: ("scope")[];
  /** U-16: May an app (OAuth client) authenticate with HTTP Basic at the token endpoint instead? */
  tokenBasicAuthentication: boolean;
  /** U-19: Does the signature header use lower or upper case in its hex digits? */
  hexCase: "lower" | "upper";
  /** U-20: What are the format and length of a webhook secret, and can it be rotated? */
  secretFormat: "hex" | "base64url";
  /** U-20: What are the format and length of a webhook secret, and can it be rotated? */
  secretBytes: number;
  /** U-20: What are the format and length of a webhook secret, and can it be rotated? */
  secretPrefix: string;
  /** U-22: Does the Content-Type of a delivery have a charset, and how is the body encoded? */
  clientDeliveryMediaType: string;
  /** U-23: Does the service follow a redirect when it delivers? */
  followRedirects: boolean;
  /** U-24: Do deliveries arrive in the order in which their events happened? */
  ordering: "none" | "webhook";
  /** U-25: What happens after the last failed attempt, and can failures or a 410 answer disable a webhook? */
  afterLastAttempt: "keep" | "deactivate";
  /** U-25: What happens after the last failed attempt, and can failures or a 410 answer disable a webhook? */
  goneDeactivates: boolean;
  /** U-26: If a webhook is switched off or edited while a retry is due, does the service still send it? */
  pendingOnDeactivation: "drop" | "keep";
  /** U-27: What does the body of an app webhook delivery contain besides `@event`? */
  appPayload: "event" | "payment";
  /** U-28: Is an app webhook delivery retried after a transport error, with `responseHandlingType` 1 and with 2? */
  appTransportRetry: "never" | "waiting" | "always";
  /** U-29: What is the Content-Type of an app webhook delivery? */
  appDeliveryMediaType: string;
  /** U-33: May timestamps have fractions, is the offset `Z` or numeric, and does a numeric offset have a colon? */
  timestampOffset: "colon" | "plain" | "utc";
  /** U-33: May timestamps have fractions, is the offset `Z` or numeric, and does a numeric offset have a colon? */
  timestampFraction: boolean;
  /** U-34: Are webhook hosts checked by name or by resolved address, and when? What applies to ports, userinfo, IDN and IP literals? */
  webhookUrlUserinfo: "refuse" | "accept";
  /** U-35: Does the service try to reach `webhookUrl` when an app webhook is created? */
  registrationProbe: boolean;
  /** U-37: Is a newly created client webhook active at once? */
  clientWebhookInitiallyActive: boolean;
  /** U-38: Which token and which role are needed to register or list webhooks? */
  tokenAccess: "any" | "own";
  /** U-39: Does a second, identical create request create a second webhook? */
  repeatedCreate: "create" | "return" | "refuse";
  /** U-41: What does `POST /api/app_webhooks` answer on success? */
  createAppWebhookAnswer: "resource" | "reference";
};

/** What our tools assume. */
export const DEFAULT_PROFILE: Profile = {
  clientWebhookActiveMember: null,
  clientWebhookExtraMembers: [],
  appWebhookExtraMembers: [],
  authorizationPath: "/authorize",
  scopeParameter: "scope",
  scopeSeparator: " ",
  refreshPath: "/oauth/v2/token",
  refreshGrantType: "refresh_token",
  refreshMediaType: "application/x-www-form-urlencoded",
  clientWebhookMediaType: "application/json",
  operationScopes: {},
  tokenHeader: "Authorization",
  tokenPrefix: "Bearer ",
  maxAttempts: 5,
  retryScheduleSeconds: [5,30,120,600],
  retryJitter: 0.1,
  timeoutSeconds: 10,
  tokenStatus: 200,
  createClientWebhookStatus: 201,
  createAppWebhookStatus: 201,
  listStatus: 200,
  malformedStatus: 400,
  mediaTypeStatus: 415,
  tooLargeStatus: 413,
  validationStatus: 422,
  urlStatus: 422,
  unknownReferenceStatus: 422,
  unknownAppStatus: 404,
  unauthorizedStatus: 401,
  forbiddenStatus: 403,
  notFoundStatus: 404,
  methodStatus: 405,
  tokenErrorStatus: 400,
  tokenClientErrorStatus: 401,
  errorCodeCase: "snake",
  errorFormat: "problem",
  tokenErrorFormat: "rfc6749",
  tokenMediaType: "application/json",
  requestMediaTypes: ["application/json"],
  listEnvelope: null,
  listOrder: "oldest",
  appIdType: "integer",
  iriForm: "relative",
  appWebhookRequired: ["app","webhookUrl","events"],
  activeDefault: true,
  responseHandlingTypeDefault: 1,
  unknownEvents: "accept",
  repeatedEvents: "accept",
  unknownMembers: "accept",
  authPort: "same",
  responseType: "optional",
  state: "optional",
  pkce: "optional",
  deniedCode: "access_denied",
  deniedDescription: true,
  codeLifetimeSeconds: 600,
  accessTokenLifetimeSeconds: 3600,
  refreshTokenLifetimeSeconds: null,
  refreshRotation: false,
  codeReuse: "revoke",
  tokenExtraMembers: [],
  tokenBasicAuthentication: false,
  hexCase: "lower",
  secretFormat: "hex",
  secretBytes: 32,
  secretPrefix: "",
  clientDeliveryMediaType: "application/json",
  followRedirects: false,
  ordering: "none",
  afterLastAttempt: "keep",
  goneDeactivates: false,
  pendingOnDeactivation: "drop",
  appPayload: "event",
  appTransportRetry: "waiting",
  appDeliveryMediaType: "application/json",
  timestampOffset: "colon",
  timestampFraction: false,
  webhookUrlUserinfo: "refuse",
  registrationProbe: false,
  clientWebhookInitiallyActive: true,
  tokenAccess: "any",
  repeatedCreate: "create",
  createAppWebhookAnswer: "resource",
};

/** Differs from the default in every key, so that no test or client can rely on our choice. */
export const STRICT_PROFILE: Profile = {
  clientWebhookActiveMember: "isActive",
  clientWebhookExtraMembers: ["id","@id","createdAt"],
  appWebhookExtraMembers: ["id","@id","createdAt"],
  authorizationPath: "/connect/start",
  scopeParameter: "permissions",
  scopeSeparator: ",",
  refreshPath: "/oauth/v2/refresh",
  refreshGrantType: "refresh",
  refreshMediaType: "application/json",
  clientWebhookMediaType: "application/ld+json",
  operationScopes: {"createClientWebhook":["webhooks.write"],"listAppWebhooks":["webhooks.read"],"createAppWebhook":["webhooks.write"]},
  tokenHeader: "X-Access-Token",
  tokenPrefix: "",
  maxAttempts: 10,
  retryScheduleSeconds: [5,300,1800,7200,18000,36000,50400,72000,86400],
  retryJitter: 0,
  timeoutSeconds: 2.5,
  tokenStatus: 201,
  createClientWebhookStatus: 200,
  createAppWebhookStatus: 200,
  listStatus: 203,
  malformedStatus: 422,
  mediaTypeStatus: 400,
  tooLargeStatus: 400,
  validationStatus: 400,
  urlStatus: 403,
  unknownReferenceStatus: 404,
  unknownAppStatus: 422,
  unauthorizedStatus: 403,
  forbiddenStatus: 401,
  notFoundStatus: 405,
  methodStatus: 404,
  tokenErrorStatus: 401,
  tokenClientErrorStatus: 400,
  errorCodeCase: "upper",
  errorFormat: "object",
  tokenErrorFormat: "object",
  tokenMediaType: "application/json;charset=utf-8",
  requestMediaTypes: ["application/json","application/ld+json"],
  listEnvelope: "member",
  listOrder: "newest",
  appIdType: "string",
  iriForm: "absolute",
  appWebhookRequired: ["app","webhookUrl","events","responseHandlingType","active"],
  activeDefault: false,
  responseHandlingTypeDefault: 2,
  unknownEvents: "refuse",
  repeatedEvents: "refuse",
  unknownMembers: "refuse",
  authPort: "separate",
  responseType: "required",
  state: "required",
  pkce: "required",
  deniedCode: "consent_denied",
  deniedDescription: false,
  codeLifetimeSeconds: 60,
  accessTokenLifetimeSeconds: 900,
  refreshTokenLifetimeSeconds: 2592000,
  refreshRotation: true,
  codeReuse: "refuse",
  tokenExtraMembers: ["scope"],
  tokenBasicAuthentication: true,
  hexCase: "upper",
  secretFormat: "base64url",
  secretBytes: 24,
  secretPrefix: "whsec_",
  clientDeliveryMediaType: "application/json; charset=utf-8",
  followRedirects: true,
  ordering: "webhook",
  afterLastAttempt: "deactivate",
  goneDeactivates: true,
  pendingOnDeactivation: "keep",
  appPayload: "payment",
  appTransportRetry: "never",
  appDeliveryMediaType: "application/json; charset=utf-8",
  timestampOffset: "plain",
  timestampFraction: true,
  webhookUrlUserinfo: "accept",
  registrationProbe: true,
  clientWebhookInitiallyActive: false,
  tokenAccess: "own",
  repeatedCreate: "return",
  createAppWebhookAnswer: "reference",
};

/** The part of JSON Schema in which settings are described. `expects` says in words what `pattern` demands. */
export interface SettingSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly expects?: string;
  readonly minItems?: number;
  readonly items?: SettingSchema;
  readonly additionalProperties?: SettingSchema;
}

/** Per key: its gap, and the JSON Schema of its value. */
export const PROFILE_KEYS: {
  readonly [K in keyof Profile]: { readonly gap: string; readonly schema: SettingSchema };
} = {
  clientWebhookActiveMember: {"gap":"N-2.2-01","schema":{"type":["string","null"],"pattern":"^[ -~]+$","expects":"printable ASCII, at least one character"}},
  clientWebhookExtraMembers: {"gap":"N-2.2-02","schema":{"type":"array","items":{"enum":["id","@id","createdAt"]}}},
  appWebhookExtraMembers: {"gap":"N-2.3-01","schema":{"type":"array","items":{"enum":["id","@id","createdAt"]}}},
  authorizationPath: {"gap":"N-4.1-01","schema":{"type":"string","pattern":"^\\/(?!(?:.*\\/)?\\.\\.?(?:\\/|$))[\\w./~%@:+-]*$","expects":"a path that begins with a slash and has no . or .. in it"}},
  scopeParameter: {"gap":"N-4.1-02","schema":{"type":"string","pattern":"^[\\w.~-]+$","expects":"the name of a parameter"}},
  scopeSeparator: {"gap":"N-4.1-02","schema":{"type":"string","pattern":"^[ -~]+$","expects":"printable ASCII, at least one character"}},
  refreshPath: {"gap":"N-4.2-01","schema":{"type":"string","pattern":"^\\/(?!(?:.*\\/)?\\.\\.?(?:\\/|$))[\\w./~%@:+-]*$","expects":"a path that begins with a slash and has no . or .. in it"}},
  refreshGrantType: {"gap":"N-4.2-01","schema":{"type":"string","pattern":"^[ -~]+$","expects":"printable ASCII, at least one character"}},
  refreshMediaType: {"gap":"N-4.2-01","schema":{"enum":["application/x-www-form-urlencoded","application/json"]}},
  clientWebhookMediaType: {"gap":"N-4.3-02","schema":{"type":"string","pattern":"^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$","expects":"a media type"}},
  operationScopes: {"gap":"N-5-02","schema":{"type":"object","additionalProperties":{"type":"array","items":{"type":"string","pattern":"^[!#-\\[\\]-~]+$","expects":"a scope of RFC 6749, section 3.3"}}}},
  tokenHeader: {"gap":"N-5-03","schema":{"type":"string","pattern":"^[\\w-]+$","expects":"the name of a header"}},
  tokenPrefix: {"gap":"N-5-03","schema":{"type":"string","pattern":"^(?! )[ -~]*$","expects":"printable ASCII that does not begin with a space"}},
  maxAttempts: {"gap":"N-6.5-01","schema":{"type":"integer","minimum":1,"maximum":100}},
  retryScheduleSeconds: {"gap":"N-6.5-02","schema":{"type":"array","minItems":1,"items":{"type":"number","minimum":0,"maximum":1000000000}}},
  retryJitter: {"gap":"N-6.5-02","schema":{"type":"number","minimum":0,"maximum":1}},
  timeoutSeconds: {"gap":"N-6.5-03","schema":{"type":"number","minimum":0.05,"maximum":300}},
  tokenStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":200,"maximum":203}},
  createClientWebhookStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":200,"maximum":203}},
  createAppWebhookStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":200,"maximum":203}},
  listStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":200,"maximum":203}},
  malformedStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":400,"maximum":499}},
  mediaTypeStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":400,"maximum":499}},
  tooLargeStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":400,"maximum":499}},
  validationStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":400,"maximum":499}},
  urlStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":400,"maximum":499}},
  unknownReferenceStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":400,"maximum":499}},
  unknownAppStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":400,"maximum":499}},
  unauthorizedStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":400,"maximum":499}},
  forbiddenStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":400,"maximum":499}},
  notFoundStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":400,"maximum":499}},
  methodStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":400,"maximum":499}},
  tokenErrorStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":400,"maximum":499}},
  tokenClientErrorStatus: {"gap":"N-7-01","schema":{"type":"integer","minimum":400,"maximum":499}},
  errorCodeCase: {"gap":"N-7-02","schema":{"enum":["snake","upper"]}},
  errorFormat: {"gap":"N-7-03","schema":{"enum":["problem","object","text"]}},
  tokenErrorFormat: {"gap":"N-7-03","schema":{"enum":["rfc6749","object","text"]}},
  tokenMediaType: {"gap":"U-01","schema":{"type":"string","pattern":"^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$","expects":"a media type"}},
  requestMediaTypes: {"gap":"U-02","schema":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$","expects":"a media type"}}},
  listEnvelope: {"gap":"U-03","schema":{"type":["string","null"],"pattern":"^[ -~]*$","expects":"printable ASCII"}},
  listOrder: {"gap":"U-03","schema":{"enum":["oldest","newest"]}},
  appIdType: {"gap":"U-04","schema":{"enum":["integer","string"]}},
  iriForm: {"gap":"U-05","schema":{"enum":["relative","absolute"]}},
  appWebhookRequired: {"gap":"U-06","schema":{"type":"array","items":{"enum":["app","webhookUrl","events","responseHandlingType","active"]}}},
  activeDefault: {"gap":"U-07","schema":{"type":"boolean"}},
  responseHandlingTypeDefault: {"gap":"U-07","schema":{"enum":[1,2]}},
  unknownEvents: {"gap":"U-09","schema":{"enum":["accept","refuse"]}},
  repeatedEvents: {"gap":"U-09","schema":{"enum":["accept","refuse"]}},
  unknownMembers: {"gap":"U-09","schema":{"enum":["accept","refuse"]}},
  authPort: {"gap":"U-11","schema":{"enum":["same","separate"]}},
  responseType: {"gap":"U-12","schema":{"enum":["optional","required"]}},
  state: {"gap":"U-12","schema":{"enum":["optional","required"]}},
  pkce: {"gap":"U-12","schema":{"enum":["optional","required"]}},
  deniedCode: {"gap":"U-13","schema":{"type":"string","pattern":"^[ -~]+$","expects":"printable ASCII, at least one character"}},
  deniedDescription: {"gap":"U-13","schema":{"type":"boolean"}},
  codeLifetimeSeconds: {"gap":"U-14","schema":{"type":"number","minimum":1,"maximum":86400}},
  accessTokenLifetimeSeconds: {"gap":"U-14","schema":{"type":"integer","minimum":1,"maximum":31536000}},
  refreshTokenLifetimeSeconds: {"gap":"U-14","schema":{"type":["number","null"],"minimum":1,"maximum":315360000}},
  refreshRotation: {"gap":"U-14","schema":{"type":"boolean"}},
  codeReuse: {"gap":"U-14","schema":{"enum":["revoke","refuse"]}},
  tokenExtraMembers: {"gap":"U-15","schema":{"type":"array","items":{"enum":["scope"]}}},
  tokenBasicAuthentication: {"gap":"U-16","schema":{"type":"boolean"}},
  hexCase: {"gap":"U-19","schema":{"enum":["lower","upper"]}},
  secretFormat: {"gap":"U-20","schema":{"enum":["hex","base64url"]}},
  secretBytes: {"gap":"U-20","schema":{"type":"integer","minimum":16,"maximum":128}},
  secretPrefix: {"gap":"U-20","schema":{"type":"string","pattern":"^[ -~]*$","expects":"printable ASCII"}},
  clientDeliveryMediaType: {"gap":"U-22","schema":{"type":"string","pattern":"^application\\/(?:[\\w.-]+\\+)?json(?:\\s*;[ -~]*)?$","expects":"a media type of JSON (F-6.3-02)"}},
  followRedirects: {"gap":"U-23","schema":{"type":"boolean"}},
  ordering: {"gap":"U-24","schema":{"enum":["none","webhook"]}},
  afterLastAttempt: {"gap":"U-25","schema":{"enum":["keep","deactivate"]}},
  goneDeactivates: {"gap":"U-25","schema":{"type":"boolean"}},
  pendingOnDeactivation: {"gap":"U-26","schema":{"enum":["drop","keep"]}},
  appPayload: {"gap":"U-27","schema":{"enum":["event","payment"]}},
  appTransportRetry: {"gap":"U-28","schema":{"enum":["never","waiting","always"]}},
  appDeliveryMediaType: {"gap":"U-29","schema":{"type":"string","pattern":"^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$","expects":"a media type"}},
  timestampOffset: {"gap":"U-33","schema":{"enum":["colon","plain","utc"]}},
  timestampFraction: {"gap":"U-33","schema":{"type":"boolean"}},
  webhookUrlUserinfo: {"gap":"U-34","schema":{"enum":["refuse","accept"]}},
  registrationProbe: {"gap":"U-35","schema":{"type":"boolean"}},
  clientWebhookInitiallyActive: {"gap":"U-37","schema":{"type":"boolean"}},
  tokenAccess: {"gap":"U-38","schema":{"enum":["any","own"]}},
  repeatedCreate: {"gap":"U-39","schema":{"enum":["create","return","refuse"]}},
  createAppWebhookAnswer: {"gap":"U-41","schema":{"enum":["resource","reference"]}},
};
