package collectionscontract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
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

func TestChunksAndUnknownMembersAreTaken(t *testing.T) {
	h := &recorder{}
	server := serve(t, h)
	body := append([]byte("\ufeff"), payment(2, map[string]any{"x-later": []any{1, nil}})...)
	if status := post(t, server, body, request{isChunked: true, contentType: "Application/JSON; charset=utf-8"}); status != 204 {
		t.Errorf("answered %d", status)
	}
	if status := post(t, server, payment(3, map[string]any{"@event": "case_file.closed"}), request{}); status != 204 {
		t.Errorf("an unknown event was answered %d", status)
	}
	if !slices.Equal(h.handled, []int64{2}) {
		t.Errorf("handed over %v", h.handled)
	}
}

func TestAFailedHandOverIsAnswered500AndTheRetryIsHandled(t *testing.T) {
	h := &recorder{failures: 1, panics: 1}
	server := serve(t, h)
	var answers []int
	for range 4 {
		answers = append(answers, post(t, server, payment(4, nil), request{}))
	}
	if !slices.Equal(answers, []int{500, 500, 204, 204}) || !slices.Equal(h.handled, []int64{4}) {
		t.Errorf("answered %v, handed over %v", answers, h.handled)
	}
}

func TestWhatIsRefused(t *testing.T) {
	h := &recorder{}
	server := serve(t, h)
	body, none := payment(5, nil), ""
	genuine, err := Sign(body, testSecret)
	if err != nil {
		t.Fatal(err)
	}
	forged, err := Sign([]byte("another body"), testSecret)
	if err != nil {
		t.Fatal(err)
	}
	twice := forged + ", " + forged
	large := payment(5, map[string]any{"pad": strings.Repeat("x", 2000)})
	for name, one := range map[string]struct {
		body    []byte
		differs request
		status  int
	}{
		"forged":             {body, request{signature: &forged}, 401},
		"two signatures":     {body, request{signature: &twice}, 401},
		"signed twice":       {body, request{isDoubled: true}, 401},
		"forged and signed":  {body, request{signature: &forged, isDoubled: true}, 401},
		"a space more":       {append(body, ' '), request{signature: &genuine}, 401},
		"unsigned":           {body, request{signature: &none}, 401},
		"no JSON":            {[]byte("{"), request{}, 400},
		"two values":         {[]byte("{}{}"), request{}, 400},
		"no UTF-8":           {[]byte("{\"@event\":\"\xff\"}"), request{}, 400},
		"deep":               {bytes.Repeat([]byte("["), 1900), request{}, 400},
		"a list":             {[]byte("[]"), request{}, 422},
		"another case":       {[]byte(`{"@Event":"x","Id":1}`), request{}, 422},
		"id as text":         {payment("5", nil), request{}, 422},
		"too large":          {large, request{}, 413},
		"too large, chunked": {large, request{isChunked: true}, 413},
		"a form":             {body, request{contentType: "application/x-www-form-urlencoded"}, 415},
		"no media type":      {body, request{contentType: " "}, 415},
		"PUT":                {body, request{method: http.MethodPut}, 405},
	} {
		if status := post(t, server, one.body, one.differs); status != one.status {
			t.Errorf("%s was answered %d instead of %d", name, status, one.status)
		}
	}
	if len(h.handled) > 0 {
		t.Errorf("handed over %v", h.handled)
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

func TestEmptySecretsAreRefusedAtOnce(t *testing.T) {
	for _, secrets := range [][]string{nil, {""}, {"a", ""}} {
		if _, err := NewReceiver(secrets, (&recorder{}).handle, ReceiverOptions{}); !errors.Is(err, ErrSecretEmpty) {
			t.Errorf("%v", err)
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

func TestTheHandlerGetsTheDelivery(t *testing.T) {
	h, body := &recorder{}, payment(6, nil)
	status := receive(t, newReceiver(t, h, ReceiverOptions{}), body)
	key := "6 " + CaseFilePaymentConfirmed
	expected := Delivery{Event: CaseFilePaymentConfirmed, Key: key, Body: body, SecretIndex: 1, same: key}
	if status != 204 || !reflect.DeepEqual(h.deliveries, []Delivery{expected}) {
		t.Errorf("%d: %v", status, h.deliveries)
	}
}

func TestSecretsAreAskedForAtEachDelivery(t *testing.T) {
	var current []string
	var codes []string
	receiver := newReceiver(t, &recorder{}, ReceiverOptions{
		Secrets:   func(context.Context) ([]string, error) { return current, nil },
		OnProblem: func(code string, _ error) { codes = append(codes, code) },
	})
	var answers []int
	for _, secrets := range [][]string{{"<OLD_SECRET>"}, {testSecret}, nil} {
		current = secrets
		answers = append(answers, receive(t, receiver, payment(7, nil)))
	}
	if !slices.Equal(answers, []int{401, 204, 500}) ||
		!slices.Equal(codes, []string{CodeSignatureMismatch, CodeSecretsUnavailable}) {
		t.Errorf("%v %v", answers, codes)
	}
}

type transactionKey struct{}

// table is a store that passes a transaction on.
type table struct{ keys []string }

func (s *table) Once(ctx context.Context, key string, do func(ctx context.Context) error) error {
	s.keys = append(s.keys, key)
	return do(context.WithValue(ctx, transactionKey{}, "connection"))
}

func TestAnOwnKeyAndAStoreWithATransaction(t *testing.T) {
	h, store := &recorder{}, &table{}
	receiver := newReceiver(t, h, ReceiverOptions{
		Store: store,
		Key:   func(payment PaymentSnapshot) string { return fmt.Sprint("payment ", payment.ID) },
	})
	status := receive(t, receiver, payment(8, nil))
	if status != 204 || !slices.Equal(store.keys, []string{"payment 8"}) ||
		h.contexts[0].Value(transactionKey{}) != "connection" {
		t.Errorf("%d: %v", status, store.keys)
	}
}

func TestUnknownEventsAreHandedOverOnce(t *testing.T) {
	var events []string
	receiver := newReceiver(t, &recorder{}, ReceiverOptions{
		OnUnknown: func(_ context.Context, delivery Delivery) error {
			events = append(events, delivery.Event)
			return nil
		},
	})
	body := []byte(`{"@event":"case_file.closed"}`)
	statuses := []int{receive(t, receiver, body), receive(t, receiver, body)}
	if !slices.Equal(statuses, []int{204, 204}) || !slices.Equal(events, []string{"case_file.closed"}) {
		t.Errorf("%v %v", statuses, events)
	}
}

func TestOtherServersHaveTheLimitToo(t *testing.T) {
	receiver := newReceiver(t, &recorder{}, ReceiverOptions{MaxBodyBytes: 3})
	if answer := receiver.Receive(context.Background(), []byte("{}  "), ""); answer.Code != CodeBodyTooLarge {
		t.Errorf("%v", answer)
	}
}
