package collectionscontract

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"unicode"
)

// Why a delivery cannot be trusted. The first rule that applies gives the code.
const (
	CodeSecretEmpty         = "secret_empty"
	CodeSignatureMissing    = "signature_missing"
	CodeSignatureRepeated   = "signature_repeated"
	CodeSignatureWhitespace = "signature_whitespace"
	CodeSignatureAlgorithm  = "signature_algorithm"
	CodeSignaturePrefix     = "signature_prefix"
	CodeSignatureEncoding   = "signature_encoding"
	CodeSignatureLength     = "signature_length"
	CodeSignatureMismatch   = "signature_mismatch"
)

// SignatureError says why a delivery cannot be trusted.
type SignatureError struct {
	// One of the constants above.
	Code string
}

func (e *SignatureError) Error() string { return e.Code + ": the delivery cannot be trusted" }

// ErrSecretEmpty refuses an empty key, with which anyone could sign.
var ErrSecretEmpty = errors.New(CodeSecretEmpty + ": a secret is missing or empty: is its environment variable set?")

// Sign returns the value of the signature header for exactly these bytes, or ErrSecretEmpty.
func Sign(body []byte, secret string) (string, error) {
	if secret == "" {
		return "", ErrSecretEmpty
	}
	return SignaturePrefix + hex.EncodeToString(mac(body, secret)), nil
}

// Verify tells whether a body was signed with one of these secrets, and returns the index of that
// secret. Otherwise the error is a *SignatureError.
//
// The body is the bytes as they arrived, before any parsing. The header is the value as it arrived,
// empty if there was none; join several of the same name with a comma. There are several secrets
// while one is being replaced. Every comparison takes constant time.
func Verify(body []byte, header string, secrets []string) (int, error) {
	if len(secrets) == 0 || slices.Contains(secrets, "") {
		return -1, &SignatureError{CodeSecretEmpty}
	}
	given, code := parseSignature(header)
	if code != "" {
		return -1, &SignatureError{code}
	}
	for index, secret := range secrets {
		if hmac.Equal(mac(body, secret), given) {
			return index, nil
		}
	}
	return -1, &SignatureError{CodeSignatureMismatch}
}

// parseSignature returns the digest, or the code of the first rule that is broken.
func parseSignature(header string) ([]byte, string) {
	switch {
	case header == "":
		return nil, CodeSignatureMissing
	case strings.Contains(header, ","):
		return nil, CodeSignatureRepeated
	case strings.ContainsFunc(header, isBlank):
		return nil, CodeSignatureWhitespace
	}
	digits, hasPrefix := strings.CutPrefix(header, SignaturePrefix)
	switch {
	case !hasPrefix && namesAlgorithm(header):
		return nil, CodeSignatureAlgorithm
	case !hasPrefix:
		return nil, CodeSignaturePrefix
	}
	digest, err := hex.DecodeString(digits)
	var noDigit hex.InvalidByteError
	switch {
	case errors.As(err, &noDigit):
		return nil, CodeSignatureEncoding
	case err != nil || len(digest) != sha256.Size:
		return nil, CodeSignatureLength
	}
	return digest, ""
}

// isBlank is white space or a control character, as every language of this contract counts them.
func isBlank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\ufeff' }

// namesAlgorithm: lower-case letters, digits and hyphens, then "=".
func namesAlgorithm(header string) bool {
	name, _, hasSign := strings.Cut(header, "=")
	isOther := func(r rune) bool { return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r == '-') }
	return hasSign && name != "" && !strings.ContainsFunc(name, isOther)
}

func mac(body []byte, secret string) []byte {
	hash := hmac.New(sha256.New, []byte(secret))
	hash.Write(body)
	return hash.Sum(nil)
}
