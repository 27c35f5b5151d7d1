package main

import "encoding/json"

func main() {
	payment := must(UnmarshalPaymentSnapshot([]byte(text)))
	say(json.RawMessage(must(payment.Marshal())), nil)
}
