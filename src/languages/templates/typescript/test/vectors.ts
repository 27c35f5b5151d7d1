/** The cases of vectors/, the same for every language. */

import { readFileSync } from "node:fs";

export interface SignatureCase {
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly header: string | null;
  readonly ok: boolean;
  readonly secretIndex?: number;
  readonly code?: string;
}

export interface PayloadCase {
  readonly id: string;
  readonly schema: string;
  readonly verdict: "taken" | "refused" | "exact";
  readonly survives: boolean;
  readonly text: string;
}

export interface UrlCase {
  readonly url: string;
  readonly ok: boolean;
  readonly why: string;
}

export interface BodyCase {
  readonly id: string;
  readonly body: string;
  readonly header: string;
  readonly verdict: "taken" | "refused" | "exact";
  readonly payment?: string;
  readonly code?: string;
}

export interface SecretCase {
  readonly secret: string;
  readonly label?: string;
  readonly owner?: string;
}

export interface RequestCase {
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly secrets?: readonly SecretCase[];
  readonly secretsFail?: boolean;
  readonly store?: string;
  readonly handler?: string;
  readonly status: number;
  readonly code?: string;
  readonly as?: string;
  readonly handled?: object;
}

export interface ReceiverCase {
  readonly id: string;
  readonly needs: readonly string[];
  readonly secrets: readonly SecretCase[];
  readonly owner?: string;
  readonly asked?: boolean;
  readonly options: {
    readonly maxBodyBytes?: number;
    readonly key?: string;
    readonly onUnknown?: boolean;
    readonly listeners?: string;
  };
  readonly before: { readonly done: readonly string[]; readonly busy: readonly string[] };
  readonly refusedWhenMade?: boolean;
  readonly requests: readonly RequestCase[];
  readonly stored: readonly string[];
}

export const signatureCases = (): readonly SignatureCase[] => casesOf("signature");
export const payloadCases = (): readonly PayloadCase[] => casesOf("payloads");
export const urlCases = (): readonly UrlCase[] => casesOf("webhook-urls");

export const receiverCases = (): readonly ReceiverCase[] => casesOf("receiver");

export const bodyCases = (): readonly BodyCase[] => casesOf("json");
/** Signed every body of `bodyCases`. */
export const bodySecret = (): string => Buffer.from(vectors("json").secret ?? "", "base64").toString();

function casesOf<T>(name: string): readonly T[] {
  return vectors<T>(name).cases;
}

function vectors<T>(name: string): { readonly cases: readonly T[]; readonly secret?: string } {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), "utf8"));
}
