package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"strings"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal("error: ", err)
	}
	return value
}

// tell asks about the registration in the first argument, and about an empty one.
func tell(check func(*http.Request) error) {
	request := func(body string) *http.Request {
		request := must(http.NewRequest("POST", "https://base-url.invalid/api/client_webhooks", strings.NewReader(body)))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Authorization", "Bearer a-token")
		return request
	}
	must(0, check(request(string(must(os.ReadFile(os.Args[1]))))))
	if check(request("{}")) == nil {
		must(0, errors.New("an empty registration was taken"))
	}
}
