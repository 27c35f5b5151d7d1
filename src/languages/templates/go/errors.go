package collectionscontract

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
)

// Why a call did not succeed.
const (
	CodeBaseURLInvalid       = "base_url_invalid"
	CodeInsecureURL          = "insecure_url"
	CodeTokenInvalid         = "token_invalid"
	CodeCredentialsMissing   = "credentials_missing"
	CodeRequestInvalid       = "request_invalid"
	CodeUnreachable          = "unreachable"
	CodeTimeout              = "timeout"
	CodeRedirectRefused      = "redirect_refused"
	CodeResponseTooLarge     = "response_too_large"
	CodeResponseNotJSON      = "response_not_json"
	CodeResponseInvalid      = "response_invalid"
	CodeRequestRejected      = "request_rejected"
	CodeServiceFailed        = "service_failed"
	CodeTokenRefused         = "token_refused"
	CodeTokenEndpointFailed  = "token_endpoint_failed"
	CodeTokenResponseInvalid = "token_response_invalid"
)

// APIError is a call that did not succeed. What the service sent can hold secrets: it is there for
// who asks for it by name, and in no message, format or JSON.
type APIError struct {
	// One of the constants above.
	Code string
	// For example "createClientWebhook".
	Operation string
	// 0 if no answer arrived.
	Status int
	Header http.Header `json:"-"`
	// Cut off at the limit for responses.
	Body []byte `json:"-"`

	// Method and URL of what was sent.
	call  string
	cause error
}

// Error names method and URL, and why no answer arrived, such as a certificate, where no text of the service is in that.
func (e APIError) Error() string {
	said := e.Code + ": " + e.Operation
	if e.call != "" {
		said += ", " + e.call
	}
	if e.Status != 0 {
		return fmt.Sprintf("%s was answered %d", said, e.Status)
	}
	for err := e.cause; err != nil; err = errors.Unwrap(err) {
		switch err.(type) {
		case *tls.CertificateVerificationError, *net.OpError:
			return fmt.Sprintf("%s: %v", said, err)
		}
	}
	return said
}

// GoString is the message, too.
func (e APIError) GoString() string { return e.Error() }

// Unwrap returns what the HTTP client said if no answer arrived, for example context.Canceled.
func (e APIError) Unwrap() error { return e.cause }
