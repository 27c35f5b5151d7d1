/** Samples of a deployment: its hosts instead of variables, its package, and the header that carries its tokens. */

import { type Deployment, deployment, readOwnPackage } from "./deployment.ts";
import type { Sample } from "./samples.ts";

/** How each language reads the two hosts from its environment. */
const HOSTS: Record<string, (name: string) => string> = {
  sh: (name) => `$${name}`,
  ts: (name) => `process.env.${name}!`,
  python: (name) => `env["${name}"]`,
  go: (name) => `os.Getenv("${name}")`,
  java: (name) => `env.get("${name}")`,
  rust: (name) => `&env::var("${name}")?`,
};

/** How the client of each language is told the header: what stands there, and what takes its place. */
const TOKENS: Record<string, (header: string, prefix: string) => readonly [was: string, is: string]> = {
  sh: (header, prefix) => ["Authorization: Bearer ", `${header}: ${prefix}`],
  python: (header, prefix) => ["access_token, ", `access_token, token_header=(${text(header)}, ${text(prefix)}), `],
  go: (header, prefix) => [
    "client, err :=",
    `options.TokenHeader, options.TokenPrefix = ${text(header)}, ${text(prefix)}\nclient, err :=`,
  ],
  java: (header, prefix) => [", options);", `, options.withTokenHeader(${text(header)}, ${text(prefix)}));`],
  rust: (header, prefix) => [
    "let client =",
    `let options = ClientOptions {
    token_header: ${text(header)}.to_owned(),
    token_prefix: ${text(prefix)}.to_owned(),
    ..options
};
let client =`,
  ],
};

const text = (value: string): string => JSON.stringify(value);

/** Returns the sample as it is for the deployment that the site shows, or as it was if it shows none. */
export function ownSample(sample: Sample): Sample {
  const of = deployment();
  return of ? { ...sample, code: withToken(withHosts(withPackage(sample.code, of), sample, of), sample, of) } : sample;
}

/** The package has the header of signatures and of tokens as its default. */
const withPackage = (code: string, of: Deployment): string =>
  code.replaceAll(/"collections-contract(?=["/])/g, () => `"${readOwnPackage(of).name}`);

function withHosts(code: string, { language }: Sample, { baseUrl, authUrl }: Deployment): string {
  const read = HOSTS[language];
  if (!read) return code;
  const hosts = { BASE_URL: baseUrl, AUTH_URL: authUrl };
  return Object.entries(hosts).reduce((made, [name, url]) => {
    if (url === null) return made;
    return made.replaceAll(read(name), () => (language === "sh" ? url : text(url)));
  }, code);
}

function withToken(code: string, { language }: Sample, { settings }: Deployment): string {
  const { tokenHeader, tokenPrefix = "" } = settings;
  const change = TOKENS[language];
  if (tokenHeader === undefined || !change || isUsual(tokenHeader, tokenPrefix)) return code;
  const [was, is] = change(tokenHeader, tokenPrefix);
  return code.replace(was, () => is);
}

const isUsual = (header: string, prefix: string): boolean => header === "Authorization" && prefix === "Bearer ";
