package collectionscontract

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"unicode/utf8"
)

// Stand for other values. No payload has them; a function that parses times gets a time.
const (
	otherTime = "1987-06-05T04:32:10+00:00"
	otherText = "Qzx 8264913750"
)

// askForKey asks the option Key, the second time for a payment with other values: a key that stays
// the same would make all payments one, and all but the first would be lost as duplicates. One that
// panics there depends on a value.
func askForKey(key func(payment PaymentSnapshot) string, payment PaymentSnapshot, text []byte) (string, error) {
	same := key(payment)
	if same == "" {
		return "", errors.New("the option Key returned an empty text, which would make all payments the same")
	}
	var ofOther string
	_ = caught(func() error {
		other, err := withOtherValues(text)
		if err == nil {
			ofOther = key(other)
		}
		return err
	})
	if ofOther == same {
		return "", errors.New("the option Key returned the same for another payment: it names a member that the payload lacks, or none")
	}
	return same, nil
}

// withOtherValues reads a payment in which every value but the event is another one.
func withOtherValues(text []byte) (other PaymentSnapshot, err error) {
	var members map[string]any
	if err = json.Unmarshal(text, &members); err != nil {
		return other, err
	}
	event := members["@event"]
	changed := otherValue(members).(map[string]any)
	changed["@event"] = event
	if text, err = json.Marshal(changed); err != nil {
		return other, err
	}
	return other, json.Unmarshal(text, &other)
}

func otherValue(value any) any {
	switch value := value.(type) {
	case string:
		other := otherText
		if len(value) > 10 && value[10] == 'T' {
			other = otherTime
		}
		if value == other {
			return ""
		}
		return other
	case float64:
		if value == 1 {
			return 2
		}
		return 1
	case bool:
		return !value
	case []any:
		for at := range value {
			value[at] = otherValue(value[at])
		}
	case map[string]any:
		for name := range value {
			value[name] = otherValue(value[name])
		}
	}
	return value
}

// Keys that are longer, in characters, are stored as a digest: with an owner, and without.
const (
	ownedKeyMax = 100
	keyMax      = 255
)

// keyWithin puts the owner in front. A key that some stores cannot hold becomes a slash and its
// digest. An encoded owner holds neither a slash nor a blank, so two owners never share a key.
func keyWithin(owner, same string) string {
	encoded := percentEncoded(owner)
	key, most := same, keyMax
	if owner != "" {
		key, most = encoded+"/"+same, ownedKeyMax
	}
	if utf8.RuneCountInString(key) <= most && utf8.ValidString(key) && !strings.Contains(key, "\x00") {
		return key
	}
	digest := sha256.Sum256([]byte(encoded + " " + same))
	return "/" + base64.StdEncoding.EncodeToString(digest[:])
}

// percentEncoded does what encodeURIComponent does.
func percentEncoded(owner string) string {
	plain := strings.NewReplacer("+", "%20", "%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*")
	return plain.Replace(url.QueryEscape(owner))
}
