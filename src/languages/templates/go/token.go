package collectionscontract

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// AuthorizationCode is what an exchange sends. All of it is needed.
type AuthorizationCode struct {
	Code         Secret
	ClientID     string
	ClientSecret Secret
	RedirectURI  string
}

// ExchangeAuthorizationCode exchanges a code for tokens, with exactly the five fields that are
// stated, once. {{N-4.2-01?How tokens are refreshed is not stated.|It refreshes no tokens.}} The error is an *APIError.
func ExchangeAuthorizationCode(
	ctx context.Context, authURL string, given AuthorizationCode, options ClientOptions,
) (TokenResponse, error) {
	op := exchangeAuthorizationCode
	base, err := checkedURL(authURL, options.AllowInsecureLoopback, op.id)
	if err != nil {
		return TokenResponse{}, err
	}
	if given.Code.Reveal() == "" || given.ClientID == "" || given.ClientSecret.Reveal() == "" || given.RedirectURI == "" {
		return TokenResponse{}, &APIError{Code: CodeCredentialsMissing, Operation: op.id}
	}
	form := url.Values{
		"grant_type":    {grantType},
		"code":          {given.Code.Reveal()},
		"client_id":     {given.ClientID},
		"client_secret": {given.ClientSecret.Reveal()},
		"redirect_uri":  {given.RedirectURI},
	}
	headers := http.Header{
		"Accept":       {"application/json"},
		"Content-Type": {"application/x-www-form-urlencoded"},
	}
	sender := newSender(options, CodeTokenRefused, CodeTokenEndpointFailed)
	answer, err := sender.send(ctx, op, base+op.path, headers, []byte(form.Encode()))
	if err != nil {
		return TokenResponse{}, err
	}
	var tokens TokenResponse
	err = json.Unmarshal(answer.json(), &tokens)
	isEmpty := tokens.AccessToken.Reveal() == "" || tokens.RefreshToken.Reveal() == ""
	if err != nil || isEmpty || !strings.EqualFold(tokens.TokenType, "bearer") {
		return TokenResponse{}, answer.failure(CodeTokenResponseInvalid, op)
	}
	return tokens, nil
}
