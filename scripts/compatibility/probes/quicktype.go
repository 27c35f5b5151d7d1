package main

import "encoding/json"

func main() {
	payment, err := UnmarshalPaymentSnapshot([]byte(text))
	if err != nil {
		say(nil, err)
	}
	encoded, err := payment.Marshal()
	say(json.RawMessage(encoded), err)
}
