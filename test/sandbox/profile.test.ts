import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { DEFAULT_PROFILE, PROFILE_KEYS, STRICT_PROFILE } from "../../generated/profile.ts";
import { differences, loadProfile, parseOverrides } from "../../src/sandbox/profile.ts";
import { changedProfile } from "../../src/values/profile.ts";
import { testFolder } from "../support/scratch.ts";

const keys = Object.keys(PROFILE_KEYS) as (keyof typeof PROFILE_KEYS)[];
const refusal = (code: string, text = "") => expect.objectContaining({ code, message: expect.stringContaining(text) });

describe("the shipped profiles", () => {
  it("decide every gap that a running service must choose on, and no other", () => {
    const open = Object.entries(ASSUMPTIONS).filter(([, { profile }]) => profile);
    expect(new Set(keys.map((key) => PROFILE_KEYS[key].gap))).toEqual(new Set(open.map(([id]) => id)));
  });

  it("differ in every key", () => {
    expect(differences(STRICT_PROFILE).map(({ key }) => key)).toEqual(keys);
  });

  it("pass their own checks", () => {
    expect(changedProfile(DEFAULT_PROFILE, STRICT_PROFILE)).toEqual(STRICT_PROFILE);
    expect(changedProfile(STRICT_PROFILE, DEFAULT_PROFILE)).toEqual(DEFAULT_PROFILE);
  });
});

describe("loadProfile", () => {
  it("reads a file, whose missing members come from the default", () => {
    const folder = testFolder("profile-");
    const file = (text: string) => {
      writeFileSync(join(folder, "profile.json"), text);
      return join(folder, "profile.json");
    };
    expect(loadProfile(file('{"maxAttempts": 2}'))).toEqual({ ...DEFAULT_PROFILE, maxAttempts: 2 });
    for (const text of ["", "[]", "7", "maxAttempts: 2"]) {
      expect(() => loadProfile(file(text))).toThrow(refusal("profile_unreadable"));
    }
    expect(() => loadProfile(file('{"max": 2}'))).toThrow(refusal("profile_unknown_key"));
    expect(() => loadProfile(file('{"maxAttempts": "2"}'))).toThrow(refusal("profile_invalid", "N-6.5-01"));
  });

  it("refuses a name that is neither shipped nor a file", () => {
    expect(() => loadProfile("lenient")).toThrow(refusal("profile_unreadable", "lenient"));
  });
});

describe("parseOverrides", () => {
  it("takes JSON where it fits, and else the text", () => {
    const pairs = [
      "maxAttempts=3",
      "followRedirects=true",
      "retryScheduleSeconds=[1,2]",
      "listEnvelope=null",
      "tokenPrefix=Token ",
      "deniedCode=7",
    ];
    expect(parseOverrides(pairs)).toEqual({
      maxAttempts: 3,
      followRedirects: true,
      retryScheduleSeconds: [1, 2],
      listEnvelope: null,
      tokenPrefix: "Token ",
      deniedCode: "7",
    });
  });

  it.each([
    ["maxAttempt=3", "maxAttempts"],
    ["follow_redirects=true", "followRedirects"],
    ["tokenheader=x", "tokenHeader"],
  ])("suggests the nearest key for %s", (pair, nearest) => {
    expect(() => parseOverrides([pair])).toThrow(refusal("profile_unknown_key", `did you mean ${nearest}?`));
  });

  it("suggests nothing where no key is near", () => {
    const silent = { code: "profile_unknown_key", message: expect.not.stringContaining("did you mean") };
    expect(() => parseOverrides(["nope=1"])).toThrow(expect.objectContaining(silent));
  });

  it("cuts a name short that no setting has", () => {
    const refused = refusal("profile_unknown_key", "kkk …");
    expect(() => parseOverrides([`${"k".repeat(200_000)}=1`])).toThrow(refused);
  });

  it.each([
    "authorizationPath=/",
    "authorizationPath=/api/authorize",
    "refreshPath=/api/tokens/refresh",
    "clientDeliveryMediaType=application/vnd.payment+json; charset=utf-8",
  ])("takes %s, which a deployment may state", (pair) => {
    expect(Object.values(parseOverrides([pair]))).toEqual([pair.slice(pair.indexOf("=") + 1)]);
  });

  it.each([
    "maxAttempts=0",
    "maxAttempts=1.5",
    "maxAttempts=many",
    "tokenStatus=404",
    "validationStatus=200",
    "errorFormat=xml",
    "followRedirects=yes",
    "retryScheduleSeconds=[]",
    "retryScheduleSeconds=[-1]",
    "retryScheduleSeconds=5",
    "authorizationPath=authorize",
    "authorizationPath=/api/apps",
    "authorizationPath=/_control/x",
    "authorizationPath=/a/../b",
    "tokenHeader=X Y",
    "tokenHeader=host",
    "tokenPrefix= Bearer",
    "tokenMediaType=json",
    "operationScopes=[]",
    'operationScopes={"createClientWebhook":["a b"]}',
    "scopeSeparator=",
    "deniedCode=a\nb",
    "deniedCode=",
    "requestMediaTypes=[]",
    // What would contradict a fact, or take the place of something else.
    "accessTokenLifetimeSeconds=1.5",
    "clientDeliveryMediaType=text/plain",
    "clientWebhookActiveMember=secret",
    "refreshGrantType=authorization_code",
    "refreshPath=/api/client_webhooks",
    "scopeParameter=redirect_uri",
    "maxAttempts",
    "=3",
  ])("refuses %s", (pair) => {
    expect(() => parseOverrides([pair])).toThrow(refusal("profile_invalid"));
  });
});
