// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

// Code generated from the documents of collections-contract. DO NOT EDIT.

package collectionscontract

// ContractVersion is the version of the documents.
const ContractVersion = "0.1.0"

// SignatureHeader is the header that carries the signature of a delivery.
const SignatureHeader = "X-Service-Signature"

// SignaturePrefix is what stands before the digits of a signature.
const SignaturePrefix = "sha256="

// TokenHeader is the header that carries the access token of a call, by default.
const TokenHeader = "Authorization"

// TokenPrefix is what stands before the token in that header.
const TokenPrefix = "Bearer "

// CaseFilePaymentConfirmed is an event.
const CaseFilePaymentConfirmed = "case_file.payment.confirmed"

// FireAndForget: the HTTP status of the answer is ignored.
const FireAndForget int64 = 1

// WaitForSuccessfulResponse: a delivery whose answer is not 2xx is retried.
const WaitForSuccessfulResponse int64 = 2

// grantType is the grant of the token request.
const grantType = "authorization_code"

// appWebhookEventsMin is the fewest events that an app webhook may list.
const appWebhookEventsMin = 1

// appWebhookEventsMax is the most events that an app webhook may list.
const appWebhookEventsMax = 100

// EventNames are the events that are delivered today. More may come.
func EventNames() []string { return []string{CaseFilePaymentConfirmed} }

// operation is a call that the documents describe.
type operation struct{ id, method, path string }

var exchangeAuthorizationCode = operation{"exchangeAuthorizationCode", "POST", "/oauth/v2/token"}

var createClientWebhook = operation{"createClientWebhook", "POST", "/api/client_webhooks"}

var listAppWebhooks = operation{"listAppWebhooks", "GET", "/api/apps/{id}/app_webhooks"}

var createAppWebhook = operation{"createAppWebhook", "POST", "/api/app_webhooks"}
