package main

import (
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// The first argument is a registration; the first document is the one that judges it.
func main() {
	for i, file := range os.Args[2:] {
		text, err := os.ReadFile(file)
		must(err)
		document, err := libopenapi.NewDocument(text)
		must(err)
		_, err = document.BuildV3Model()
		must(err)
		judge, errs := validator.NewValidator(document)
		if len(errs) > 0 {
			must(errs[0])
		}
		if ok, found := judge.ValidateDocument(); !ok {
			must(fmt.Errorf("%s: %s", file, found[0].Message))
		}
		if i > 0 {
			continue
		}
		body, err := os.ReadFile(os.Args[1])
		must(err)
		check := func(text string) bool {
			request, _ := http.NewRequest("POST", "https://base-url.invalid/api/client_webhooks", strings.NewReader(text))
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Authorization", "Bearer a-token")
			ok, found := judge.ValidateHttpRequest(request)
			if !ok && text != "{}" {
				must(fmt.Errorf("%s: %s", found[0].Message, found[0].Reason))
			}
			return ok
		}
		check(string(body))
		if check("{}") {
			must(fmt.Errorf("an empty registration was taken"))
		}
	}
}
