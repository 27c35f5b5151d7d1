package collectionscontract

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// ErrSecretUnusable refuses what was read from a file that was not saved as UTF-8 without a byte order
// mark: no delivery would ever match.
var ErrSecretUnusable = errors.New("secret_unusable: a secret was read from bytes that are not UTF-8, or with a byte order mark")

// LabelledSecret is a secret that says whose payments it signs, where several customers post to one
// receiver.
type LabelledSecret struct {
	// Names the secret, for logs and metrics.
	Label  string
	Secret Secret
	// The customer whose payments it signs: payments of two owners are never the same. Several secrets
	// may have one owner. Default: the label.
	Owner string
}

func (s LabelledSecret) owner() string {
	return cmp.Or(s.Owner, s.Label)
}

// secretsOf returns a function for the secrets of a receiver, wherever they come from.
func secretsOf(given []string, options ReceiverOptions) (func(context.Context) ([]LabelledSecret, error), error) {
	sources := []bool{len(given) > 0, options.Secrets != nil, options.Labelled != nil, options.LabelledFrom != nil}
	sources = slices.DeleteFunc(sources, func(isGiven bool) bool { return !isGiven })
	switch {
	case len(sources) > 1:
		return nil, errors.New("pass a list of secrets, or one of the options Secrets, Labelled and LabelledFrom")
	case options.Secrets != nil:
		return func(ctx context.Context) ([]LabelledSecret, error) {
			return checkedPlain(options.Secrets(ctx))
		}, nil
	case options.LabelledFrom != nil:
		return func(ctx context.Context) ([]LabelledSecret, error) {
			return checkedLabelled(options.LabelledFrom(ctx))
		}, nil
	}
	own, err := checkedPlain(given, nil)
	if options.Labelled != nil {
		own, err = checkedLabelled(options.Labelled, nil)
	}
	return func(context.Context) ([]LabelledSecret, error) { return own, nil }, err
}

func checkedPlain(secrets []string, err error) ([]LabelledSecret, error) {
	var plain []LabelledSecret
	for _, secret := range secrets {
		plain = append(plain, LabelledSecret{Secret: NewSecret(secret)})
	}
	if err == nil {
		err = checkSecrets(plain)
	}
	return plain, err
}

func checkedLabelled(secrets []LabelledSecret, err error) ([]LabelledSecret, error) {
	if err == nil {
		err = checkSecrets(secrets)
	}
	if err != nil {
		return nil, err
	}
	owners := map[string]string{}
	for _, one := range secrets {
		owner, isKnown := owners[one.Label]
		switch {
		case one.Label == "" || !utf8.ValidString(one.Label) || !utf8.ValidString(one.Owner):
			return nil, errors.New("a label and an owner must be text, and a label not empty")
		case isKnown && owner != one.owner():
			return nil, fmt.Errorf("the label %q has two owners: secrets under one label have one owner", one.Label)
		}
		owners[one.Label] = one.owner()
	}
	// A copy, so that nobody changes it later.
	return append([]LabelledSecret(nil), secrets...), nil
}

func checkSecrets(secrets []LabelledSecret) error {
	if len(secrets) == 0 {
		return ErrSecretEmpty
	}
	for _, one := range secrets {
		switch text := one.Secret.Reveal(); {
		case text == "":
			return ErrSecretEmpty
		case strings.HasPrefix(text, "\ufeff") || strings.ContainsRune(text, utf8.RuneError):
			return ErrSecretUnusable
		}
	}
	return nil
}

func valuesOf(secrets []LabelledSecret) []string {
	values := make([]string, len(secrets))
	for index, one := range secrets {
		values[index] = one.Secret.Reveal()
	}
	return values
}
