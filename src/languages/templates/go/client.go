package collectionscontract

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// ClientOptions may be left out as a whole: every zero value stands for a default.
type ClientOptions struct {
	// For a whole call, the answer's body included. Default: 10 seconds.
	Timeout time.Duration
	// Of a body, in bytes. Default: 1 MiB.
	MaxResponseBytes int64
	// Allows plain http to this machine, for tests.
	AllowInsecureLoopback bool
	// The header for the access token{{N-5-03? is not stated.|.}} Default: that of the constant TokenHeader.
	TokenHeader string
	// What stands before the token. Default: TokenPrefix in the default header, nothing in another.
	TokenPrefix string
	// Default: http.DefaultTransport.
	Transport http.RoundTripper
}

// Client calls the API. Every call is one request: nothing is repeated, no redirect is followed. It
// is safe for concurrent use.
type Client struct {
	baseURL string
	sender  *sender
	token   Secret
	// Name, and what stands before the token.
	tokenHeader, tokenPrefix string
}

// NewClient makes a client for an absolute https URL. The error is an *APIError; its code is
// token_invalid if the token cannot stand in its header.
func NewClient(baseURL string, accessToken Secret, options ClientOptions) (*Client, error) {
	base, err := checkedURL(baseURL, options.AllowInsecureLoopback, "NewClient")
	if err != nil {
		return nil, err
	}
	header, prefix := cmp.Or(options.TokenHeader, TokenHeader), options.TokenPrefix
	if options.TokenHeader == "" {
		prefix = cmp.Or(prefix, TokenPrefix)
	}
	if accessToken.Reveal() == "" || !isHeader(header, prefix+accessToken.Reveal()) {
		return nil, &APIError{Code: CodeTokenInvalid, Operation: "NewClient"}
	}
	return &Client{base, newSender(options, CodeRequestRejected, CodeServiceFailed), accessToken, header, prefix}, nil
}

// isHeader tells whether a name and a value in ASCII can be sent.
func isHeader(name, value string) bool {
	isOdd := func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r) }
	isUnprintable := func(r rune) bool { return r < ' ' || r > '~' }
	return name != "" && !strings.ContainsFunc(name, isOdd) && !strings.ContainsFunc(value, isUnprintable)
}

// CreateClientWebhook registers a webhook of a client. Store its secret at once{{A-04?: whether it is ever
// shown again is not stated|}}. The error is an *APIError.
func (c *Client) CreateClientWebhook(ctx context.Context, webhook ClientWebhookCreate) (ClientWebhook, error) {
	if len(webhook.Events) == 0 {
		return ClientWebhook{}, &APIError{Code: CodeRequestInvalid, Operation: createClientWebhook.id}
	}
	answer, err := c.call(ctx, createClientWebhook, "", webhook)
	if err != nil {
		return ClientWebhook{}, err
	}
	var created ClientWebhook
	if !json.Valid(answer.json()) {
		return created, answer.failure(CodeResponseNotJSON, createClientWebhook)
	}
	if readAnswer(answer.json(), &created, &created.Extra) != nil || created.Secret.Reveal() == "" {
		return ClientWebhook{}, answer.failure(CodeResponseInvalid, createClientWebhook)
	}
	return created, nil
}

// CreateAppWebhook registers a webhook of an App; all five members have to be set. {{U-41?What the answer
// holds is not stated: without|Without}} a JSON object the result is empty. The error is an *APIError.
func (c *Client) CreateAppWebhook(ctx context.Context, webhook AppWebhookWrite) (AppWebhook, error) {
	isWhole := webhook.App != nil && webhook.WebhookURL != nil && webhook.ResponseHandlingType != nil && webhook.Active != nil
	count := len(webhook.Events)
	if !isWhole || count < appWebhookEventsMin || count > appWebhookEventsMax {
		return AppWebhook{}, &APIError{Code: CodeRequestInvalid, Operation: createAppWebhook.id}
	}
	answer, err := c.call(ctx, createAppWebhook, "", webhook)
	if err != nil {
		return AppWebhook{}, err
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(answer.json(), &members) != nil {
		// It worked; an error would invite to create another one.
		return AppWebhook{}, nil
	}
	var created AppWebhook
	if members != nil && readAnswer(answer.json(), &created, &created.Extra) != nil {
		return AppWebhook{}, answer.failure(CodeResponseInvalid, createAppWebhook)
	}
	return created, nil
}

// ListAppWebhooks returns the JSON as it came{{U-03?: whether the list is wrapped, and in what, is not
// stated|; the member that holds the list: {listEnvelope}}}. The error is an *APIError.
func (c *Client) ListAppWebhooks(ctx context.Context, appID string) (json.RawMessage, error) {
	if appID == "" || appID == "." || appID == ".." {
		return nil, &APIError{Code: CodeRequestInvalid, Operation: listAppWebhooks.id}
	}
	answer, err := c.call(ctx, listAppWebhooks, appID, nil)
	if err != nil {
		return nil, err
	}
	if !json.Valid(answer.json()) {
		return nil, answer.failure(CodeResponseNotJSON, listAppWebhooks)
	}
	return answer.json(), nil
}

// readAnswer reads a model. What was made must not get lost because another member is of another type, so such a
// member joins those that are not known, unless it is required.
func readAnswer(text []byte, model json.Unmarshaler, extra *Extra) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	others := Extra{}
	for {
		err := json.Unmarshal(text, model)
		var fault *PayloadError
		if !errors.As(err, &fault) {
			maps.Copy(others, *extra)
			*extra = others
			return err
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(fault.Path, "/"), "/")
		member, isThere := members[name]
		if !isThere {
			return err
		}
		others[name] = member
		delete(members, name)
		if text, err = json.Marshal(members); err != nil {
			return err
		}
	}
}

// call sends payload as JSON unless it is nil, and returns an answer with a status below 300.
func (c *Client) call(ctx context.Context, op operation, appID string, payload json.Marshaler) (*answer, error) {
	headers := http.Header{"Accept": {"application/json"}}
	headers.Set(c.tokenHeader, c.tokenPrefix+c.token.Reveal())
	var body []byte
	if payload != nil {
		var err error
		if body, err = payload.MarshalJSON(); err != nil {
			return nil, &APIError{Code: CodeRequestInvalid, Operation: op.id, cause: err}
		}
		headers.Set("Content-Type", "application/json")
	}
	target := c.baseURL + strings.ReplaceAll(op.path, "{id}", url.PathEscape(appID))
	return c.sender.send(ctx, op, target, headers, body)
}
