package collectionscontract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
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

// recorder is a handler that notes what it gets.
type recorder struct {
	mu         sync.Mutex
	handled    []int64
	deliveries []Delivery
}

func (h *recorder) handle(_ context.Context, payment PaymentSnapshot, delivery Delivery) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.handled, h.deliveries = append(h.handled, payment.ID), append(h.deliveries, delivery)
	return nil
}

func serve(t *testing.T, h *recorder) *httptest.Server {
	t.Helper()
	options := ReceiverOptions{MaxBodyBytes: 2000, BodyTimeout: 300 * time.Millisecond, OnProblem: func(Problem) {}}
	server := httptest.NewServer(receiverOf(t, h.handle, options))
	t.Cleanup(server.Close)
	return server
}

func payment(id any) []byte {
	text, _ := json.Marshal(map[string]any{"@event": CaseFilePaymentConfirmed, "id": id})
	return text
}

// genuine is the signature of a delivery.
func genuine(t *testing.T, body []byte) string {
	t.Helper()
	signature, err := Sign(body, testSecret)
	if err != nil {
		t.Fatal(err)
	}
	return signature
}

// post sends a delivery, and returns the status; 0 if there is no answer.
func post(t *testing.T, server *httptest.Server, body []byte, signature string, isChunked bool) int {
	t.Helper()
	// A reader of no known length is sent in chunks.
	var reader io.Reader = bytes.NewReader(body)
	if isChunked {
		reader = io.MultiReader(reader)
	}
	sent, err := http.NewRequest(http.MethodPost, server.URL, reader)
	if err != nil {
		t.Fatal(err)
	}
	sent.Header.Set("Content-Type", "application/json")
	sent.Header.Set(SignatureHeader, signature)
	answer, err := server.Client().Do(sent)
	if err != nil {
		return 0
	}
	answer.Body.Close()
	return answer.StatusCode
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
			answers[i] = post(t, server, payment(1), genuine(t, payment(1)), false)
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
	return receiver.Receive(context.Background(), body, genuine(t, body)).Status
}
