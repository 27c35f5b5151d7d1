/** Models and constants in C#: records over the hand-written Members and Output, which read, write and keep unknown members. */

import { banner } from "../banner.ts";
import type { Member, MemberType, Model } from "../models.ts";
import type { Contract } from "./contract.ts";

const NAMESPACE = "CollectionsContract";
const MAIN = `src/${NAMESPACE}`;
/** Of lines. */
const WIDTH = 120;

/** By path in the package; as `dotnet format` would leave them. */
export function renderCsharp(models: readonly Model[], contract: Contract): [file: string, text: string][] {
  return [
    ...models.map((model): [string, string] => [`${MAIN}/${model.name}.cs`, record(model)]),
    [`${MAIN}/Contract.cs`, constants(contract)],
    [`tests/${NAMESPACE}.Tests/Models.cs`, table(models)],
  ];
}

function record({ name, about, members: all }: Model): string {
  // An optional parameter cannot stand before one that is not.
  const members = [...all.filter(({ required }) => required), ...all.filter(({ required }) => !required)];
  const parameters = members.map(
    (one) =>
      `    ${typeName(one.type, one.secret)}${one.required ? "" : "?"} ${csName(one)}${one.required ? "" : " = null"}`,
  );
  const reads = members.map((one) => `            ${readCall(one)}`);
  const writes = all.map((one) => `            .Set(${text(one.json)}, ${csName(one)})`);
  const hasList = members.some(({ type }) => type.kind === "list");
  return `${banner("//")}
${hasList ? "using System.Collections.Generic;\n" : ""}using System.Text.Json;

namespace ${NAMESPACE};

${tag("summary", about)}
${members.map((one) => tag(`param name="${csName(one)}"`, sentence(one))).join("\n")}
public sealed record ${name}(
${parameters.join(",\n")}) : IModel
{
    /// <inheritdoc />
    public Extra Extra { get; init; } = Extra.None;

    /// <summary>Reads a JSON object.</summary>
    /// <exception cref="PayloadException">It does not fit.</exception>
    public static ${name} FromJson(JsonElement json)
    {
        Members members = new(json);
        ${name} read = new(
${reads.join(",\n")});
        return read with { Extra = members.Rest };
    }

    /// <inheritdoc />
    public void WriteTo(Utf8JsonWriter writer)
    {
        new Output(writer)
${writes.join("\n")}
            .With(Extra);
    }
}
`;
}

function constants(contract: Contract): string {
  const events = contract.events.map(({ name, value }) => ({ name: pascal(name), value }));
  const types = contract.responseHandlingTypes.map(
    ({ name, value, about }) => `${tag("summary", about, "    ")}\n    public const long ${pascal(name)} = ${value};\n`,
  );
  return `${banner("//")}
using System.Collections.Generic;

namespace ${NAMESPACE};

/// <summary>What the documents state, as values.</summary>
public static class Contract
{
    /// <summary>The version of the documents.</summary>
    public const string Version = ${text(contract.version)};

    /// <summary>Carries the signature of a delivery.</summary>
    public const string SignatureHeader = ${text(contract.signatureHeader)};

    /// <summary>Stands before the digits.</summary>
    public const string SignaturePrefix = ${text(contract.signaturePrefix)};

${events.map(({ name, value }) => `    /// <summary>An event.</summary>\n    public const string ${name} = ${text(value)};\n`).join("\n")}
${types.join("\n")}
    /// <summary>How few events an app webhook may list.</summary>
    public const int AppWebhookEventsMin = ${contract.appWebhookEvents.min};

    /// <summary>How many events an app webhook may list.</summary>
    public const int AppWebhookEventsMax = ${contract.appWebhookEvents.max};

    /// <summary>The events that are delivered today. More may come.</summary>
    public static IReadOnlyList<string> EventNames { get; } = new[] { ${events.map(({ name }) => name).join(", ")} };
}
`;
}

function table(models: readonly Model[]): string {
  const rows = models.map(({ name }) => `        [${text(name)}] = ${name}.FromJson,\n`);
  return `${banner("//")}
using System;
using System.Collections.Generic;
using System.Text.Json;

namespace ${NAMESPACE}.Tests;

/// <summary>What reads a payload, by the name of its schema.</summary>
internal static class Models
{
    internal static readonly Dictionary<string, Func<JsonElement, IModel>> Readers = new()
    {
${rows.join("")}    };
}
`;
}

function sentence({ about, required }: Member): string {
  return required ? about : `${about} Null if it is not there.`;
}

function typeName(type: MemberType, secret = false): string {
  if (secret) return "Secret";
  if (type.kind === "model") return type.name;
  if (type.kind === "list") return `IReadOnlyList<${typeName(type.of)}>`;
  return { string: "string", integer: "long", boolean: "bool" }[type.kind];
}

function readCall({ json, type, required, secret }: Member): string {
  const isValue = type.kind === "integer" || type.kind === "boolean";
  const call = required ? "Required" : isValue ? "OptionalValue" : "Optional";
  return `members.${call}(${text(json)}, ${secret ? "Members.Secret" : reader(type)})`;
}

function reader(type: MemberType): string {
  if (type.kind === "model") return `${type.name}.FromJson`;
  if (type.kind === "list") return `Members.List(${reader(type.of)})`;
  return { string: "Members.String", integer: "Members.Integer", boolean: "Members.Boolean" }[type.kind];
}

function csName({ words }: Member): string {
  return words.map(capital).join("");
}

function pascal(name: string): string {
  return name.toLowerCase().split("_").map(capital).join("");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function tag(name: string, about: string, indent = ""): string {
  const html = about.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const escaped = html.replaceAll(/`([^`]*)`/g, "<c>$1</c>");
  const end = `</${name.split(" ")[0]}>`;
  const single = `${indent}/// <${name}>${escaped}${end}`;
  if (single.length <= WIDTH) return single;
  const lines: string[] = [];
  let line = `${indent}///`;
  for (const word of escaped.split(" ")) {
    if (`${line} ${word}`.length > WIDTH) {
      lines.push(line);
      line = `${indent}///`;
    }
    line += ` ${word}`;
  }
  return [`${indent}/// <${name}>`, ...lines, line, `${indent}/// ${end}`].join("\n");
}

function text(value: string): string {
  return JSON.stringify(value);
}
