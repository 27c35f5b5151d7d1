package collectionscontract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// clientOf makes a client of a service that answers like this.
func clientOf(t *testing.T, options ClientOptions, answer http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	options.AllowInsecureLoopback = true
	client, err := NewClient(server.URL, NewSecret("hidden"), options)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestACallThatIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	client := clientOf(t, ClientOptions{}, func(http.ResponseWriter, *http.Request) { t.Error("sent") })
	if _, err := client.ListAppWebhooks(ctx, "1"); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestWhyNoAnswerArrivedIsSaid(t *testing.T) {
	server := httptest.NewTLSServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	client, err := NewClient(server.URL, NewSecret("hidden"), ClientOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, expected := range []string{"certificate", "refused"} {
		if _, err := client.ListAppWebhooks(context.Background(), "1"); !strings.Contains(err.Error(), expected) {
			t.Errorf("%v", err)
		}
		server.Close()
	}
}

func TestEndlessAnswersEndAndAreNotPrinted(t *testing.T) {
	client := clientOf(t, ClientOptions{MaxResponseBytes: 2000}, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, strings.Repeat("hidden ", 4000))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	_, err := client.ListAppWebhooks(context.Background(), "1")
	var failure *APIError
	if !errors.As(err, &failure) || failure.Code != CodeResponseTooLarge {
		t.Fatalf("%v", err)
	}
	asJSON, _ := json.Marshal(failure)
	if said := fmt.Sprintf("%+v %#v %+v %#v %s", err, err, *failure, *failure, asJSON); strings.Contains(said, "hidden") {
		t.Errorf("printed: %s", said)
	}
}

func TestWhatCannotStandInAHeaderIsRefusedAtOnce(t *testing.T) {
	for _, options := range []ClientOptions{{TokenHeader: "a b"}, {TokenPrefix: "a\nb"}, {TokenHeader: "X", TokenPrefix: "\u00e9"}} {
		var failure *APIError
		if _, err := NewClient("https://example.com", NewSecret("t"), options); !errors.As(err, &failure) || failure.Code != CodeTokenInvalid {
			t.Errorf("%+v: %v", options, err)
		}
	}
}

func TestAnAnswerThatIsNotUTF8IsNoJSON(t *testing.T) {
	client := clientOf(t, ClientOptions{}, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "{\"secret\":\"\xe4\"}") })
	var failure *APIError
	if _, err := client.CreateClientWebhook(context.Background(), ClientWebhookCreate{Events: []string{"e"}}); !errors.As(err, &failure) || failure.Code != CodeResponseNotJSON {
		t.Errorf("%v", err)
	}
}

func TestAnotherHeaderForTheToken(t *testing.T) {
	client := clientOf(t, ClientOptions{TokenHeader: "X-Token"}, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Token") != "hidden" || r.Header.Get("Authorization") != "" {
			t.Errorf("%v", r.Header)
		}
		io.WriteString(w, "[]")
	})
	if _, err := client.ListAppWebhooks(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
}
