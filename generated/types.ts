// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.
export interface paths {
    "/oauth/v2/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange an authorization code for tokens
         * @description The flow has three steps. The app redirects the customer's browser to the authorization endpoint with `client_id`, `redirect_uri` and the scopes it asks for. After approval the browser returns to `redirect_uri` with a short-lived `code`. The app posts the code here, from its server, and receives an access token and a refresh token. The refresh token obtains a new access token without the customer.
         *
         *     Client secret and refresh token are kept on the server of the app only: never in client-side code, in logs or in public repositories.
         */
        post: operations["exchangeAuthorizationCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client_webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a client webhook
         * @description Registers a URL of one creditor profile (client) for events. The service generates the secret that signs the deliveries and returns it with the webhook. A client may have several webhooks, each with its own URL, events and secret; no cap on their number is stated.
         *
         *     A `url` whose host is private or loopback or has no real top-level domain, or whose scheme is neither http nor https, is rejected.
         */
        post: operations["createClientWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/apps/{id}/app_webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks of an App
         * @description The app webhooks of one App. An App may have many; no cap on their number is stated.
         */
        get: operations["listAppWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/app_webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an app webhook
         * @description Registers a publicly reachable URL of an App for events. The URL follows the same rules as that of a client webhook, and `events` with fewer than 1 or more than 100 entries is invalid.
         */
        post: operations["createAppWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    clientWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment to the client was confirmed
         * @description Sent when a case-file payment to the client (not to the agency) becomes confirmed, to every active client webhook that lists the event. The signature authenticates it: verify it over the raw body before anything else, and trust the payload only if it is valid.
         *
         *     Answer 2xx quickly and work afterwards. Any other answer, or a transport error, is retried, so a delivery may arrive more than once: handle it once, for example by payment id and `@event`.
         */
        post: operations["deliverClientWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    appWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event was dispatched to an app webhook
         * @description Sent to an active app webhook when a matching event is dispatched; no event is emitted this way today. The service adds `@event` to the payload and sends no signature header, so a receiver cannot tell who sent it.
         *
         *     Answer 2xx quickly and work afterwards. What happens after any other answer depends on the `responseHandlingType` of the webhook: with `1` (FIRE_AND_FORGET) the status is ignored, with `2` (WAIT_FOR_SUCCESSFUL_RESPONSE) a status that is not 2xx is retried.
         */
        post: operations["deliverAppWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Token request
         * @description The form that an app posts to turn an authorization code into tokens. All five fields are sent.
         * @example {
         *       "grant_type": "authorization_code",
         *       "code": "<AUTHORIZATION_CODE>",
         *       "client_id": "<CLIENT_ID>",
         *       "client_secret": "<CLIENT_SECRET>",
         *       "redirect_uri": "https://app.example.com/callback"
         *     }
         */
        TokenRequest: {
            /**
             * @description Says which grant is used. The only value is `authorization_code`.
             * @constant
             */
            grant_type: "authorization_code";
            /**
             * @description The short-lived code that came back to `redirect_uri` after the customer approved.
             * @example <AUTHORIZATION_CODE>
             */
            code: string;
            /**
             * @description Identifies the app (the OAuth client).
             * @example <CLIENT_ID>
             */
            client_id: string;
            /**
             * Format: password
             * @description The secret of the app (the OAuth client). It stays on the server of the app.
             * @example <CLIENT_SECRET>
             */
            client_secret: string;
            /**
             * @description The address to which the customer's browser returned with the code.
             * @example https://app.example.com/callback
             */
            redirect_uri: string;
        };
        /**
         * Token response
         * @description What a successful exchange of an authorization code returns. Further members may be present.
         * @example {
         *       "token_type": "Bearer",
         *       "expires_in": 3600,
         *       "access_token": "<ACCESS_TOKEN>",
         *       "refresh_token": "<REFRESH_TOKEN>"
         *     }
         */
        TokenResponse: {
            /**
             * @description The kind of the access token. The value is `Bearer`.
             * @example Bearer
             */
            token_type: string;
            /**
             * @description How long the access token is valid, in seconds.
             * @example 3600
             */
            expires_in: number;
            /**
             * @description The bearer token for calls to the API. It looks like a JWT; callers treat it as opaque.
             * @example <ACCESS_TOKEN>
             */
            access_token: string;
            /**
             * @description An opaque token that obtains a new access token without the customer. It stays on the server of the app.
             * @example <REFRESH_TOKEN>
             */
            refresh_token: string;
        };
        /**
         * Client IRI
         * Format: iri-reference
         * @description The IRI of the creditor profile (the client) that the webhook belongs to. One client, never a list.
         * @example /api/clients/1
         */
        ClientIri: string;
        /**
         * Event name
         * @description The name of an event. Today `case_file.payment.confirmed` is the only event that is delivered. The list is open: expect names that are not known yet.
         * @example case_file.payment.confirmed
         */
        EventName: string;
        /**
         * Webhook URL
         * Format: uri
         * @description The address that deliveries are posted to. The scheme is http or https and the host has a real top-level domain. A URL whose host is private or loopback, whose host has no real top-level domain, or whose scheme is another one is rejected at creation. Client webhooks (`url`) and app webhooks (`webhookUrl`) follow the same rules.
         * @example https://hooks.example.com/payments
         */
        WebhookUrl: string;
        /**
         * Client webhook, as created
         * @description What a caller sends to register a client webhook. It does not contain the secret, which the service generates.
         * @example {
         *       "client": "/api/clients/1",
         *       "name": "Payments to our bookkeeping",
         *       "events": [
         *         "case_file.payment.confirmed"
         *       ],
         *       "url": "https://hooks.example.com/payments"
         *     }
         */
        ClientWebhookCreate: {
            client: components["schemas"]["ClientIri"];
            /**
             * @description A name for the webhook.
             * @example Payments to our bookkeeping
             */
            name: string;
            /** @description The events that this webhook receives. At least one. */
            events: components["schemas"]["EventName"][];
            url: components["schemas"]["WebhookUrl"];
        };
        /**
         * Client webhook
         * @description A webhook of one creditor profile (client). A client may have several, each with its own URL, event list and secret. A client webhook is active or inactive, and only active ones receive deliveries. The name of that property is not stated, so none is declared here. Further members may be present.
         * @example {
         *       "client": "/api/clients/1",
         *       "name": "Payments to our bookkeeping",
         *       "events": [
         *         "case_file.payment.confirmed"
         *       ],
         *       "url": "https://hooks.example.com/payments",
         *       "secret": "<WEBHOOK_SECRET>"
         *     }
         */
        ClientWebhook: {
            client?: components["schemas"]["ClientIri"];
            /**
             * @description The name of the webhook.
             * @example Payments to our bookkeeping
             */
            name?: string;
            /** @description The events that this webhook receives. At least one. */
            events?: components["schemas"]["EventName"][];
            url?: components["schemas"]["WebhookUrl"];
            /**
             * @description Generated by the service when the webhook is created, and the key of the HMAC that signs every delivery of this webhook. Store it when the webhook is created.
             * @example <WEBHOOK_SECRET>
             */
            readonly secret: string;
        };
        /**
         * App webhooks of an App
         * @description The app webhooks of one App. Whether the list is a bare array or wrapped in an object, in which order it comes and whether it is split into pages is not stated, so this schema has no type.
         */
        AppWebhookList: unknown;
        /**
         * App IRI
         * Format: iri-reference
         * @description The IRI of the App (the app definition) that the webhook belongs to. It is never the IRI of an installation.
         * @example /api/apps/7
         */
        AppIri: string;
        /**
         * Response handling type
         * @description How the service treats the answer to a delivery: `1` (FIRE_AND_FORGET) or `2` (WAIT_FOR_SUCCESSFUL_RESPONSE). No other value is allowed.
         * @example 2
         * @enum {integer}
         */
        ResponseHandlingType: 1 | 2;
        /**
         * App webhook, as written
         * @description The writable members of an app webhook, sent when one is created.
         * @example {
         *       "app": "/api/apps/7",
         *       "webhookUrl": "https://hooks.example.com/app-events",
         *       "events": [
         *         "case_file.payment.confirmed"
         *       ],
         *       "responseHandlingType": 2,
         *       "active": true
         *     }
         */
        AppWebhookWrite: {
            app?: components["schemas"]["AppIri"];
            webhookUrl?: components["schemas"]["WebhookUrl"];
            /** @description The names of the events subscribed to. From 1 to 100 entries; fewer or more are invalid. */
            events?: components["schemas"]["EventName"][];
            responseHandlingType?: components["schemas"]["ResponseHandlingType"];
            /**
             * @description Whether the webhook receives deliveries.
             * @example true
             */
            active?: boolean;
        };
        /**
         * App webhook
         * @description A webhook of an App (the app definition), not of an installation of it: changing an installation neither creates nor removes app webhooks. An App may have many, with different URLs or event lists. Further, read-only members may be present.
         * @example {
         *       "app": "/api/apps/7",
         *       "webhookUrl": "https://hooks.example.com/app-events",
         *       "events": [
         *         "case_file.payment.confirmed"
         *       ],
         *       "responseHandlingType": 2,
         *       "active": true
         *     }
         */
        AppWebhook: {
            app?: components["schemas"]["AppIri"];
            webhookUrl?: components["schemas"]["WebhookUrl"];
            /** @description The names of the events subscribed to. From 1 to 100 entries. */
            events?: components["schemas"]["EventName"][];
            responseHandlingType?: components["schemas"]["ResponseHandlingType"];
            /**
             * @description Whether the webhook receives deliveries. The two states of an app webhook are active `true` and `false`.
             * @example true
             */
            active?: boolean;
        };
        /**
         * Signature header value
         * @description `sha256=` followed by the HMAC-SHA256 of the raw request body in hexadecimal, keyed with the secret of the webhook. The receiver computes the digest over the bytes as they arrived, before any parsing, strips the prefix, compares in constant time, and trusts the body only if both are equal. A body that was decoded and encoded again has different bytes and fails the check.
         * @example sha256=4e17227cfd8a8e1c8ba7bc33b289759511e96ffdf596b7fe41869fd2efddc252
         */
        SignatureHeader: string;
        /**
         * Timestamp
         * Format: date-time
         * @description A point in time in ISO 8601, always with its offset from UTC.
         * @example 2026-03-02T09:15:00+01:00
         */
        Timestamp: string;
        /**
         * Case file reference
         * @description The case file that a payment belongs to. Further members may be present.
         * @example {
         *       "id": 815
         *     }
         */
        CaseFileReference: {
            /**
             * @description Identifies the case file.
             * @example 815
             */
            id: number;
        };
        /**
         * Payment snapshot
         * @description The body of a client webhook delivery: a snapshot of the payment, with the case file it belongs to. Further members may be present.
         * @example {
         *       "@event": "case_file.payment.confirmed",
         *       "id": 4711,
         *       "amount": 12550,
         *       "paidTo": "client",
         *       "confirmedAt": "2026-03-02T09:15:00+01:00",
         *       "createdAt": "2026-02-27T16:40:12+01:00",
         *       "updatedAt": "2026-03-02T09:15:00+01:00",
         *       "caseFile": {
         *         "id": 815
         *       }
         *     }
         */
        PaymentSnapshot: {
            "@event": components["schemas"]["EventName"];
            /**
             * @description Identifies the payment.
             * @example 4711
             */
            id: number;
            /**
             * @description The amount of the payment. Its unit is not stated, so treat it as a bare number.
             * @example 12550
             */
            amount: number;
            /**
             * @description To whom the payment was made. It is `client` for the event that is delivered.
             * @example client
             */
            paidTo: string;
            confirmedAt: components["schemas"]["Timestamp"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            caseFile: components["schemas"]["CaseFileReference"];
        };
        /**
         * App delivery
         * @description The body of an app webhook delivery: a JSON object to which the service adds `@event`. What else it holds is not stated. It carries no signature, so nothing in it is proven to come from the service.
         * @example {
         *       "@event": "case_file.payment.confirmed"
         *     }
         */
        AppDelivery: {
            "@event": components["schemas"]["EventName"];
        };
    };
    responses: {
        /** @description The request was rejected. Status code and body are not stated. */
        Rejected: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Any other outcome. Status code and body are not stated. */
        Failed: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description The signature of the body.
         * @example sha256=4e17227cfd8a8e1c8ba7bc33b289759511e96ffdf596b7fe41869fd2efddc252
         */
        Signature: components["schemas"]["SignatureHeader"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    exchangeAuthorizationCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The code was exchanged. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            "4XX": components["responses"]["Rejected"];
            default: components["responses"]["Failed"];
        };
    };
    createClientWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientWebhookCreate"];
            };
        };
        responses: {
            /** @description The client webhook, with its generated secret. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientWebhook"];
                };
            };
            "4XX": components["responses"]["Rejected"];
            default: components["responses"]["Failed"];
        };
    };
    listAppWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The identifier of the App.
                 * @example 7
                 */
                id: string | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app webhooks of the App. The form of the list is not stated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppWebhookList"];
                };
            };
            "4XX": components["responses"]["Rejected"];
            default: components["responses"]["Failed"];
        };
    };
    createAppWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppWebhookWrite"];
            };
        };
        responses: {
            /** @description The app webhook was created. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppWebhook"];
                };
            };
            "4XX": components["responses"]["Rejected"];
            default: components["responses"]["Failed"];
        };
    };
    deliverClientWebhook: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The signature of the body.
                 * @example sha256=4e17227cfd8a8e1c8ba7bc33b289759511e96ffdf596b7fe41869fd2efddc252
                 */
                "X-Service-Signature": components["parameters"]["Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentSnapshot"];
            };
        };
        responses: {
            /** @description The delivery was acknowledged. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery was not acknowledged. The service retries it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliverAppWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppDelivery"];
            };
        };
        responses: {
            /** @description The delivery was acknowledged. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery was not acknowledged. It is retried if the webhook waits for a successful response, and not if it fires and forgets. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
type FlattenedDeepRequired<T> = {
    [K in keyof T]-?: FlattenedDeepRequired<T[K] extends unknown[] | undefined | null ? Extract<T[K], unknown[]>[number] : T[K]>;
};
type ReadonlyArray<T> = [
    Exclude<T, undefined>
] extends [
    unknown[]
] ? Readonly<Exclude<T, undefined>> : Readonly<Exclude<T, undefined>[]>;
export const responseHandlingTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["ResponseHandlingType"]> = [1, 2];
