package collectionscontract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const testSecret = "<WEBHOOK_SECRET>"

// recorder is a handler that fails as often as told, then notes what it gets.
type recorder struct {
	mu         sync.Mutex
	handled    []int64
	deliveries []Delivery
	contexts   []context.Context
	failures   int
	panics     int
}

func (h *recorder) handle(ctx context.Context, payment PaymentSnapshot, delivery Delivery) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.panics > 0 {
		h.panics--
		panic(http.ErrAbortHandler)
	}
	if h.failures > 0 {
		h.failures--
		return errors.New("disk full")
	}
	h.handled = append(h.handled, payment.ID)
	h.deliveries = append(h.deliveries, delivery)
	h.contexts = append(h.contexts, ctx)
	return nil
}

func newReceiver(t *testing.T, h *recorder, options ReceiverOptions) *Receiver {
	t.Helper()
	receiver, err := NewReceiver([]string{"<OLD_SECRET>", testSecret}, h.handle, options)
	if err != nil {
		t.Fatal(err)
	}
	return receiver
}

func serve(t *testing.T, h *recorder) *httptest.Server {
	t.Helper()
	options := ReceiverOptions{MaxBodyBytes: 2000, BodyTimeout: 300 * time.Millisecond, OnProblem: func(string, error) {}}
	server := httptest.NewServer(newReceiver(t, h, options))
	t.Cleanup(server.Close)
	return server
}

func payment(id any, more map[string]any) []byte {
	members := map[string]any{"@event": CaseFilePaymentConfirmed, "id": id}
	maps.Copy(members, more)
	text, _ := json.Marshal(members)
	return text
}

type request struct {
	method      string
	contentType string
	signature   *string
	// Sends the genuine signature as a second header.
	isDoubled bool
	isChunked bool
}

// post sends a genuine delivery, but for what differs.
func post(t *testing.T, server *httptest.Server, body []byte, differs request) int {
	t.Helper()
	// A reader of no known length is sent in chunks.
	var reader io.Reader = bytes.NewReader(body)
	if differs.isChunked {
		reader = io.MultiReader(bytes.NewReader(body[:9]), bytes.NewReader(body[9:]))
	}
	signature, err := Sign(body, testSecret)
	if err != nil {
		t.Fatal(err)
	}
	genuine := signature
	if differs.signature != nil {
		signature = *differs.signature
	}
	sent, err := http.NewRequest(either(differs.method, http.MethodPost), server.URL, reader)
	if err != nil {
		t.Fatal(err)
	}
	sent.Header.Set("Content-Type", either(differs.contentType, "application/json"))
	sent.Header.Set(SignatureHeader, signature)
	if differs.isDoubled {
		sent.Header.Add(SignatureHeader, genuine)
	}
	answer, err := server.Client().Do(sent)
	if err != nil {
		return 0
	}
	answer.Body.Close()
	return answer.StatusCode
}

func either(text, otherwise string) string {
	if text != "" {
		return text
	}
	return otherwise
}

func TestAPaymentIsHandedOverOnce(t *testing.T) {
	h := &recorder{}
	server := serve(t, h)
	answers := make([]int, 50)
	var group sync.WaitGroup
	for i := range answers {
		group.Add(1)
		go func() {
			defer group.Done()
			answers[i] = post(t, server, payment(1, nil), request{})
		}()
	}
	group.Wait()
	slices.Sort(answers)
	// While the first one is handled, the service is asked to come again.
	if answers[0] != 204 || answers[49] != 204 && answers[49] != 503 || !slices.Equal(h.handled, []int64{1}) {
		t.Errorf("answered %v, handed over %v", answers, h.handled)
	}
}

func TestBodiesThatDoNotEnd(t *testing.T) {
	server := serve(t, &recorder{})
	for name, one := range map[string]struct {
		body   string
		isOver bool
		status string
	}{
		"slow":            {"Content-Length: 900\r\n\r\n{", false, "HTTP/1.1 408 "},
		"cut off":         {"Content-Length: 900\r\n\r\n{", true, "HTTP/1.1 400 "},
		"endless":         {"Transfer-Encoding: chunked\r\n\r\n7d1\r\n" + strings.Repeat("x", 2001), false, "HTTP/1.1 413 "},
		"negative length": {"Content-Length: -1\r\n\r\n{", false, "HTTP/1.1 400 "},
	} {
		connection, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		io.WriteString(connection, "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"+one.body)
		if one.isOver {
			connection.(*net.TCPConn).CloseWrite()
		}
		connection.SetReadDeadline(time.Now().Add(5 * time.Second))
		answer := make([]byte, len(one.status))
		if _, err := io.ReadFull(connection, answer); err != nil || string(answer) != one.status {
			t.Errorf("%s: %q (%v)", name, answer, err)
		}
	}
}

func TestTheMemoryForgetsTheOldest(t *testing.T) {
	store, count := NewMemoryStore(2), 0
	for _, key := range []string{"a", "b", "a", "c", "a"} {
		if err := store.Once(context.Background(), key, func(context.Context) error { count++; return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if count != 4 {
		t.Errorf("done %d times", count)
	}
}

func TestABusyKeyIsToldAtOnce(t *testing.T) {
	store := NewMemoryStore(0)
	err := store.Once(context.Background(), "a", func(ctx context.Context) error {
		return store.Once(ctx, "a", func(context.Context) error { return nil })
	})
	if !errors.Is(err, ErrKeyBusy) {
		t.Errorf("%v", err)
	}
}

func receive(t *testing.T, receiver *Receiver, body []byte) int {
	t.Helper()
	signature, err := Sign(body, testSecret)
	if err != nil {
		t.Fatal(err)
	}
	return receiver.Receive(context.Background(), body, signature).Status
}
