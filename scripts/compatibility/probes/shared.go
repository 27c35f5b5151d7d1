package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
)

var operation, base, token, text = os.Args[1], os.Args[2], os.Args[3], os.Args[4]

// must ends the program with an error, if there is one.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal("error: ", err)
	}
	return value
}

// read gives the input as a T.
func read[T any]() (body T) {
	must(0, json.Unmarshal([]byte(text), &body))
	return body
}

// say prints a text, or another value as JSON, unless it came with an error.
func say(value any, err error) {
	if text, ok := must(value, err).(string); ok {
		fmt.Println(text)
	} else {
		fmt.Println(string(must(json.Marshal(value))))
	}
}
