/**
 * What tests of an integration take from a sandbox: a client with a token, a registered webhook, a payment that is
 * delivered.
 */

import { type ApiClient, createClient } from "../client/index.ts";
import type { Control } from "./control/client.ts";
import type { AppWebhookInput, ClientWebhookInput, PaymentInput } from "./control/types.ts";
import type { DeliveryDetail } from "./delivery/view.ts";
import type { SandboxDriver } from "./driver.ts";
import type { Handler } from "./listen.ts";
import type { Needs } from "./parts.ts";
import type { AppWebhook, ClientWebhook, Payment } from "./store/model.ts";

/** A webhook that receives deliveries, whatever the profile. */
export type RegisteredWebhook = ClientWebhook;

/** A payment, and what became of its deliveries. */
export interface Settled {
  readonly payment: Payment;
  /** One for each webhook that received the event, in the order of the webhooks, with all attempts. */
  readonly deliveries: readonly DeliveryDetail[];
}

/** Members of a sandbox for tests. They do the same with every profile. */
export interface Kit {
  /**
   * Returns a client of the API that carries a token with every scope, in the header of the profile. Each call has a
   * token of its own, because a clock that advances, or a reset, ends earlier ones.
   */
  client(): Promise<ApiClient>;
  /**
   * Registers a client webhook and switches it on. Default: for `https://hooks.example.com/payments` of the client 1
   * and all events.
   *
   * @throws SandboxError `control_refused` with the reason, as the API would give it
   */
  registerWebhook(webhook?: Partial<ClientWebhookInput>): Promise<RegisteredWebhook>;
  /**
   * Registers an app webhook that is switched on. Default: for `https://hooks.example.com/events` of the first App and
   * all events.
   */
  registerAppWebhook(webhook?: Partial<AppWebhookInput>): Promise<AppWebhook>;
  /**
   * Records and confirms a payment, and resolves when none of its deliveries is pending. The clock advances over the
   * pauses between retries, so this takes no longer than the receiver does.
   */
  payAndSettle(payment?: Omit<PaymentInput, "confirmed">): Promise<Settled>;
}

const ORIGIN = "https://hooks.example.com";

/** Returns the members for tests. */
export function createKit({
  parts,
  localUrl,
  answer,
  control,
  driver,
}: {
  parts: Needs<"profile">;
  /** The origin of the API. */
  localUrl: string;
  /** Answers a request to it, without a network. */
  answer: Handler;
  control: Control;
  driver: SandboxDriver;
}): Kit {
  return {
    async client() {
      const { tokenHeader, tokenPrefix } = parts.profile;
      return createClient({
        baseUrl: localUrl,
        accessToken: () => driver.accessToken(),
        tokenHeader: (token) => [tokenHeader, tokenPrefix + token],
        allowInsecureLoopback: true,
        fetch: async (input, init) => answer(new Request(input, init)),
      });
    },
    registerWebhook: (webhook) => control.registerClientWebhook({ url: `${ORIGIN}/payments`, ...webhook }),
    registerAppWebhook: (webhook) => control.registerAppWebhook({ webhookUrl: `${ORIGIN}/events`, ...webhook }),
    async payAndSettle(given = {}) {
      const { payment, deliveries } = await control.createPayment({ ...given, confirmed: true });
      await control.runOut();
      return { payment, deliveries: await Promise.all(deliveries.map((id) => control.delivery(id))) };
    },
  };
}
