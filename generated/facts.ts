// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

/** What the description states. */
export const FACTS = {
  "F-0-01": {
    "sentence": "The description lists its whole subject: authentication with an OAuth 2.0 authorization code, client webhooks and app webhooks as the two outbound systems, their registration, the format of deliveries, checking the signature, and retries. No second document exists.",
    "observable": "none"
  },
  "F-0-02": {
    "sentence": "`X-Service-Signature` is the neutral name that the description always uses for the header with the signature of a delivery.",
    "observable": "none"
  },
  "F-1-01": {
    "sentence": "The service handles three things: creditor profiles (which it calls clients), case files, and the payments on those files.",
    "observable": "none"
  },
  "F-1-02": {
    "sentence": "The service has an app store, where an App is the definition of an app and an AppSubscription is one customer's installation of that App.",
    "observable": "none"
  },
  "F-1-03": {
    "sentence": "Apps of third parties use OAuth 2.0 to authenticate, and never see the password of a customer.",
    "observable": "none"
  },
  "F-1-04": {
    "sentence": "The service sends events to the URLs of integrators as HTTP POST requests, which spares integrations from polling the API.",
    "observable": "service"
  },
  "F-1-05": {
    "sentence": "Authentication and webhooks are the only parts of the service that the description specifies.",
    "observable": "none"
  },
  "F-2.1-01": {
    "sentence": "In the token response, `token_type` is a string whose value is `Bearer`.",
    "observable": "service"
  },
  "F-2.1-02": {
    "sentence": "In the token response, the integer `expires_in` says how many seconds the access token is valid.",
    "observable": "service",
    "unseen": "that the token ends when its seconds are over"
  },
  "F-2.1-03": {
    "sentence": "In the token response, `access_token` is a string that holds the bearer access token and resembles a JWT.",
    "observable": "service"
  },
  "F-2.1-04": {
    "sentence": "In the token response, `refresh_token` is a string: an opaque token that gets an app another access token.",
    "observable": "service"
  },
  "F-2.2-01": {
    "sentence": "Every client webhook is owned by one client, that is, by one creditor profile.",
    "observable": "service"
  },
  "F-2.2-02": {
    "sentence": "One client can own several client webhooks, and each of them has its own URL, list of events and secret.",
    "observable": "service"
  },
  "F-2.2-03": {
    "sentence": "A request that creates a client webhook must contain `client`, the IRI of the client that will own it.",
    "observable": "service"
  },
  "F-2.2-04": {
    "sentence": "A request that creates a client webhook must contain `name`, which is a string.",
    "observable": "service"
  },
  "F-2.2-05": {
    "sentence": "A request that creates a client webhook must contain `events`, a list of strings that name events, and the list must not be empty.",
    "observable": "service"
  },
  "F-2.2-06": {
    "sentence": "At present the service delivers no event to a client webhook other than `case_file.payment.confirmed`.",
    "observable": "service",
    "unseen": "events that nothing in a run causes"
  },
  "F-2.2-07": {
    "sentence": "The `url` of a client webhook is a mandatory string, and its scheme is either http or https.",
    "observable": "service"
  },
  "F-2.2-08": {
    "sentence": "The host in the `url` of a client webhook must have a top-level domain (TLD) that is real.",
    "observable": "service"
  },
  "F-2.2-09": {
    "sentence": "The service refuses a client webhook whose `url` has a private or a loopback host.",
    "observable": "service"
  },
  "F-2.2-10": {
    "sentence": "When a client webhook is created, the service itself generates its `secret`, a string.",
    "observable": "service"
  },
  "F-2.2-11": {
    "sentence": "The client webhook resource that the service returns includes the `secret`.",
    "observable": "service"
  },
  "F-2.2-12": {
    "sentence": "The `secret` of a client webhook is the key of the HMAC that signs its deliveries.",
    "observable": "service"
  },
  "F-2.2-13": {
    "sentence": "Each client webhook has a property that makes it active or inactive.",
    "observable": "none"
  },
  "F-2.2-14": {
    "sentence": "A client webhook receives deliveries only while it is active.",
    "observable": "service"
  },
  "F-2.3-01": {
    "sentence": "The App, as a definition, owns an app webhook; none of its AppSubscriptions does.",
    "observable": "service",
    "unseen": "what installations do, because nothing is stated of how one is made"
  },
  "F-2.3-02": {
    "sentence": "An App can own many app webhooks, which may differ in their URL or in the events they filter for.",
    "observable": "service"
  },
  "F-2.3-03": {
    "sentence": "When an installation of an App changes, no app webhook is added and none is removed.",
    "observable": "none"
  },
  "F-2.3-04": {
    "sentence": "The member `app` of an app webhook is writable and holds the IRI of the App that owns it.",
    "observable": "service"
  },
  "F-2.3-05": {
    "sentence": "The member `webhookUrl` of an app webhook is a writable string, holds a URL that the public can reach, and follows the rules for `url` of a client webhook.",
    "observable": "service",
    "unseen": "that the public can reach the URL"
  },
  "F-2.3-06": {
    "sentence": "The member `events` of an app webhook is a writable list of strings: the names of the events it subscribes to.",
    "observable": "service"
  },
  "F-2.3-07": {
    "sentence": "The member `events` of an app webhook holds at least 1 and at most 100 entries.",
    "observable": "service"
  },
  "F-2.3-08": {
    "sentence": "The member `responseHandlingType` of an app webhook is a writable integer and allows no value but `1` and `2`.",
    "observable": "service"
  },
  "F-2.3-09": {
    "sentence": "As `responseHandlingType` of an app webhook, the value `1` is called `FIRE_AND_FORGET`.",
    "observable": "none"
  },
  "F-2.3-10": {
    "sentence": "As `responseHandlingType` of an app webhook, the value `2` is called `WAIT_FOR_SUCCESSFUL_RESPONSE`.",
    "observable": "none"
  },
  "F-2.3-11": {
    "sentence": "The member `active` of an app webhook is a writable boolean and decides whether deliveries are sent to its endpoint.",
    "observable": "service"
  },
  "F-2.4-01": {
    "sentence": "In the JSON that a client webhook delivers, the string `@event` names the event, for example `case_file.payment.confirmed`.",
    "observable": "service"
  },
  "F-2.4-02": {
    "sentence": "In the JSON that a client webhook delivers, the integer `id` identifies the payment.",
    "observable": "service"
  },
  "F-2.4-03": {
    "sentence": "In the JSON that a client webhook delivers, the integer `amount` is the amount of the payment.",
    "observable": "service"
  },
  "F-2.4-04": {
    "sentence": "In the JSON that a client webhook delivers, `paidTo` is a string, which is `client` in the event that is delivered.",
    "observable": "service"
  },
  "F-2.4-05": {
    "sentence": "In the JSON that a client webhook delivers, the string `confirmedAt` is an ISO 8601 timestamp that includes its offset.",
    "observable": "service"
  },
  "F-2.4-06": {
    "sentence": "In the JSON that a client webhook delivers, the string `createdAt` is an ISO 8601 timestamp that includes its offset.",
    "observable": "service"
  },
  "F-2.4-07": {
    "sentence": "In the JSON that a client webhook delivers, the string `updatedAt` is an ISO 8601 timestamp that includes its offset.",
    "observable": "service"
  },
  "F-2.4-08": {
    "sentence": "In the JSON that a client webhook delivers, `caseFile` is an object.",
    "observable": "service"
  },
  "F-2.4-09": {
    "sentence": "In the JSON that a client webhook delivers, the object `caseFile` contains the integer `id`, which identifies the case file.",
    "observable": "service"
  },
  "F-2.4-10": {
    "sentence": "A client webhook delivery has the payment snapshot as its body, with the members `@event`, `id`, `amount`, `paidTo`, `confirmedAt`, `createdAt`, `updatedAt` and `caseFile`.",
    "observable": "service"
  },
  "F-3-01": {
    "sentence": "A client webhook has two states, active and inactive.",
    "observable": "none"
  },
  "F-3-02": {
    "sentence": "An app webhook has the state active true or active false, and writing its member `active` sets that state.",
    "observable": "service"
  },
  "F-3-03": {
    "sentence": "A payment on a case file triggers `case_file.payment.confirmed` when it becomes confirmed and goes to the client; a payment to the agency does not.",
    "observable": "service"
  },
  "F-4-01": {
    "sentence": "`{base_url}` is the base of every path of the API.",
    "observable": "service"
  },
  "F-4-02": {
    "sentence": "A code is exchanged for tokens on `{auth_url}`.",
    "observable": "service"
  },
  "F-4.1-01": {
    "sentence": "Authorization takes place in the browser: a redirect sends the customer to the service's authorization endpoint.",
    "observable": "none"
  },
  "F-4.1-02": {
    "sentence": "The redirect that leads to the authorization endpoint carries the query parameters `client_id` and `redirect_uri` as well as the scopes that the app asks for.",
    "observable": "none"
  },
  "F-4.1-03": {
    "sentence": "Once the customer has approved, a redirect leads back to `redirect_uri` with a `code` that soon expires.",
    "observable": "none"
  },
  "F-4.2-01": {
    "sentence": "The token exchange is the request `POST {auth_url}/oauth/v2/token`.",
    "observable": "service"
  },
  "F-4.2-02": {
    "sentence": "The request `POST /oauth/v2/token` has the Content-Type `application/x-www-form-urlencoded`.",
    "observable": "service"
  },
  "F-4.2-03": {
    "sentence": "The form sent with `POST /oauth/v2/token` to exchange a code has the field `grant_type` with the value `authorization_code`.",
    "observable": "service"
  },
  "F-4.2-04": {
    "sentence": "The form sent with `POST /oauth/v2/token` to exchange a code has the fields `code`, `client_id`, `client_secret` and `redirect_uri`.",
    "observable": "service"
  },
  "F-4.2-05": {
    "sentence": "`POST /oauth/v2/token` answers a successful exchange with the token response: `token_type`, `expires_in`, `access_token` and `refresh_token`.",
    "observable": "service"
  },
  "F-4.3-01": {
    "sentence": "The request `POST {base_url}/api/client_webhooks` creates a client webhook.",
    "observable": "service"
  },
  "F-4.3-02": {
    "sentence": "The payload of `POST /api/client_webhooks` has the members `client` (an IRI), `name` (a string), `events` (strings in a list) and `url` (a string).",
    "observable": "service"
  },
  "F-4.3-03": {
    "sentence": "`POST /api/client_webhooks` answers with the client webhook resource, which contains the generated secret.",
    "observable": "service"
  },
  "F-4.3-04": {
    "sentence": "People can also configure client webhooks in the administration interface, in the section Webhooks of a client.",
    "observable": "none"
  },
  "F-4.4-01": {
    "sentence": "The request `GET {base_url}/api/apps/{id}/app_webhooks` lists the webhooks of one App and takes no payload.",
    "observable": "service"
  },
  "F-4.4-02": {
    "sentence": "In the path `/api/apps/{id}/app_webhooks`, the part `{id}` identifies the App.",
    "observable": "service"
  },
  "F-4.4-03": {
    "sentence": "The request `POST {base_url}/api/app_webhooks` creates an app webhook from the members `app`, `webhookUrl`, `events`, `responseHandlingType` and `active`.",
    "observable": "service"
  },
  "F-4.4-04": {
    "sentence": "Operations that update and delete app webhooks exist somewhere under `{base_url}/api/app_webhooks`.",
    "observable": "none"
  },
  "F-4.4-05": {
    "sentence": "An app webhook can be configured only through the API.",
    "observable": "none"
  },
  "F-4.5-01": {
    "sentence": "The service delivers by sending `POST` to the URL that was registered, with JSON as the body, and the integrator provides that endpoint.",
    "observable": "service"
  },
  "F-5-01": {
    "sentence": "Authentication follows the authorization code flow of OAuth 2.0: the customer signs in at the service and approves the scopes that the app asked for, and the service gives the app an access token.",
    "observable": "none"
  },
  "F-5-02": {
    "sentence": "The authorization code flow has three steps: the customer's browser is sent to the authorization endpoint, `redirect_uri` receives a `code` that soon expires, and the token endpoint exchanges it for an access token and a refresh token.",
    "observable": "service",
    "unseen": "the steps in the customer's browser"
  },
  "F-5-03": {
    "sentence": "The access token is a bearer token and expires after a short time.",
    "observable": "service",
    "unseen": "that the token expires"
  },
  "F-5-04": {
    "sentence": "With a refresh token, the app gets a new access token without the customer.",
    "observable": "service",
    "unseen": "that no customer takes part"
  },
  "F-5-05": {
    "sentence": "An app keeps its client secret and its refresh tokens only on its own server, and never puts them into client-side code, a log or a public repository.",
    "observable": "none"
  },
  "F-5-06": {
    "sentence": "An app asks for no scope that it does not need.",
    "observable": "none"
  },
  "F-5-07": {
    "sentence": "At installation, the service shows the customer all scopes.",
    "observable": "none"
  },
  "F-5-08": {
    "sentence": "Scopes control access to each endpoint.",
    "observable": "none"
  },
  "F-5-09": {
    "sentence": "An HMAC signature authenticates each client webhook delivery, while an app webhook delivery has no signature.",
    "observable": "service"
  },
  "F-5-10": {
    "sentence": "The placeholders for credentials are `<CLIENT_ID>`, `<CLIENT_SECRET>`, `<AUTHORIZATION_CODE>`, `<ACCESS_TOKEN>`, `<REFRESH_TOKEN>` and `<WEBHOOK_SECRET>`.",
    "observable": "none"
  },
  "F-6.1-01": {
    "sentence": "A client webhook belongs to a client (a creditor profile), is set up in the administration interface or with `POST /api/client_webhooks`, and has its deliveries signed by HMAC-SHA256 in the header `X-Service-Signature`.",
    "observable": "service",
    "unseen": "the administration interface"
  },
  "F-6.1-02": {
    "sentence": "The App definition owns its app webhooks. They are set up with `POST /api/app_webhooks`, only through the API, and their deliveries have no signature header.",
    "observable": "service",
    "unseen": "that nothing but the API sets them up"
  },
  "F-6.1-03": {
    "sentence": "Client webhooks and app webhooks are distinct resources, and each kind has its own owners and delivery rules.",
    "observable": "none"
  },
  "F-6.1-04": {
    "sentence": "One client, or one App, can have several registered endpoints; a webhook is not a single URL for each installation.",
    "observable": "service"
  },
  "F-6.2-01": {
    "sentence": "Client webhooks deliver `case_file.payment.confirmed`. The service emits it when a payment on a case file becomes confirmed, if the payment is to the client and not to the agency.",
    "observable": "service"
  },
  "F-6.2-02": {
    "sentence": "`case_file.payment.confirmed` is the single outbound event that production delivers, and the service emits no other events.",
    "observable": "service",
    "unseen": "what production delivers, and events that nothing in a run causes"
  },
  "F-6.2-03": {
    "sentence": "App webhooks are only the model by which endpoints are registered on the App.",
    "observable": "none"
  },
  "F-6.2-04": {
    "sentence": "A webhook gets a delivery only if it is active and its `events` contain the event.",
    "observable": "service"
  },
  "F-6.3-01": {
    "sentence": "A client webhook delivery is a request with the method `POST` to the URL of the webhook.",
    "observable": "service"
  },
  "F-6.3-02": {
    "sentence": "A client webhook delivery has the header `Content-Type: application/json`.",
    "observable": "service"
  },
  "F-6.3-03": {
    "sentence": "A client webhook delivery has the header `X-Service-Signature: sha256=<hex>`.",
    "observable": "service"
  },
  "F-6.3-04": {
    "sentence": "A client webhook delivery has a JSON body, the payment snapshot, with `caseFile` and `@event` among its members.",
    "observable": "service"
  },
  "F-6.3-05": {
    "sentence": "The signature of a client webhook delivery is the HMAC-SHA256 of the raw request body with the webhook secret as the key, written in hex after the prefix `sha256=`.",
    "observable": "service"
  },
  "F-6.3-06": {
    "sentence": "The receiver of a client webhook delivery computes the HMAC of the raw body itself, before it parses or re-serialises any JSON.",
    "observable": "receiver",
    "unseen": "that nothing is parsed before the HMAC is computed"
  },
  "F-6.3-07": {
    "sentence": "The receiver of a client webhook delivery removes the prefix `sha256=` from the signature header and compares the digests in constant time.",
    "observable": "receiver",
    "unseen": "that the comparison takes constant time"
  },
  "F-6.3-08": {
    "sentence": "The receiver trusts the payload of a client webhook delivery only if the signatures are equal; a re-encoded body has different bytes and fails.",
    "observable": "receiver"
  },
  "F-6.4-01": {
    "sentence": "When a matching event is dispatched to an active app webhook, the service sends JSON with `POST` to its `webhookUrl` and puts `@event` into the payload.",
    "observable": "service"
  },
  "F-6.4-02": {
    "sentence": "An app webhook delivery has no header `X-Service-Signature`.",
    "observable": "service"
  },
  "F-6.4-03": {
    "sentence": "If `responseHandlingType` of an app webhook is `1`, the service ignores the HTTP status of the answer to a delivery.",
    "observable": "service"
  },
  "F-6.4-04": {
    "sentence": "If `responseHandlingType` of an app webhook is `2`, the service retries a delivery whose answer has a status outside 2xx.",
    "observable": "service"
  },
  "F-6.5-01": {
    "sentence": "The receiver of a webhook delivery quickly answers with a 2xx status, and does the real work separately and asynchronously.",
    "observable": "receiver",
    "unseen": "that the real work is done asynchronously"
  },
  "F-6.5-02": {
    "sentence": "The service retries a client webhook delivery that got a non-2xx answer or failed in transport.",
    "observable": "service"
  },
  "F-6.5-03": {
    "sentence": "If a webhook is inactive or does not list an event, the service does not deliver the event to it and does not retry.",
    "observable": "service"
  },
  "F-6.5-04": {
    "sentence": "The same webhook delivery may arrive at its receiver more than once.",
    "observable": "none"
  },
  "F-6.5-05": {
    "sentence": "The receiver of webhook deliveries is idempotent, for example with the payment id and `@event` together as the key.",
    "observable": "receiver",
    "unseen": "for how long it recognises a delivery that comes again"
  },
  "F-7-01": {
    "sentence": "The service refuses to create a webhook if the host in its URL is private, is loopback or has no real TLD, or if the scheme is neither http nor https.",
    "observable": "service"
  },
  "F-7-02": {
    "sentence": "For an app webhook, an empty list of `events`, or one with over 100 entries, is invalid.",
    "observable": "service"
  },
  "F-7-03": {
    "sentence": "The service retries a delivery whose answer is non-2xx or whose transport fails, as the rules for retries say.",
    "observable": "service"
  },
  "F-8-01": {
    "sentence": "One app webhook lists between 1 and 100 events.",
    "observable": "service"
  },
  "F-8-02": {
    "sentence": "One client or one App may have several or even many webhooks; no maximum number is given.",
    "observable": "service",
    "unseen": "that there is no largest number"
  },
  "F-8-03": {
    "sentence": "In the token response, `expires_in` gives the lifetime of the access token in seconds.",
    "observable": "service",
    "unseen": "that the token ends when its seconds are over"
  },
  "F-9-01": {
    "sentence": "The path of the token endpoint, `/oauth/v2/token`, contains the segment `v2`.",
    "observable": "service"
  }
} as const;

export type FactId = keyof typeof FACTS;
