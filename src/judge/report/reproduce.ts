/** A command that a person can paste. Secrets are read from the environment, never written out. */

import type { Exchange } from "../wire/http.ts";

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const FORM_FROM_ENVIRONMENT: Record<string, string> = {
  code: "AUTHORIZATION_CODE",
  client_id: "CLIENT_ID",
  client_secret: "CLIENT_SECRET",
};

/** The request as a curl command. */
export function asCurl({ request }: Exchange, isSecret: (text: string) => boolean): string {
  const { method, url, headers, body } = request;
  const parts = [`curl -sS -i -X ${method} ${quote(url)}`];
  for (const [name, value] of Object.entries(headers)) {
    if (/^authorization$/i.test(name)) parts.push(`-H "${name}: ${value.split(" ")[0]} $ACCESS_TOKEN"`);
    else if (isSecret(value)) parts.push(`-H "${name}: $ACCESS_TOKEN"`);
    else parts.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  if (body === undefined) return parts.join(" ");
  const isForm = Object.values(headers).some((value) => value.startsWith("application/x-www-form-urlencoded"));
  if (!isForm) return [...parts, `--data-binary ${quote(String(body))}`].join(" ");
  for (const [name, value] of new URLSearchParams(String(body))) {
    const variable = FORM_FROM_ENVIRONMENT[name];
    parts.push(`--data-urlencode ${variable ? `"${name}=$${variable}"` : quote(`${name}=${value}`)}`);
  }
  return parts.join(" ");
}

/** The command that repeats one check; `given` are files that the user must name in it. */
export function asRun(
  verb: "api" | "receiver",
  id: string,
  seed: number,
  given: readonly ("driver" | "deployment")[],
): string {
  const subject = verb === "api" ? "test api" : 'test receiver --url "$RECEIVER_URL"';
  const files = given.map((name) => ` --${name} "$${name.toUpperCase()}"`).join("");
  return `collections-contract ${subject} --only ${id} --seed ${seed}${files}`;
}
