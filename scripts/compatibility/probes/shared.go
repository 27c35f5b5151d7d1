package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
)

var operation, base, token, text = os.Args[1], os.Args[2], os.Args[3], os.Args[4]

// read gives the input as a T.
func read[T any]() (body T) {
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		log.Fatalf("error: %v", err)
	}
	return body
}

// say prints a text, or another value as JSON, unless it came with an error.
func say(value any, err error) {
	if err != nil {
		log.Fatalf("error: %v", err)
	}
	if text, ok := value.(string); ok {
		fmt.Println(text)
		return
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		log.Fatalf("error: %v", err)
	}
	fmt.Println(string(encoded))
}
