// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            /** @description For programs, such as `no_such_webhook`. */
            code: string;
            /** @description A sentence for people. It must not contain a secret. */
            message: string;
        };
        /** @description An empty object. */
        Nothing: Record<string, never>;
        Members: {
            /**
             * @description Version of this protocol.
             * @constant
             */
            version: 1;
            calls: components["schemas"]["CallName"][];
            values?: components["schemas"]["Values"];
        };
        /** @enum {string} */
        CallName: "start" | "reset" | "stop" | "settle" | "credentials" | "accessToken" | "requestHeaders" | "refresh" | "confirmPayment" | "recordPayment" | "setClientWebhookActive" | "dispatchAppEvent" | "emitEvent" | "processed";
        /** @description Values of a service. Only the first two are required, after `start`. */
        Values: {
            baseUrl?: components["schemas"]["HttpUrl"];
            authUrl?: components["schemas"]["HttpUrl"];
            /** @description IRI of a client that exists. */
            clientIri?: string;
            /** @description IRI of another client. */
            otherClientIri?: string;
            /** @description IRI of an App that exists. */
            appIri?: string;
            /** @description The id of that App in the path of its list (U-04). */
            appId?: string | number;
            /** @description IRI of another App. */
            otherAppIri?: string;
            /** @description The id of that other App. */
            otherAppId?: string | number;
            receiver?: components["schemas"]["Receiver"];
            /** @description Whether the service tries to reach a URL before it registers it (U-35); then all legal URLs are under `receiver.origin`. */
            registrationProbesUrls?: boolean;
            /** @description Longest gap between two attempts in milliseconds, for a driver without `settle`. Default 5000. */
            retryWindowMs?: number;
            /** @description How long the service waits for the answer to one attempt, in milliseconds (N-6.5-03). Without it, the judge stays silent for one second. */
            attemptTimeoutMs?: number;
        };
        HttpUrl: string;
        /** @description The judge listens on `listen` in plain HTTP, on its own machine. The service reaches it at `origin`: lead every URL of its host there, with http and https, any port, small letters and capitals. */
        Receiver: {
            listen: {
                host: string;
                port: number;
            };
            origin: components["schemas"]["HttpUrl"];
        };
        Credentials: {
            clientId: string;
            clientSecret: string;
            redirectUri: string;
            code: string;
        };
        AccessToken: {
            accessToken: string;
        };
        RefreshToken: {
            refreshToken: string;
        };
        TokenToCarry: {
            /** @description null means a request without a token. */
            token: string | null;
        };
        RequestHeaders: {
            headers: {
                [key: string]: string;
            };
        };
        Payment: {
            /** @enum {string} */
            paidTo: "client" | "agency";
            /** @description IRI of the client that its case file belongs to. */
            client: string;
        };
        PaymentMade: {
            /** @description The id that its delivery carries, if known. */
            id?: number;
        };
        WebhookSwitch: {
            /** @description The body of the request that created the webhook. */
            request: Record<string, never>;
            /** @description The body of the answer, as JSON; null if it is not JSON. */
            response: unknown;
            active: boolean;
        };
        AppEvent: {
            /** @description IRI of the App. */
            app: string;
            event: string;
        };
        ClientEvent: {
            /** @description IRI of the client whose webhooks are due. */
            client: string;
            event: string;
        };
        Processed: {
            events: {
                /** @description Id of the payment. */
                id: number;
                event: string;
            }[];
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
