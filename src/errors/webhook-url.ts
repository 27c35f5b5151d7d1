/** Why a URL may not be a webhook URL. */
export type WebhookUrlCode =
  | "url_malformed"
  | "url_too_long"
  | "url_scheme"
  | "url_host_loopback"
  | "url_host_private"
  | "url_host_special"
  | "url_host_no_tld"
  | "url_host_unknown_tld"
  | "url_userinfo";

/** Why an address may not be connected to. */
export type AddressCode =
  | "address_malformed"
  | "address_loopback"
  | "address_private"
  | "address_link_local"
  | "address_special";
