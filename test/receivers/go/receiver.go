// A receiver of client webhook deliveries with Go's standard library.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
)

const (
	event    = "case_file.payment.confirmed"
	maxBytes = 1 << 20
)

var (
	secret    = []byte(os.Getenv("WEBHOOK_SECRET"))
	processed = os.Getenv("PROCESSED")
	lock      sync.Mutex
)

// isSigned wants the prefix, then the HMAC of the raw bytes in hex; it compares in constant time.
func isSigned(raw []byte, header string) bool {
	digits, hasPrefix := strings.CutPrefix(header, "sha256=")
	given, err := hex.DecodeString(digits)
	mac := hmac.New(sha256.New, secret)
	mac.Write(raw)
	return hasPrefix && err == nil && hmac.Equal(given, mac.Sum(nil))
}

// takeEffectOnce holds the lock from the look to the note, so that simultaneous repetitions count once.
func takeEffectOnce(id int64) error {
	lock.Lock()
	defer lock.Unlock()
	line := fmt.Sprintf(`{"id":%d,"event":"%s"}`, id, event)
	known, err := os.ReadFile(processed)
	if err != nil || slices.Contains(strings.Split(string(known), "\n"), line) {
		return err
	}
	file, err := os.OpenFile(processed, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.WriteString(line + "\n")
	return err
}

func receive(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBytes))
	if err != nil {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	if !isSigned(raw, r.Header.Get("X-Service-Signature")) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var payload struct {
		Event string `json:"@event"`
		ID    *int64 `json:"id"`
	}
	if json.Unmarshal(raw, &payload) != nil || payload.ID == nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if payload.Event == event && takeEffectOnce(*payload.ID) != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func main() {
	http.HandleFunc("POST /hooks", receive)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
