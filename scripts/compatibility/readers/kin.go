package main

import (
	"context"
	"net/http"
	"os"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// The first document is the one whose router is asked.
func main() {
	for i, file := range os.Args[2:] {
		document := must(openapi3.NewLoader().LoadFromFile(file))
		must(0, document.Validate(context.Background()))
		if i > 0 {
			continue
		}
		router := must(gorillamux.NewRouter(document))
		tell(func(request *http.Request) error {
			route, parameters, err := router.FindRoute(request)
			must(0, err)
			options := &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}
			input := &openapi3filter.RequestValidationInput{Request: request, PathParams: parameters, Route: route, Options: options}
			return openapi3filter.ValidateRequest(context.Background(), input)
		})
	}
}
