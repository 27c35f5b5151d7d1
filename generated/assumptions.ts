// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

/** What the description leaves open, and what the tools of this project assume. */
export const ASSUMPTIONS = {
  "N-1-01": {
    "question": "What else can the service do, beyond authentication and webhooks?",
    "assume": "Nothing. The documents declare no path and no field outside these two parts.",
    "why": "Only these two parts are described, and a placeholder path would look like a promise.",
    "change": "Overlay of the deployment that adds the paths it knows.",
    "profile": false
  },
  "N-2.2-01": {
    "question": "What is the name of the property that makes a client webhook active or inactive?",
    "assume": "No property is declared; our sandbox keeps the state but shows it on no resource.",
    "why": "The name `active`, which app webhooks have, would be a guess by analogy.",
    "change": "Overlay that adds the property to the schema; profile entry of this gap.",
    "says": [
      "The name of that property is not stated, so none is declared here."
    ],
    "profile": true
  },
  "N-2.2-02": {
    "question": "Which further fields does a client webhook resource have, and how are they named?",
    "assume": "None is declared. The object is open, and our client keeps unknown members.",
    "why": "Objects of OpenAPI and JSON Schema are open unless someone closes them, and a tolerant reader survives additions.",
    "change": "Overlay that adds the fields; profile entry of this gap for extra members.",
    "profile": true
  },
  "N-2.3-01": {
    "question": "Which fields of an app webhook can be read but not written?",
    "assume": "None is declared, the object is open, and our sandbox adds an id or IRI only on request.",
    "why": "APIs that identify by IRI (JSON-LD) often return `id` or `@id`, but nothing here confirms that.",
    "change": "Overlay that adds the fields; profile entry of this gap for extra members.",
    "profile": true
  },
  "N-2.4-01": {
    "question": "What is the unit of `amount` in a payment snapshot?",
    "assume": "No unit. Our tools pass on the bare integer and never divide or format it.",
    "why": "Minor units are common practice (Stripe, Adyen), but a silent wrong guess would corrupt every sum.",
    "change": "Overlay that describes it in the schema.",
    "says": [
      "Its unit is not stated, so treat it as a bare number."
    ],
    "profile": false
  },
  "N-2.4-02": {
    "question": "Which fields do case files, clients, Apps and AppSubscriptions have besides their identifiers?",
    "assume": "Only identifiers are declared; unknown members pass through unchanged.",
    "why": "No such field is given, and open objects lose nothing.",
    "change": "Overlay that extends the schemas.",
    "profile": false
  },
  "N-3-01": {
    "question": "What moves a client webhook from active to inactive and back?",
    "assume": "Our sandbox creates it active, and only its control API switches it.",
    "why": "New webhooks are commonly active (as at GitHub), and no call that switches one is described.",
    "change": "Control API of our sandbox; overlay with the operation, once it is known.",
    "profile": false
  },
  "N-3-02": {
    "question": "Which states can a payment have besides confirmed, and how does it move between them?",
    "assume": "None. Our sandbox confirms a payment only when its control API is told to.",
    "why": "No other state is named, so the payload has no status member.",
    "change": "Overlay that documents the states.",
    "profile": false
  },
  "N-3-03": {
    "question": "What are all the states of each resource, and which transitions connect them?",
    "assume": "Nothing. The guides list only the states that are stated.",
    "why": "A longer list would be invented.",
    "change": "Overlay that documents the states.",
    "profile": false
  },
  "N-4.1-01": {
    "question": "What is the path of the authorization endpoint?",
    "assume": "Our OAuth helper requires `authorizationEndpoint`; our sandbox chooses a path and prints it.",
    "why": "A path similar to that of the token endpoint would be a guess. The standard way to discover it is metadata (RFC 8414).",
    "change": "Option `authorizationEndpoint` of the OAuth helper; profile entry of this gap; overlay that replaces the scheme.",
    "profile": true
  },
  "N-4.1-02": {
    "question": "With which parameter, and in which format, are the scopes sent to the authorization endpoint?",
    "assume": "A parameter `scope` whose case-sensitive values are separated by spaces.",
    "why": "RFC 6749, sections 3.3 and 4.1.1, defines it so.",
    "change": "Options `scopeParameter` and `scopeSeparator` of the OAuth helper; profile entry of this gap; overlay of the deployment.",
    "profile": true
  },
  "N-4.2-01": {
    "question": "What must an app (OAuth client) send to refresh its access token?",
    "assume": "The user supplies a refresh function; one for RFC 6749 is included but must be switched on.",
    "why": "RFC 6749, section 6, sends `grant_type=refresh_token`, the refresh token and client authentication to the token endpoint.",
    "change": "Refresh function of the OAuth helper; profile entry of this gap; overlay that adds the second form.",
    "profile": true
  },
  "N-4.3-01": {
    "question": "Can client webhooks also be listed, read, updated and deleted through the API, and how?",
    "assume": "No path is declared, and our sandbox refuses any other request with 404 or 405.",
    "why": "REST conventions suggest further methods on the collection and on an item path, but a convention is not a statement.",
    "change": "Overlay that adds the operations.",
    "profile": false
  },
  "N-4.3-02": {
    "question": "What is the format of the answer to the create call for client webhooks?",
    "assume": "A JSON object with `secret` at its top level, under any JSON media type.",
    "why": "RFC 8259 defines JSON and RFC 6839 the suffix `+json`. Only the presence of the secret is certain.",
    "change": "Profile entry of this gap; overlay that names the media type or an envelope.",
    "profile": true
  },
  "N-4.4-01": {
    "question": "With which methods, and on which item path, is an app webhook updated or deleted?",
    "assume": "Nothing. No operation is declared, and the text only says that both exist.",
    "why": "Methods such as `PATCH` or `DELETE` on a path with an id would follow REST conventions, not a statement.",
    "change": "Overlay that adds the operations.",
    "profile": false
  },
  "N-5-01": {
    "question": "Which parameters does a refresh request have (the same question as N-4.2-01)?",
    "assume": "The same as for N-4.2-01.",
    "why": "The description leaves the point open in two places; RFC 6749, section 6, has the usual form.",
    "change": "As for N-4.2-01.",
    "profile": false
  },
  "N-5-02": {
    "question": "What are the names of the scopes, and which endpoint needs which scope?",
    "assume": "No scope is named, and our sandbox checks scopes only if it is given a map.",
    "why": "A name would be invented. For a refusal, RFC 6750, section 3.1, has `insufficient_scope` with 403.",
    "change": "Overlay that lists the scopes of each operation; profile entry of this gap with a map from endpoint to scopes.",
    "profile": true
  },
  "N-5-03": {
    "question": "In which header does an API request carry its access token?",
    "assume": "`Authorization: Bearer <ACCESS_TOKEN>`, which the scheme `http`/`bearer` implies.",
    "why": "RFC 6750, section 2.1, requires resource servers to support this header for bearer tokens; see also RFC 6749, section 7.1.",
    "change": "Option `tokenHeader` of the client; profile entry of this gap; overlay that replaces the scheme.",
    "profile": true
  },
  "N-6.5-01": {
    "question": "How many times does the service retry a delivery?",
    "assume": "Our sandbox makes a small number of attempts, which an option sets.",
    "why": "Tests should end soon. The example schedule of Standard Webhooks has 10 attempts.",
    "change": "Option `maxAttempts` in the profile of our sandbox; overlay that fills `x-delivery`.",
    "profile": true
  },
  "N-6.5-02": {
    "question": "How long does the service wait before it retries a delivery?",
    "assume": "Our sandbox follows a schedule, which an option sets.",
    "why": "Standard Webhooks has an example with jitter: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h.",
    "change": "Option `retryScheduleSeconds` in the profile of our sandbox; overlay that fills `x-delivery`.",
    "profile": true
  },
  "N-6.5-03": {
    "question": "How long does the service wait for the answer to a delivery?",
    "assume": "In our sandbox an option sets it; our receiver aims to answer within a few seconds.",
    "why": "Standard Webhooks recommends a time-out between 15 and 30 seconds, so a few seconds leave room.",
    "change": "Profile entry of this gap; deadline option of the receiver; overlay that fills `x-delivery`.",
    "profile": true
  },
  "N-7-01": {
    "question": "Which status codes do the API and the token endpoint use?",
    "assume": "Our client looks only at the class of the code; our sandbox answers 201, 200 or 422, all configurable.",
    "why": "RFC 6749, sections 5.1 and 5.2, uses 200, 400 and 401 for tokens; RFC 9110 and RFC 6750 cover 201, 401, 403 and 404.",
    "change": "Profile entry of this gap; overlay that replaces the ranges `2XX` and `4XX` by codes.",
    "says": [
      "Status codes are not stated, so success is a range.",
      "Status code and body are not stated."
    ],
    "profile": true
  },
  "N-7-02": {
    "question": "Which error codes do the API and the token endpoint have?",
    "assume": "None is declared; our client passes on status, headers, raw text and, if it parses, the JSON.",
    "why": "RFC 6749, section 5.2, defines codes such as `invalid_grant`, but for the token endpoint only.",
    "change": "Profile entry of this gap; overlay that adds an error schema.",
    "profile": true
  },
  "N-7-03": {
    "question": "What does the body of an error answer look like?",
    "assume": "API errors of our sandbox are `application/problem+json`; our client reads any body, or none.",
    "why": "RFC 9457 defines this form. Nothing says that the service uses it, so the document gives error answers no content.",
    "change": "Profile entry of this gap; overlay that adds content to the error answers.",
    "says": [
      "Status code and body are not stated."
    ],
    "profile": true
  },
  "N-8-01": {
    "question": "Does the API limit the rate of requests, and what is the limit?",
    "assume": "No limit is declared; our client respects 429 and `Retry-After` if it receives them.",
    "why": "RFC 6585, section 4, and RFC 9110, section 10.2.3, define these two.",
    "change": "Overlay that adds the answer and its headers.",
    "profile": false
  },
  "N-8-02": {
    "question": "How large may a payload be?",
    "assume": "No maximum is declared; the body limit of our receiver is an option, 1 MiB if not set.",
    "why": "Standard Webhooks advises senders to stay below 20 kB; 1 MiB is a usual limit of frameworks.",
    "change": "Body limit option of the receiver; overlay that states a maximum.",
    "profile": false
  },
  "N-8-03": {
    "question": "What is the time-out of a delivery (the same question as N-6.5-03)?",
    "assume": "The same as for N-6.5-03.",
    "why": "The description leaves the point open in two places; Standard Webhooks recommends 15 to 30 seconds.",
    "change": "As for N-6.5-03.",
    "profile": false
  },
  "N-9-01": {
    "question": "How are API paths and webhook payloads versioned?",
    "assume": "Nothing. `info.version` counts our own description, and payloads stay open for new members.",
    "why": "It is common practice to add members without notice and to change nothing else; no scheme is stated here.",
    "change": "Overlay that states the scheme; pin the version of this package.",
    "says": [
      "No version of the service's paths or payloads is stated."
    ],
    "profile": false
  },
  "N-9-02": {
    "question": "How, and how early, does the service announce that something will be removed?",
    "assume": "Nothing. Our client shows the headers `Deprecation` and `Sunset` if an answer has them.",
    "why": "RFC 9745 and RFC 8594 define these headers.",
    "change": "Overlay that states the policy.",
    "profile": false
  },
  "U-01": {
    "question": "Which media type does the token response have?",
    "assume": "`application/json`.",
    "why": "RFC 6749, section 5.1, requires it, together with `Cache-Control: no-store`.",
    "change": "Profile entry of this gap; overlay that names another media type.",
    "profile": true
  },
  "U-02": {
    "question": "What is the media type of the requests that create client webhooks and app webhooks?",
    "assume": "`application/json`.",
    "why": "Common practice. A Content-Type is stated only for the token request.",
    "change": "Option `contentType` of the client; profile entry of this gap; overlay that names another media type.",
    "profile": true
  },
  "U-03": {
    "question": "Is the list of app webhooks a bare array or wrapped, how is it ordered, and is it paginated?",
    "assume": "Our helper reads a JSON array, the member that the user names, or a common member such as `hydra:member`.",
    "why": "An array is common practice, but wrappers exist too, so the schema gives the list no type.",
    "change": "Option of the list helper for the member; profile entry of this gap; overlay that adds the type.",
    "says": [
      "The form of the list is not stated.",
      "Whether the list is a bare array or wrapped in an object, in which order it comes and whether it is split into pages is not stated, so this schema has no type."
    ],
    "profile": true
  },
  "U-04": {
    "question": "Is `{id}` in `/api/apps/{id}/app_webhooks` a number or a string?",
    "assume": "Either is accepted and percent-encoded.",
    "why": "Payments and case files have integer ids, which hints at an integer without saying so.",
    "change": "Profile entry of this gap; overlay that narrows the type.",
    "profile": true
  },
  "U-05": {
    "question": "Are the IRIs in `client` and `app` relative or absolute?",
    "assume": "An IRI is an opaque string; our client never builds one from an id.",
    "why": "RFC 3987 defines both forms, and APIs that identify by IRI often use a relative one such as `/api/clients/1`.",
    "change": "Profile entry of this gap; overlay that adds a pattern.",
    "profile": true
  },
  "U-06": {
    "question": "Which members must a request that creates an app webhook contain?",
    "assume": "Our types require all five; our sandbox accepts a request without `active` or `responseHandlingType`.",
    "why": "A careful sender omits nothing (Postel), and a service should not refuse without a stated reason.",
    "change": "Profile entry of this gap; overlay that adds `required`.",
    "profile": true
  },
  "U-07": {
    "question": "Which values apply if a create request for an app webhook omits `active` or `responseHandlingType`?",
    "assume": "No default is declared. Our client always sends both; our sandbox treats a missing `active` as true.",
    "why": "An active webhook is the common default, but nothing is stated.",
    "change": "Profile entry of this gap for the values that our sandbox fills in; overlay that adds `default`.",
    "profile": true
  },
  "U-08": {
    "question": "What is the maximum number of events of one client webhook?",
    "assume": "No upper bound.",
    "why": "A maximum is stated only for app webhooks.",
    "change": "Overlay that adds `maxItems`.",
    "profile": false
  },
  "U-09": {
    "question": "Does the service accept unknown event names, or the same name twice?",
    "assume": "Our client removes duplicates and warns of unknown names; our sandbox accepts any non-empty name.",
    "why": "An extensible enum (Zalando guideline 112) lists the known name and stays open for others.",
    "change": "Profile entry of this gap; overlay that adds `uniqueItems` or an enum.",
    "profile": true
  },
  "U-10": {
    "question": "How long may the `name`, the `url` and the `secret` of a client webhook be?",
    "assume": "No limit.",
    "why": "Any `maxLength` would be invented.",
    "change": "Overlay that adds `maxLength`.",
    "profile": false
  },
  "U-11": {
    "question": "Does the authorization endpoint share its host with `{auth_url}`, with `{base_url}` or with neither?",
    "assume": "`authorizationEndpoint` is one absolute URL, which includes the host.",
    "why": "It is common to share the origin with the token endpoint; metadata (RFC 8414) would show it.",
    "change": "Option `authorizationEndpoint` of the OAuth helper; profile entry of this gap; overlay that replaces the scheme.",
    "says": [
      "A host under `.invalid` leads nowhere on purpose."
    ],
    "profile": true
  },
  "U-12": {
    "question": "Does the authorization request also take `response_type`, `state` and the parameters of PKCE?",
    "assume": "Our helper sends `response_type=code` and `state`, and PKCE on request; each can be switched off.",
    "why": "RFC 6749, section 4.1.1, requires the first and recommends the second; for PKCE see RFC 7636 and RFC 9700, section 2.1.1.",
    "change": "Options of the OAuth helper, one for each; profile entry of this gap.",
    "profile": true
  },
  "U-13": {
    "question": "What is sent to `redirect_uri` when the customer refuses or an error occurs?",
    "assume": "The query parameters `error` and `error_description`, which our callback parser understands.",
    "why": "RFC 6749, section 4.1.2.1, defines them.",
    "change": "Profile entry of this gap; your own callback parser.",
    "profile": true
  },
  "U-14": {
    "question": "How long do codes and refresh tokens live, can they be used twice, and does a refresh replace the refresh token?",
    "assume": "Our helper stores the refresh token of a refresh answer, or keeps the old one if there is none.",
    "why": "RFC 6749, section 6, allows a new refresh token. For codes, section 4.1.2 recommends at most 10 minutes and forbids a second use.",
    "change": "Profile entry of this gap for lifetimes, rotation and reuse in our sandbox.",
    "profile": true
  },
  "U-15": {
    "question": "Does the token response have members beyond the four, for example `scope`?",
    "assume": "None is declared. The object is open, and our helper keeps unknown members.",
    "why": "RFC 6749, section 5.1, has an optional `scope`.",
    "change": "Profile entry of this gap for extra members; overlay that adds them.",
    "profile": true
  },
  "U-16": {
    "question": "May an app (OAuth client) authenticate with HTTP Basic at the token endpoint instead?",
    "assume": "Our tools know only the form fields `client_id` and `client_secret`.",
    "why": "The form fields are stated; RFC 6749, section 2.3.1, describes both ways.",
    "change": "Profile entry of this gap; overlay that adds a scheme to the operation.",
    "profile": true
  },
  "U-17": {
    "question": "Does upper or lower case matter in `token_type`?",
    "assume": "No: our helper ignores case when it compares the value.",
    "why": "RFC 6749, section 5.1, declares the value case-insensitive; see also section 7.1.",
    "change": "Overlay that turns the value into a `const`.",
    "profile": false
  },
  "U-18": {
    "question": "Which bytes of the secret, a string, form the HMAC key?",
    "assume": "The UTF-8 encoding of the string exactly as returned; nothing is decoded first.",
    "why": "The secret itself is stated to be the key, GitHub does the same for `X-Hub-Signature-256`, and RFC 2104 takes any bytes.",
    "change": "Overlay that changes the key in `x-signature`.",
    "profile": false
  },
  "U-19": {
    "question": "Does the signature header use lower or upper case in its hex digits?",
    "assume": "Our verifier decodes either case and compares bytes; our sandbox sends lower case.",
    "why": "Lower case is common practice. That there are 64 digits follows from SHA-256.",
    "change": "Profile entry of this gap; overlay that narrows the pattern.",
    "profile": true
  },
  "U-20": {
    "question": "What are the format and length of a webhook secret, and can it be rotated?",
    "assume": "Any string; our receiver tries every secret in a list.",
    "why": "With a list, a receiver accepts the old and the new secret during a rotation.",
    "change": "Profile entry of this gap for the secrets that our sandbox generates; list of secrets of the receiver.",
    "profile": true
  },
  "U-21": {
    "question": "Does a delivery have headers for an id, a time or an attempt number, and is there a replay window?",
    "assume": "None. Duplicates are recognised by payment id and `@event`, and no time is checked.",
    "why": "The stated signature covers only the body; Standard Webhooks also signs an id and a time.",
    "change": "Overlay that adds the headers; key function of the receiver.",
    "profile": false
  },
  "U-22": {
    "question": "Does the Content-Type of a delivery have a charset, and how is the body encoded?",
    "assume": "The body is UTF-8, and our receiver accepts parameters after the media type.",
    "why": "RFC 8259, section 8.1, requires UTF-8.",
    "change": "Profile entry of this gap; overlay that changes the content type.",
    "profile": true
  },
  "U-23": {
    "question": "Does the service follow a redirect when it delivers?",
    "assume": "No: a 3xx answer is outside 2xx and counts as a failure, so a receiver must not redirect.",
    "why": "Standard Webhooks treats it the same way.",
    "change": "Profile entry of this gap; overlay that fills `x-delivery`.",
    "profile": true
  },
  "U-24": {
    "question": "Do deliveries arrive in the order in which their events happened?",
    "assume": "No order. A receiver that needs one compares `updatedAt`.",
    "why": "Unordered delivery is common practice, and retries alone can change an order.",
    "change": "Profile entry of this gap; overlay that fills `x-delivery`.",
    "profile": true
  },
  "U-25": {
    "question": "What happens after the last failed attempt, and can failures or a 410 answer disable a webhook?",
    "assume": "Our sandbox marks the delivery as failed and leaves the webhook active.",
    "why": "Nothing is stated. Standard Webhooks would disable the endpoint on 410.",
    "change": "Profile entry of this gap; overlay that fills `x-delivery`.",
    "profile": true
  },
  "U-26": {
    "question": "If a webhook is switched off or edited while a retry is due, does the service still send it?",
    "assume": "Our sandbox drops the retry when the webhook is switched off.",
    "why": "It is stated that inactive webhooks get no retry; no rule covers the moment of the change, or edits.",
    "change": "Profile entry of this gap; overlay that fills `x-delivery`.",
    "profile": true
  },
  "U-27": {
    "question": "What does the body of an app webhook delivery contain besides `@event`?",
    "assume": "An open object; an option makes our sandbox send the members of the payment snapshot.",
    "why": "No other member is stated for app webhook deliveries.",
    "change": "Profile entry of this gap; overlay that replaces the schema.",
    "says": [
      "What else it holds is not stated."
    ],
    "profile": true
  },
  "U-28": {
    "question": "Is an app webhook delivery retried after a transport error, with `responseHandlingType` 1 and with 2?",
    "assume": "Our sandbox never retries it with 1, and retries it with 2 unless an option says otherwise.",
    "why": "The general sentence on retries (F-7-03) treats a transport error like a failed answer.",
    "change": "Profile entry of this gap; overlay that fills `x-delivery`.",
    "profile": true
  },
  "U-29": {
    "question": "What is the Content-Type of an app webhook delivery?",
    "assume": "`application/json`.",
    "why": "It is stated that the service sends JSON, and RFC 8259 registers this type for it.",
    "change": "Profile entry of this gap; overlay that changes the content type.",
    "profile": true
  },
  "U-30": {
    "question": "Is every member of the payment snapshot always present, and may a member be null?",
    "assume": "All eight are present and not null; in its lenient mode our receiver needs only `@event` and `id`.",
    "why": "A table of fields normally lists the body, so contract tests are strict while a receiver in production may be lenient.",
    "change": "Lenient mode of the receiver; overlay that changes `required`.",
    "profile": false
  },
  "U-31": {
    "question": "In which currency is `amount` of a payment snapshot?",
    "assume": "Nothing. No member for a currency is declared.",
    "why": "No currency is mentioned anywhere.",
    "change": "Overlay that describes the currency.",
    "profile": false
  },
  "U-32": {
    "question": "How large may `id` and `amount` of a payment snapshot become, and may they be negative?",
    "assume": "Integers that JavaScript represents exactly; for larger ones the parser has an option `bigint`.",
    "why": "No bound is stated. Non-negative numbers would be usual, but we do not assert them.",
    "change": "Option `bigint` of the parser; overlay that adds bounds or an integer format.",
    "profile": false
  },
  "U-33": {
    "question": "May timestamps have fractions, is the offset `Z` or numeric, and does a numeric offset have a colon?",
    "assume": "Our parser accepts `Z`, `+01:00` and `+0100`, with or without a fraction.",
    "why": "ISO 8601 allows all of these; RFC 3339, section 5.6, is the usual narrower profile.",
    "change": "Profile entry of this gap for the form that our sandbox sends; overlay that adds a pattern.",
    "profile": true
  },
  "U-34": {
    "question": "Are webhook hosts checked by name or by resolved address, and when? What applies to ports, userinfo, IDN and IP literals?",
    "assume": "Our sandbox checks names and literals, and addresses when it delivers; an IP literal has no real TLD.",
    "why": "OWASP's advice on SSRF also requires a check of resolved addresses; IANA's registries list the special-purpose ones.",
    "change": "Profile entry of this gap; overlay that states the rule.",
    "profile": true
  },
  "U-35": {
    "question": "Does the service try to reach `webhookUrl` when an app webhook is created?",
    "assume": "Our sandbox does not try.",
    "why": "The URL must be publicly reachable, but no test of it is stated.",
    "change": "Profile entry of this gap; driver setting `registrationProbesUrls` for contract tests.",
    "profile": true
  },
  "U-36": {
    "question": "May `{base_url}` and `{auth_url}` use plain http?",
    "assume": "Our client refuses http; an option allows it for loopback hosts only.",
    "why": "RFC 6749, sections 3.1 and 3.2, requires TLS at the authorization and token endpoints.",
    "change": "Option `allowInsecureLoopback` of the client and of the OAuth helper; server variables of the document.",
    "profile": false
  },
  "U-37": {
    "question": "Is a newly created client webhook active at once?",
    "assume": "Yes, in our sandbox.",
    "why": "Common practice; no call that would switch it on later is described.",
    "change": "Profile entry of this gap; overlay that states the initial state.",
    "profile": true
  },
  "U-38": {
    "question": "Which token and which role are needed to register or list webhooks?",
    "assume": "Any valid access token.",
    "why": "No rule is stated, and the security requirement of the document names no scope.",
    "change": "Profile entry of this gap; overlay that adds scopes to the operations.",
    "profile": true
  },
  "U-39": {
    "question": "Does a second, identical create request create a second webhook?",
    "assume": "It may, so our client never repeats a `POST` by itself.",
    "why": "RFC 9110, section 9.2.2, does not list `POST` as idempotent.",
    "change": "Profile entry of this gap; a retry in your own code.",
    "profile": true
  },
  "U-40": {
    "question": "Will future events have the same payment snapshot as their body?",
    "assume": "Not assumed: our receiver acknowledges an unknown `@event` with 2xx and ignores it.",
    "why": "Ignoring unknown events is common practice (GitHub, Stripe).",
    "change": "Handlers of the receiver; overlay that adds messages.",
    "profile": false
  },
  "U-41": {
    "question": "What does `POST /api/app_webhooks` answer on success?",
    "assume": "The app webhook resource, with no required members.",
    "why": "Returning the created resource is common practice.",
    "change": "Profile entry of this gap; overlay that changes the response.",
    "profile": true
  },
  "U-42": {
    "question": "May a delivery be compressed, with a `Content-Encoding` other than `identity`?",
    "assume": "Not compressed. Our receiver accepts bytes that verify and are JSON, whatever the header says, and inflates nothing.",
    "why": "The signature covers the raw request body (F-6.3-05); no header but Content-Type and the signature is stated.",
    "change": "Inflate nothing in front of the receiver, or keep the bytes that were signed; overlay that states an encoding.",
    "profile": false
  },
  "U-43": {
    "question": "Is a value of another type than stated refused, or converted, such as the text `2` to the number 2?",
    "assume": "Our client and our types send the stated types alone; our sandbox refuses others.",
    "why": "A type is stated for each member; many frameworks convert what can be read as one (Pydantic, Jackson, Rails).",
    "change": "Send the stated types; overlay that widens `type`.",
    "profile": false
  },
  "A-01": {
    "question": "App webhooks have delivery rules, but the only event goes through client webhooks. Are app webhooks delivered today?",
    "assume": "Not today: the channel is described, marked as not emitted, and kept out of the event catalogue.",
    "why": "The catalogue names only client webhooks, so the rules describe what a delivery would look like.",
    "change": "Overlay that removes the mark or adds an event.",
    "profile": false
  },
  "A-02": {
    "question": "Does the general sentence that failed deliveries are retried always apply to app webhooks?",
    "assume": "No: the specific rules win, for `responseHandlingType` and for transport errors.",
    "why": "That sentence itself points to the rules on retries, and these are more precise.",
    "change": "Profile entry of U-28; overlay that changes `x-delivery`.",
    "profile": false
  },
  "A-03": {
    "question": "Does the maximum of 100 events apply to client webhooks, too?",
    "assume": "No: it applies to app webhooks only.",
    "why": "The text gives client webhooks a minimum of one entry and names no maximum for them.",
    "change": "Overlay that adds `maxItems`.",
    "profile": false
  },
  "A-04": {
    "question": "Does every read of a client webhook return the secret, or only the answer to the create call?",
    "assume": "Only the answer to the create call must have it, so users should store it at once.",
    "why": "No other read is described.",
    "change": "Overlay that adds a read operation, once it is known.",
    "profile": false
  },
  "A-05": {
    "question": "May `events` of a client webhook contain names other than the only one that exists?",
    "assume": "The schema accepts any string and lists the known name in `x-extensible-enum`.",
    "why": "A closed enum would break on the first new event.",
    "change": "Profile entry of U-09; overlay that closes the list.",
    "profile": false
  },
  "A-06": {
    "question": "Which values may `paidTo` have besides `client`?",
    "assume": "Any string; our sandbox sends only `client`.",
    "why": "Payments to the agency are mentioned, but no value is named for them.",
    "change": "Overlay that lists the values.",
    "profile": false
  },
  "A-07": {
    "question": "Does the signature header have a name other than `X-Service-Signature` in a real deployment?",
    "assume": "The name as written, which an option can change.",
    "why": "The description calls the name neutral, so another one may be in use.",
    "change": "Option for the header name; overlay that renames header and scheme together.",
    "says": [
      "The name of the header is a neutral placeholder."
    ],
    "profile": false
  },
  "A-08": {
    "question": "Client webhooks have `url` and `client`, app webhooks `webhookUrl` and `app`. Is the difference intended?",
    "assume": "Yes: we keep all these names, also in generated types.",
    "why": "The names are stated, and harmonised names would be our invention.",
    "change": "Overlay, if a deployment differs.",
    "profile": false
  },
  "A-09": {
    "question": "How is an app webhook updated or deleted, if neither a method nor an item path is given?",
    "assume": "We mention that both operations exist and declare neither.",
    "why": "A path would be invented; see N-4.4-01.",
    "change": "Overlay that adds the operations.",
    "profile": false
  },
  "A-10": {
    "question": "Are the members of an app webhook mandatory on create, or merely writable?",
    "assume": "As for U-06: our types demand all five.",
    "why": "The text calls them writable and never says that they are mandatory.",
    "change": "As for U-06.",
    "profile": false
  },
  "A-11": {
    "question": "What happens to the next attempt if a webhook becomes inactive after a failed attempt?",
    "assume": "As for U-26: our sandbox drops it.",
    "why": "The text covers inactive webhooks, but not the change between two attempts.",
    "change": "As for U-26.",
    "profile": false
  },
  "A-12": {
    "question": "OpenAPI requires an authorization URL, but none is stated. How can the document describe the code flow?",
    "assume": "The base document uses `http`/`bearer`; an overlay with the real URL swaps in `oauth2`.",
    "why": "A weaker scheme is correct, but an invented URL would not be.",
    "change": "Overlay that replaces the scheme.",
    "profile": false
  },
  "A-13": {
    "question": "Are timestamps of any ISO 8601 form, or only of the form that `date-time` in JSON Schema allows?",
    "assume": "As for U-33; `format` only annotates and decides nothing.",
    "why": "ISO 8601 allows more than RFC 3339, which defines `date-time`.",
    "change": "As for U-33.",
    "profile": false
  },
  "A-14": {
    "question": "Does `v2` in the token path say anything about the version of the API or of the payloads?",
    "assume": "No: it belongs only to that path, and `info.version` does not depend on it.",
    "why": "No other path has such a segment.",
    "change": "Overlay that states a version scheme.",
    "says": [
      "What it versions is not stated."
    ],
    "profile": false
  },
  "A-15": {
    "question": "Is the payload of an app webhook delivery the payment snapshot too?",
    "assume": "Not assumed: as for U-27, it is an open object with `@event`.",
    "why": "The snapshot is defined for client webhooks, and for app webhooks only the addition of `@event` is stated.",
    "change": "As for U-27.",
    "profile": false
  },
  "A-16": {
    "question": "Could the key of payment id and `@event` hide a real second confirmation of one payment?",
    "assume": "It could. It is still our default key; users can replace it, and the guides warn of this.",
    "why": "The description itself gives it as an example.",
    "change": "Key function of the receiver.",
    "profile": false
  },
  "A-17": {
    "question": "May a receiver trust an app webhook delivery, which has no signature?",
    "assume": "No: our receiver gives it a type marked unverified, and the guides call it a hint only.",
    "why": "Nothing is stated that would let a receiver find out who sent it.",
    "change": "Overlay, if a deployment authenticates these deliveries.",
    "profile": false
  },
  "A-18": {
    "question": "The create request for a client webhook has no member for its state. Which state does a new one have?",
    "assume": "As for U-37: active.",
    "why": "Two states are stated, but not which one comes first.",
    "change": "As for U-37.",
    "profile": false
  },
  "A-19": {
    "question": "Is the format of the answer to the create call for client webhooks open, or only that of the other calls?",
    "assume": "Open as well: only `secret` is required.",
    "why": "The remark can be read both ways, and this reading claims less.",
    "change": "As for N-4.3-02.",
    "profile": false
  },
  "A-20": {
    "question": "Which list defines a real TLD, which hosts are private, and is a name resolved first?",
    "assume": "As for U-34; the policy of our sandbox is our own and is documented as such.",
    "why": "No list and no rule for resolving names are stated.",
    "change": "As for U-34.",
    "profile": false
  }
} as const;

export type GapId = keyof typeof ASSUMPTIONS;
