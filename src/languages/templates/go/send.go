package collectionscontract

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// answer is what arrived, its body within the limit.
type answer struct {
	// Method and URL.
	call   string
	status int
	header http.Header
	body   []byte
}

// json is empty where the body is not UTF-8: encoding/json would take it, with other characters in a secret.
func (a *answer) json() []byte {
	if !utf8.Valid(a.body) {
		return nil
	}
	return withoutMark(a.body)
}

func (a *answer) failure(code string, op operation) *APIError {
	return &APIError{Code: code, Operation: op.id, Status: a.status, Header: a.header, Body: a.body, call: a.call}
}

type sender struct {
	client http.Client
	limit  int64
	// The codes of a status below 500, and from there on.
	refused, failed string
}

func newSender(options ClientOptions, refused, failed string) *sender {
	client := http.Client{
		Timeout:   positive(options.Timeout, 10*time.Second),
		Transport: options.Transport,
		// A redirect would carry the token to another place.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &sender{client, positive(options.MaxResponseBytes, 1<<20), refused, failed}
}

// send makes one request, and returns an answer with a status below 300. The body of an error is cut off at the limit.
func (s *sender) send(ctx context.Context, op operation, target string, headers http.Header, body []byte) (*answer, error) {
	got := &answer{call: op.method + " " + target}
	request, err := http.NewRequestWithContext(ctx, op.method, target, bytes.NewReader(body))
	if err != nil {
		return nil, got.failure(CodeRequestInvalid, op)
	}
	request.Header = headers
	// A connection of an earlier call may be dead: then a GET is sent twice, and it is not known whether a
	// POST arrived.
	request.Close = true
	response, err := s.client.Do(request)
	if err != nil {
		return nil, got.broken(err, op)
	}
	defer response.Body.Close()
	if response.StatusCode < 200 {
		// Another protocol, whose connection has no deadline any more.
		return nil, got.failure(CodeUnreachable, op)
	}
	received, err := io.ReadAll(io.LimitReader(response.Body, s.limit+1))
	isTooLarge := int64(len(received)) > s.limit
	got.status, got.header, got.body = response.StatusCode, response.Header, received[:min(int64(len(received)), s.limit)]
	switch {
	case got.status >= 300 && got.status < 400:
		return nil, got.failure(CodeRedirectRefused, op)
	case err != nil:
		return nil, got.broken(err, op)
	case got.status >= 500:
		return nil, got.failure(s.failed, op)
	case got.status >= 300:
		return nil, got.failure(s.refused, op)
	case isTooLarge:
		return nil, got.failure(CodeResponseTooLarge, op)
	}
	return got, nil
}

// broken is a failure of the connection.
func (a *answer) broken(err error, op operation) *APIError {
	code := CodeUnreachable
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		code = CodeTimeout
	}
	failure := a.failure(code, op)
	failure.cause = err
	return failure
}

// checkedURL is without the slash at its end: https, or http to this machine where that is allowed.
func checkedURL(given string, allowInsecureLoopback bool, operation string) (string, error) {
	parsed, err := url.Parse(given)
	isWeb := err == nil && (parsed.Scheme == "https" || parsed.Scheme == "http")
	if isWeb && parsed.Port() != "" {
		_, err = strconv.ParseUint(parsed.Port(), 10, 16)
	}
	// url.Parse takes a:1:1 for a host.
	isOdd := !isWeb || strings.Contains(parsed.Hostname(), ":") != strings.HasPrefix(parsed.Host, "[")
	if isOdd || err != nil || parsed.Hostname() == "" || parsed.User != nil || strings.ContainsAny(given, "?#") {
		return "", &APIError{Code: CodeBaseURLInvalid, Operation: operation}
	}
	host := parsed.Hostname()
	isLocal := strings.EqualFold(host, "localhost") || net.ParseIP(host).IsLoopback()
	if parsed.Scheme == "http" && !(allowInsecureLoopback && isLocal) {
		return "", &APIError{Code: CodeInsecureURL, Operation: operation}
	}
	return strings.TrimRight(given, "/"), nil
}
