package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"

	contract "example.com/collectionscontract"
)

const maxBytes = 1_000_000

type rawBodyKey struct{}

// KeepBytes verifies each delivery over the bytes that arrived, and hands them on twice: as r.Body and by RawBody.
func KeepBytes(secret string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/client-webhook" {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBytes))
		if err != nil {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		signature := strings.Join(r.Header.Values("X-Service-Signature"), ",")
		if _, err := contract.Verify(body, signature, []string{secret}); err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), rawBodyKey{}, body)))
	})
}

// RawBody returns the bytes of the delivery that a handler is called for.
func RawBody(ctx context.Context) []byte {
	body, _ := ctx.Value(rawBodyKey{}).([]byte)
	return body
}
