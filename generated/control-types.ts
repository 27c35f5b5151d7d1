// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            /** @description For programs, such as `input_invalid`; `explain` and the page of errors know it. */
            code: string;
            /** @description A sentence for people. */
            message: string;
            /** @description Where the sandbox's own documentation explains the code, if it is there. */
            explained?: string;
        };
        Text: string;
        /** Format: date-time */
        Time: string;
        Ids: number[];
        Texts: {
            [key: string]: string;
        };
        /** @description By default all events that exist. */
        Events: string[];
        /** @enum {string} */
        System: "client" | "app";
        /** @description Id or IRI of a client. By default the client 1. */
        ClientName: number | string;
        OfClient: {
            client?: components["schemas"]["ClientName"];
        };
        PaymentInput: {
            client?: components["schemas"]["ClientName"];
            /** @description Id of a case file that exists, instead of a client. By default a case file is created. */
            caseFile?: number;
            /**
             * @description Its unit is not stated (N-2.4-01).
             * @default 12550
             */
            amount: number;
            /**
             * @default client
             * @enum {string}
             */
            paidTo: "client" | "agency";
            /**
             * @description Whether to confirm it at once.
             * @default false
             */
            confirmed: boolean;
        };
        /** @description Times are milliseconds since 1970. */
        Payment: {
            id: number;
            caseFile: number;
            amount: number;
            /** @enum {string} */
            paidTo: "client" | "agency";
            createdAt: number;
            updatedAt: number;
            confirmedAt: number | null;
        };
        /** @enum {string} */
        DeliveryState: "pending" | "sending" | "held" | "delivered" | "failed" | "dropped";
        Delivery: {
            id: number;
            system: components["schemas"]["System"];
            webhook: number;
            url: string;
            event: string;
            payment: number | null;
            state: components["schemas"]["DeliveryState"];
            createdAt: components["schemas"]["Time"];
            /** @description When the next attempt is due; null when none is. */
            due: string | null;
            /** @description Id of the delivery whose bytes it sends again. */
            redeliveryOf: number | null;
            /** @description Number of attempts so far. */
            attempts: number;
            /** @description Of the last attempt. */
            status: number | null;
            /** @description Why the last attempt has no status. */
            error: string | null;
        };
        Attempt: {
            number: number;
            startedAt: components["schemas"]["Time"];
            /** @description null while it runs. */
            durationMs?: number | null;
            headers: components["schemas"]["Texts"];
            status: number | null;
            error: string | null;
            responseHeaders: components["schemas"]["Texts"];
            /** @description The first 4 KiB. */
            responseBody: string;
            /** @description The fault that was injected. */
            fault: string | null;
        };
        Fault: {
            /** @enum {string} */
            kind: "drop" | "wrong-signature" | "other-body" | "delay" | "duplicate" | "slow";
            /**
             * @description Number of deliveries that it affects.
             * @default 1
             */
            next: number;
            /**
             * @description For `delay` and `slow`.
             * @default 2
             */
            seconds: number;
        };
        Profile: {
            /** @description Every setting with its value. */
            profile: Record<string, never>;
            /** @description Settings that differ from the default, each with its gap. */
            differences: Record<string, never>[];
            /** @description What each open setting allows, with its gap. */
            keys?: Record<string, never>;
            gaps?: Record<string, never>;
            /** @description The settings of the shipped profiles. */
            shipped?: Record<string, never>;
            /** @description Settings that the deployment fixes. */
            stated?: Record<string, never>;
        };
        InsideAnswer: {
            /**
             * @description `slow`: after three seconds. `none`: no answer. `unseen`: 204, without a look at the signature.
             * @enum {string}
             */
            answer: "204" | "200" | "slow" | "404" | "500" | "none" | "unseen";
        };
        createPayment: {
            client?: components["schemas"]["ClientName"];
            /** @description Id of a case file that exists, instead of a client. By default a case file is created. */
            caseFile?: number;
            /**
             * @description Its unit is not stated (N-2.4-01).
             * @default 12550
             */
            amount: number;
            /**
             * @default client
             * @enum {string}
             */
            paidTo: "client" | "agency";
            /**
             * @description Whether to confirm it at once.
             * @default false
             */
            confirmed: boolean;
        };
        emitEvent: {
            /** @description By default the first one beside that of confirmed payments. */
            event?: string;
            /** @description Members in place of those that the documents show. */
            payload?: {
                [key: string]: unknown;
            };
        };
        createCaseFile: {
            client?: components["schemas"]["ClientName"];
        };
        dispatchAppEvent: {
            /** @description By default the first event that exists. */
            event?: components["schemas"]["Text"];
            /** @description Members beside `@event`. */
            payload?: {
                [key: string]: unknown;
            };
        };
        runScenario: {
            client?: components["schemas"]["ClientName"];
            /**
             * @description Number of payments of `burst`.
             * @default 20
             */
            count: number;
            /**
             * @description In which `slow` sends a body.
             * @default 2
             */
            seconds: number;
        };
        listDeliveries: {
            state?: components["schemas"]["DeliveryState"];
            system?: components["schemas"]["System"];
            webhook?: number;
            payment?: number;
            find?: string;
            before?: number;
            /** @default 50 */
            limit: number;
        };
        sendEdited: {
            /** @description The exact text. It need not be JSON. */
            body: string;
            /**
             * @description `other-body`: with the signature of the delivery before the edit.
             * @default right
             * @enum {string}
             */
            signing: "right" | "other-body" | "wrong-signature";
        };
        advanceClock: {
            seconds: number;
        };
        judgeUrl: {
            url: components["schemas"]["Text"];
        };
        switchClientWebhook: {
            active: boolean;
        };
        switchAppWebhook: {
            active: boolean;
        };
        addForward: {
            /** @description Of the registered URLs, such as `https://shop.example.com`. */
            origin: components["schemas"]["Text"];
            /** @description Such as `http://127.0.0.1:3000`. */
            to: components["schemas"]["Text"];
        };
        removeForward: {
            origin: components["schemas"]["Text"];
        };
        useReceiver: {
            client?: components["schemas"]["ClientName"];
        };
        tellReceiver: {
            /**
             * @description `slow`: after three seconds. `none`: no answer. `unseen`: 204, without a look at the signature.
             * @enum {string}
             */
            answer: "204" | "200" | "slow" | "404" | "500" | "none" | "unseen";
        };
        setFaults: {
            faults: components["schemas"]["Fault"][];
        };
        createClient: {
            name?: components["schemas"]["Text"];
        };
        createApp: {
            name?: components["schemas"]["Text"];
        };
        createCode: {
            /** @description By default the first app that is registered. */
            clientId?: components["schemas"]["Text"];
            /** @description By default the first that the app registered. */
            redirectUri?: components["schemas"]["Text"];
            /** @description Id of the customer who approves. By default the first. */
            customer?: number;
            /** @description By default all. */
            scopes?: string[];
        };
        exchangeCode: {
            code: components["schemas"]["Text"];
        };
        watch: {
            after?: string;
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
