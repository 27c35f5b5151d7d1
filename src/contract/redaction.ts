/**
 * Keeps secrets out of reports (F-5-05): every secret, token, code and signature that the judge meets is remembered and replaced, as it
 * is and as it looks inside JSON, a form, base64 or hex.
 */

const MASK = "[redacted]";
/** Members and headers whose value is a secret whatever it is. */
const SECRET_MEMBER =
  /("(?:secret|access_token|refresh_token|id_token|client_secret|code|signingKey)"\s*:\s*)("(?:[^"\\]|\\.)*"|[^,}\]\s]+)/gi;
const SECRET_FIELD = /\b((?:code|client_secret|access_token|refresh_token|secret)=)(?!\$)[^&\s"']+/gi;
const SECRET_HEADER = /^(authorization|proxy-authorization|cookie|set-cookie|x-service-signature)$/i;
/** Shorter ones cannot be told from ordinary text; the rules by name still cover them. */
const LEAST = 6;

export class Redactor {
  readonly #known = new Set<string>();
  #pattern: RegExp | undefined;

  /** Remembers a secret in every form in which it might be written. */
  add(...secrets: unknown[]): void {
    for (const secret of secrets) {
      if (typeof secret !== "string" || secret.trim().length < LEAST) continue;
      const bytes = Buffer.from(secret);
      const forms = [
        secret,
        secret.trim(),
        JSON.stringify(secret).slice(1, -1),
        encodeURIComponent(secret),
        new URLSearchParams([["", secret]]).toString().slice(1),
        bytes.toString("base64"),
        bytes.toString("base64url"),
        bytes.toString("hex"),
      ];
      for (const form of forms) this.#known.add(form);
    }
    this.#pattern = undefined;
  }

  text(text: string): string {
    if (this.#known.size > 0) {
      this.#pattern ??= new RegExp(
        [...this.#known]
          .sort((a, b) => b.length - a.length)
          .map((one) => one.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
          .join("|"),
        "g",
      );
      text = text.replace(this.#pattern, MASK);
    }
    return text
      .replace(SECRET_MEMBER, (_, name: string) => `${name}"${MASK}"`)
      .replace(SECRET_FIELD, (_, name: string) => `${name}${MASK}`)
      .replace(/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, (_, scheme: string) => `${scheme} ${MASK}`);
  }

  headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, SECRET_HEADER.test(name) ? MASK : this.text(value)]),
    );
  }

  /** A copy of any value with every text in it masked. */
  value<T>(value: T): T {
    if (typeof value === "string") return this.text(value) as T;
    if (Array.isArray(value)) return value.map((one) => this.value(one)) as T;
    if (value !== null && typeof value === "object")
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.value(one)])) as T;
    return value;
  }
}
