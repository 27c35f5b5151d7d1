package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// The first argument is a registration; the first document is the one whose router is asked.
func main() {
	for i, file := range os.Args[2:] {
		document, err := openapi3.NewLoader().LoadFromFile(file)
		must(err)
		must(document.Validate(context.Background()))
		if i > 0 {
			continue
		}
		router, err := gorillamux.NewRouter(document)
		must(err)
		body, err := os.ReadFile(os.Args[1])
		must(err)
		check := func(text string) error {
			request, _ := http.NewRequest("POST", "https://base-url.invalid/api/client_webhooks", strings.NewReader(text))
			request.Header.Set("Content-Type", "application/json")
			route, parameters, err := router.FindRoute(request)
			must(err)
			options := &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}
			input := &openapi3filter.RequestValidationInput{Request: request, PathParams: parameters, Route: route, Options: options}
			return openapi3filter.ValidateRequest(context.Background(), input)
		}
		must(check(string(body)))
		if check("{}") == nil {
			must(fmt.Errorf("an empty registration was taken"))
		}
	}
}
