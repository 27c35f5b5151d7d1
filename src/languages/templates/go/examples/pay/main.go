// Command pay confirms a payment in a sandbox of collections-contract, which then delivers it, and prints what the
// sandbox answers. It reads SANDBOX_URL, and SANDBOX_TOKEN for a sandbox that others can reach.
package main

import (
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	body := strings.NewReader(`{"amount":12550,"confirmed":true}`)
	request, err := http.NewRequest(http.MethodPost, os.Getenv("SANDBOX_URL")+"/_control/payments", body)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SANDBOX_TOKEN"))
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		log.Fatal(answer.Status)
	}
	if _, err := io.Copy(os.Stdout, answer.Body); err != nil {
		log.Fatal(err)
	}
}
