type Given = { code: string; clientId: string; clientSecret: string; redirectUri: string };

/** The five fields of an exchange (F-4.2-03, F-4.2-04). */
export const tokenForm = (given: Given) => ({
  grant_type: "authorization_code",
  code: given.code,
  client_id: given.clientId,
  client_secret: given.clientSecret,
  redirect_uri: given.redirectUri,
});
