import { createRequire } from "node:module";
import { join } from "node:path";
import { onDemand } from "../on-demand.ts";

/** Libraries that people use for signed webhooks, installed on demand, not by `npm ci`. */
const PACKAGES = {
  "@octokit/webhooks-methods": "6.0.0",
  stripe: "23.1.0",
  standardwebhooks: "1.1.1",
  svix: "2.5.0",
};

export type Delivery = { body: Buffer; text: string; header: string; secret: string };

/** `verifies` checks a delivery signed in the library's own scheme. The schemes differ, the work is the same. */
export type Peer = {
  name: string;
  prepare(delivery: Delivery): Promise<() => boolean | Promise<boolean>> | (() => boolean | Promise<boolean>);
};

/** @returns the libraries, or why they could not be installed */
export async function peers(): Promise<{ peers: Peer[]; skip: string }> {
  const { folder, skip } = await onDemand("bench-peers", PACKAGES);
  if (!folder) return { peers: [], skip };
  const load = (name: string) => import(createRequire(join(folder, "package.json")).resolve(name));
  // octokit has no `require` export.
  const octokit = await import(join(folder, "node_modules/@octokit/webhooks-methods/dist-node/index.js"));
  const { default: Stripe } = await load("stripe");
  const { Webhook: Standard } = await load("standardwebhooks");
  const { Webhook: Svix } = await load("svix");
  const key = Buffer.from("0123456789abcdef0123456789abcdef").toString("base64");
  const now = new Date();
  const standard = (name: string, Webhook: typeof Standard): Peer => ({
    name,
    prepare({ text }) {
      const webhook = new Webhook(key);
      const headers = {
        "webhook-id": "1",
        "webhook-timestamp": `${Math.floor(now.getTime() / 1000)}`,
        "webhook-signature": webhook.sign("1", now, text),
      };
      return () => {
        webhook.verify(text, headers);
        return true;
      };
    },
  });
  return {
    skip: "",
    peers: [
      {
        name: "@octokit/webhooks-methods verify",
        prepare:
          ({ text, header, secret }) =>
          () =>
            octokit.verify(secret, text, header),
      },
      {
        name: "stripe signature.verifyHeader",
        prepare({ text, secret }) {
          const { webhooks } = new Stripe("sk_test_placeholder");
          const header = webhooks.generateTestHeaderString({
            payload: text,
            secret,
            timestamp: Math.floor(now.getTime() / 1000),
          });
          return () => webhooks.signature.verifyHeader(text, header, secret, 3600);
        },
      },
      standard("standardwebhooks verify (+ parse)", Standard),
      standard("svix verify", Svix),
    ],
  };
}
