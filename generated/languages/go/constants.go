// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

// Code generated from the documents of collections-contract. DO NOT EDIT.

package collectionscontract

// ContractVersion is the version of the documents.
const ContractVersion = "0.1.0"

// SignatureHeader carries the signature of a delivery.
const SignatureHeader = "X-Service-Signature"

// SignaturePrefix stands before the digits.
const SignaturePrefix = "sha256="

// TokenHeader carries the access token of a call, unless ClientOptions say otherwise.
const TokenHeader = "Authorization"

// TokenPrefix stands before the token in TokenHeader.
const TokenPrefix = "Bearer "

// CaseFilePaymentConfirmed is an event.
const CaseFilePaymentConfirmed = "case_file.payment.confirmed"

// EventNames are the events that are delivered today. More may come.
func EventNames() []string { return []string{CaseFilePaymentConfirmed} }

// Values of ResponseHandlingType.
const (
	// FireAndForget: the HTTP status of the answer is ignored.
	FireAndForget int64 = 1

	// WaitForSuccessfulResponse: a delivery whose answer is not 2xx is retried.
	WaitForSuccessfulResponse int64 = 2
)

const (
	grantType           = "authorization_code"
	appWebhookEventsMin = 1
	appWebhookEventsMax = 100
)

// operation is a call that the documents describe.
type operation struct{ id, method, path string }

var (
	exchangeAuthorizationCode = operation{"exchangeAuthorizationCode", "POST", "/oauth/v2/token"}
	createClientWebhook       = operation{"createClientWebhook", "POST", "/api/client_webhooks"}
	listAppWebhooks           = operation{"listAppWebhooks", "GET", "/api/apps/{id}/app_webhooks"}
	createAppWebhook          = operation{"createAppWebhook", "POST", "/api/app_webhooks"}
)
