package main

func main() {
	fixtures(func(text []byte) ([]byte, error) {
		payment, err := UnmarshalPaymentSnapshot(text)
		if err != nil {
			return nil, err
		}
		return payment.Marshal()
	})
}
