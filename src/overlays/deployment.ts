/**
 * What a deployment states beyond the interface description, as data: made from its documents, read by sandbox, mock
 * and judge.
 */

import type { Profile } from "../../generated/profile.ts";

/** How deliveries are signed, as `x-signature` says. */
export interface SignatureScheme {
  readonly header: string;
  readonly algorithm: string;
  readonly key: string;
  readonly content: string;
  readonly encoding: string;
  readonly prefix: string;
}

/** What the packages of a deployment are called. */
export interface PackageName {
  /** In npm. Packages of other languages have names that follow from it. */
  readonly name: string;
  readonly version: string;
  /** Java: the group in Maven. */
  readonly group?: string;
  /** Go: the path of the module. */
  readonly module?: string;
  /** Where people read its source: a URL for a browser. */
  readonly repository?: string;
}

/** An event that is delivered to client webhooks. */
export interface DeploymentEvent {
  readonly name: string;
  /** A payload as the documents show it. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The schema of the payload without references; absent in folders that earlier versions wrote. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** The member `deployment.json` of a contract folder. */
export interface Deployment {
  readonly schema: 1;
  /** Title and version of its OpenAPI document. */
  readonly title: string;
  readonly version: string;
  /** The names of its own packages; absent if not stated. */
  readonly package?: PackageName;
  /** `{base_url}` and `{auth_url}`; null if not stated. */
  readonly baseUrl: string | null;
  readonly authUrl: string | null;
  /** The whole URL of the authorization endpoint (N-4.1-01). */
  readonly authorizationUrl: string | null;
  readonly signature: SignatureScheme;
  /** The events that are delivered; absent in folders that earlier versions wrote. */
  readonly events?: readonly DeploymentEvent[];
  /** What a service need no longer choose, because it is stated: keys of the sandbox's profile. */
  readonly settings: Readonly<Partial<Profile>>;
  /** The gaps that are closed; every other one is open as before. */
  readonly closed: readonly string[];
  /** What the number in `amount` counts: the unit, and the currency as a code of ISO 4217; absent if not stated. */
  readonly amount?: { readonly unit?: string; readonly currency?: string };
  /** What is stated in words, by gap; absent if nothing is. */
  readonly answers?: Readonly<Record<string, string>>;
}
