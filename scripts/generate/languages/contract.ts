/**
 * What the constants of every language say. From the documents alone; a renderer gives them the form of its language.
 */

import type { Json } from "../../check/source.ts";

export interface Contract {
  readonly version: string;
  readonly signatureHeader: string;
  readonly signaturePrefix: string;
  /** Names in SCREAMING_CASE, with the value on the wire. */
  readonly events: readonly { readonly name: string; readonly value: string }[];
  readonly responseHandlingTypes: readonly { readonly name: string; readonly value: number; readonly about: string }[];
  readonly operations: readonly { readonly id: string; readonly method: string; readonly path: string }[];
  readonly grantType: string;
  /** How many events an app webhook may list. */
  readonly appWebhookEvents: { readonly min: number; readonly max: number };
}

export function contractOf(openapi: Json, asyncapi: Json): Contract {
  const schemas = openapi.components.schemas;
  const signature = asyncapi.components.securitySchemes.clientWebhookSignature["x-signature"];
  const handling = schemas.ResponseHandlingType;
  const { minItems, maxItems } = schemas.AppWebhookWrite.properties.events;
  return {
    version: openapi.info.version,
    signatureHeader: signature.header,
    signaturePrefix: signature.prefix,
    events: schemas.EventName["x-extensible-enum"].map((value: string) => ({
      name: value.replaceAll(/\W/g, "_").toUpperCase(),
      value,
    })),
    responseHandlingTypes: handling["x-enum-varnames"].map((name: string, i: number) => ({
      name,
      value: handling.enum[i],
      about: handling["x-enum-descriptions"][i],
    })),
    operations: Object.entries<Json>(openapi.paths).flatMap(([path, item]) =>
      ["get", "post"]
        .filter((method) => item[method])
        .map((method) => ({ id: item[method].operationId, method: method.toUpperCase(), path })),
    ),
    grantType: schemas.TokenRequest.properties.grant_type.const,
    appWebhookEvents: { min: minItems, max: maxItems },
  };
}
