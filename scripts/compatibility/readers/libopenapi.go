package main

import (
	"fmt"
	"net/http"
	"os"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
)

// The first document is the one that judges requests.
func main() {
	for i, file := range os.Args[2:] {
		document := must(libopenapi.NewDocument(must(os.ReadFile(file))))
		must(document.BuildV3Model())
		judge, errs := validator.NewValidator(document)
		if len(errs) > 0 {
			must(0, errs[0])
		}
		if ok, found := judge.ValidateDocument(); !ok {
			must(0, fmt.Errorf("%s: %s", file, found[0].Message))
		}
		if i > 0 {
			continue
		}
		tell(func(request *http.Request) error {
			if ok, found := judge.ValidateHttpRequest(request); !ok {
				return fmt.Errorf("%s: %s", found[0].Message, found[0].Reason)
			}
			return nil
		})
	}
}
