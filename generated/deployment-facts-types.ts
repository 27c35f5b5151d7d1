// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Facts of one deployment */
        DeploymentFacts: {
            /** @description The name of the deployment for people; the title of its documents. */
            title: string;
            /** @description The names of the deployment's packages, in npm and in the languages of `generate`. Our package's name is not allowed. */
            package?: {
                name: string;
                version: string;
                /** @description The group of its Java package in Maven. */
                group?: string;
                /** @description The path of its Go module. */
                module?: string;
                /** @description Where people read the source of the packages. The header of the site leads there. */
                repository?: string;
            };
            /** @description The name of the signature header. */
            signatureHeader?: string;
            /** @description The header that carries the access token of a call; Authorization means a bearer token. */
            tokenHeader?: string;
            /** @description The base URLs. */
            hosts?: {
                /** @description `{base_url}` */
                api?: string;
                /** @description `{auth_url}` */
                login?: string;
            };
            /** @description Where the customer's browser approves an app. */
            authorization?: {
                /**
                 * @description One of `hosts`.
                 * @enum {unknown}
                 */
                host: "api" | "login";
                path: string;
            };
            /** @description What each scope allows, and the operations that need it. */
            scopes?: {
                [key: string]: {
                    allows: string;
                    operations: ("createClientWebhook" | "listClientWebhooks" | "readClientWebhook" | "updateClientWebhook" | "deleteClientWebhook" | "createAppWebhook" | "listAppWebhooks" | "readAppWebhook" | "updateAppWebhook" | "deleteAppWebhook")[];
                };
            };
            /** @description What the number in `amount` of a payment counts. Where it differs from payment to payment, answer in words (`answers`). */
            amount?: {
                /** @description What 1 stands for, such as cents. */
                unit?: string;
                /** @description The currency of every payment, a code of ISO 4217. */
                currency?: string;
            };
            /** @description How deliveries are attempted, to client webhooks and to app webhooks alike, under the names of `x-delivery`. */
            deliveries?: {
                maxAttempts?: number;
                /** @description Seconds before the second attempt, the third and so on. */
                backoff?: number[];
                timeoutSeconds?: number;
                /**
                 * @description none for no order; webhook if each webhook gets its events in the order in which they happened.
                 * @enum {unknown}
                 */
                ordering?: "none" | "webhook";
                /** @description Whether a redirect is followed. */
                redirects?: boolean;
                /**
                 * @description Whether the webhook stays active after the last failed attempt.
                 * @enum {unknown}
                 */
                afterLastAttempt?: "keep" | "deactivate";
                /**
                 * @description What happens to a pending retry when its webhook is switched off.
                 * @enum {unknown}
                 */
                pendingOnDeactivation?: "drop" | "keep";
            };
            /** @description The form of the secret of a client webhook. */
            secret?: {
                /** @enum {unknown} */
                format: "hex" | "base64url";
                /** @description How many random bytes it holds. */
                bytes: number;
                /** @description What stands before them. Default nothing. */
                prefix?: string;
            };
            /** @description The path of one client webhook, and the methods that exist. `list` is a method of `/api/client_webhooks`. */
            clientWebhookItem?: {
                path: string;
                /** @enum {unknown} */
                list?: "get";
                /** @enum {unknown} */
                read?: "get";
                /** @enum {unknown} */
                update?: "put" | "patch";
                /** @enum {unknown} */
                delete?: "delete";
            };
            /** @description The path of one app webhook, and its methods. */
            appWebhookItem?: {
                path: string;
                /** @enum {unknown} */
                read?: "get";
                /** @enum {unknown} */
                update: "put" | "patch";
                /** @enum {unknown} */
                delete: "delete";
            };
            /** @description Any other gap, by its id, in whole sentences for the documents. A gap that settings decide needs these, too. */
            answers?: {
                [key: string]: string;
            };
            /** @description Facts that have no place in a document, by the names of the sandbox's settings; each setting names its gap. */
            settings?: {
                [key: string]: unknown;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
