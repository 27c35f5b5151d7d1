import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ASSUMPTIONS } from "../../../generated/assumptions.ts";
import { SIGNATURE_HEADER } from "../../../generated/constants.ts";
import { type OwnPackage, ownPackage } from "../../../scripts/build/manifest.ts";
import { findAnswer } from "../../../src/cli/deployment-words.ts";
import type { Deployment } from "../../../src/overlays/deployment.ts";
import { contractFolder, readText } from "./source.ts";

export type { Deployment } from "../../../src/overlays/deployment.ts";

let known: { deployment: Deployment | undefined } | undefined;

/** Returns the deployment whose contract the site shows; undefined if it shows the interface description alone. */
export function deployment(): Deployment | undefined {
  const file = join(contractFolder, "deployment.json");
  known ??= { deployment: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined };
  return known.deployment;
}

/** Returns name and version of the deployment's package, as `npm run build -- --deployment` makes it. */
export function readOwnPackage(of: Deployment): OwnPackage {
  return ownPackage(JSON.parse(readText("package.json")), contractFolder, of);
}

/** Returns what stands for the project: its own name, or the title of the deployment. */
export const siteTitle = (): string => deployment()?.title ?? "collections-contract";

/** Whether the site is that of a deployment that answers every question. */
export const isAnswered = (): boolean =>
  Object.keys(ASSUMPTIONS).every((gap) => deployment()?.closed.includes(gap) ?? false);

/** Returns the title of the page of gaps, which lists what is stated once all of them are answered. */
export const gapsTitle = (): string => (isAnswered() ? `What ${siteTitle()} states` : "What is not specified");

/** Returns what the deployment states about a gap, such as `maxAttempts = 3`; undefined if that is nothing. */
export function statedAbout(gap: string): string | undefined {
  const of = deployment();
  return of && findAnswer(gap, of);
}

/** Returns the name of the signature header if it is the deployment's own. */
export function ownHeader(): string | undefined {
  const header = deployment()?.signature.header;
  return header === SIGNATURE_HEADER ? undefined : header;
}

/** Returns the text with the deployment's signature header in place of the neutral name. */
export const withOwnHeader = (text: string): string =>
  text.replaceAll(SIGNATURE_HEADER, () => ownHeader() ?? SIGNATURE_HEADER);

/**
 * Returns how a header with an access token begins, such as `X-Acme-Token: `; undefined if nothing states it (N-5-03).
 */
export function tokenLine(): string | undefined {
  const { tokenHeader, tokenPrefix = "" } = deployment()?.settings ?? {};
  return tokenHeader && `${tokenHeader}: ${tokenPrefix}`;
}

/** Returns the facts of the deployment that readers look for first: what, and the value. */
export function firstFacts(of: Deployment): [what: string, value: string][] {
  const { name, version } = readOwnPackage(of);
  const token = tokenLine();
  const rows: [string, string | null | undefined][] = [
    ["API", of.baseUrl],
    ["Token exchange", of.authUrl],
    ["Approval by the customer", of.authorizationUrl],
    ["Header of a signature", of.signature.header],
    ["Header of an access token", token && `${token}<token>`],
    ["Package for Node", `${name} ${version}`],
  ];
  return rows.filter((row): row is [string, string] => typeof row[1] === "string");
}
