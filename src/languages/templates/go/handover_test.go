package collectionscontract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// told collects codes and errors.
type told struct {
	mu     sync.Mutex
	codes  []string
	errors []error
}

func (p *told) add(problem Problem) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.codes, p.errors = append(p.codes, problem.Code), append(p.errors, problem.Err)
}

func (p *told) all() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.codes)
}

func receiverOf(t *testing.T, handle PaymentHandler, options ReceiverOptions) *Receiver {
	t.Helper()
	secrets := []string{testSecret}
	if options.Secrets != nil || options.Labelled != nil {
		secrets = nil
	}
	receiver, err := NewReceiver(secrets, handle, options)
	if err != nil {
		t.Fatal(err)
	}
	return receiver
}

func takes(context.Context, PaymentSnapshot, Delivery) error { return nil }

func TestHoweverAHandlerFails(t *testing.T) {
	for name, fail := range map[string]func() error{
		"a panic":                              func() error { panic("on purpose") },
		"an abort":                             func() error { panic(http.ErrAbortHandler) },
		"a Goexit":                             func() error { runtime.Goexit(); return nil },
		"a Goexit of the goroutine of a store": func() error { runtime.Goexit(); return nil },
	} {
		p, isFailing := &told{}, true
		options := ReceiverOptions{OnProblem: p.add}
		if strings.Contains(name, "store") {
			options.Store = once(func(ctx context.Context, _ string, do func(context.Context) error) (err error) {
				isOver := make(chan struct{})
				go func() { defer close(isOver); err = do(ctx) }()
				<-isOver
				return err
			})
		}
		receiver := receiverOf(t, func(context.Context, PaymentSnapshot, Delivery) error {
			if isFailing {
				return fail()
			}
			return nil
		}, options)
		if status := receive(t, receiver, payment(1)); status != 500 || !slices.Equal(p.codes, []string{CodeHandlerFailed}) {
			t.Errorf("%s: %d %v", name, status, p.codes)
		}
		if strings.Contains(name, "panic") && !strings.Contains(p.errors[0].Error(), "handover_test.go") {
			t.Errorf("no stack: %v", p.errors[0])
		}
		isFailing = false
		if status := receive(t, receiver, payment(1)); status != 204 {
			t.Errorf("%s: then %d", name, status)
		}
	}
}

// once is a store of one function.
type once func(ctx context.Context, key string, do func(ctx context.Context) error) error

func (f once) Once(ctx context.Context, key string, do func(ctx context.Context) error) error {
	return f(ctx, key, do)
}

// always knows no key.
var always = once(func(ctx context.Context, _ string, do func(context.Context) error) error { return do(ctx) })

func TestOthersAreAnsweredWhileAHandlerHangs(t *testing.T) {
	inside, release := make(chan struct{}), make(chan struct{})
	enter := sync.OnceFunc(func() { close(inside) })
	receiver := receiverOf(t, func(ctx context.Context, payment PaymentSnapshot, _ Delivery) error {
		if payment.ID == 1 {
			enter()
			<-release
		}
		return nil
	}, ReceiverOptions{HandlerTimeout: time.Second, OnProblem: func(Problem) {}, Store: always})
	hanging := make(chan int)
	go func() { hanging <- receive(t, receiver, payment(1)) }()
	<-inside
	if status := receive(t, receiver, payment(2)); status != 204 {
		t.Errorf("another was answered %d", status)
	}
	if status := <-hanging; status != 503 {
		t.Errorf("answered %d", status)
	}
	close(release)
	status := 503
	for end := time.Now().Add(10 * time.Second); status == 503 && time.Now().Before(end); time.Sleep(time.Millisecond) {
		status = receive(t, receiver, payment(1))
	}
	if status != 204 {
		t.Errorf("then %d", status)
	}
}

func TestAHandlerThatNeverEndsKeepsItsPaymentForAWhile(t *testing.T) {
	var hasHung atomic.Bool
	receiver := receiverOf(t, func(context.Context, PaymentSnapshot, Delivery) error {
		if !hasHung.Swap(true) {
			select {}
		}
		return nil
	}, ReceiverOptions{HandlerTimeout: 100 * time.Millisecond, OnProblem: func(Problem) {}, Store: always})
	begun, status := time.Now(), 503
	for ; status == 503 && time.Since(begun) < 20*time.Second; time.Sleep(10 * time.Millisecond) {
		status = receive(t, receiver, payment(1))
	}
	if status != 204 || time.Since(begun) < 1200*time.Millisecond {
		t.Errorf("%d after %v", status, time.Since(begun))
	}
}

func TestAStoreAndSecretsThatHang(t *testing.T) {
	hangs := func(ctx context.Context) error { select {} }
	p := &told{}
	for _, options := range []ReceiverOptions{
		{Store: once(func(ctx context.Context, _ string, _ func(context.Context) error) error { return hangs(ctx) })},
		{Secrets: func(ctx context.Context) ([]string, error) { return nil, hangs(ctx) }},
		// These see that the time is over.
		{Store: once(func(ctx context.Context, _ string, _ func(context.Context) error) error {
			<-ctx.Done()
			return ctx.Err()
		})},
	} {
		options.HandlerTimeout, options.OnProblem = 50*time.Millisecond, p.add
		if status := receive(t, receiverOf(t, takes, options), payment(1)); status < 500 {
			t.Errorf("answered %d", status)
		}
	}
	if codes := p.all(); codes[0] != CodeHandlerDeadline || codes[1] != CodeSecretsUnavailable {
		t.Errorf("%v", codes)
	}
}

// The last time counts.
func TestAStoreThatTriesAgainAfterAConflict(t *testing.T) {
	count := 0
	twice := once(func(ctx context.Context, _ string, do func(context.Context) error) error { _ = do(ctx); return do(ctx) })
	conflicts := func(context.Context, PaymentSnapshot, Delivery) error {
		if count++; count == 1 {
			return errors.New("conflict")
		}
		return nil
	}
	if status := receive(t, receiverOf(t, conflicts, ReceiverOptions{Store: twice}), payment(1)); status != 204 {
		t.Errorf("answered %d", status)
	}
}

func TestAStoreThatReturnsTooEarly(t *testing.T) {
	late, p := make(chan func(context.Context) error, 1), &told{}
	early := once(func(_ context.Context, _ string, do func(context.Context) error) error { late <- do; return nil })
	hasRun := false
	runs := func(context.Context, PaymentSnapshot, Delivery) error { hasRun = true; return nil }
	receive(t, receiverOf(t, runs, ReceiverOptions{Store: early, OnProblem: p.add}), payment(1))
	if err := (<-late)(context.Background()); err == nil || hasRun || !slices.Equal(p.codes, []string{CodeStoreFailed}) {
		t.Errorf("%v %v %v", err, hasRun, p.codes)
	}
}

func TestALongStatementIsLookedAtOnce(t *testing.T) {
	var text strings.Builder
	for row := range 40_000 {
		fmt.Fprintf(&text, "(%d, 'payment %d; of $1$ %d')", row, row, row)
	}
	begun := time.Now()
	if count, _ := statements(text.String()); count != 1 || time.Since(begun) > 5*time.Second {
		t.Errorf("%d after %v", count, time.Since(begun))
	}
}

func TestAKeptBodyStaysAsItWas(t *testing.T) {
	var kept []byte
	keeps := func(_ context.Context, _ PaymentSnapshot, delivery Delivery) error { kept = delivery.Body; return nil }
	receiver := receiverOf(t, keeps, ReceiverOptions{})
	buffer := payment(1)
	first := bytes.Clone(buffer)
	receive(t, receiver, buffer)
	// Servers such as fasthttp read the next delivery into the same bytes.
	copy(buffer, payment(2))
	if !bytes.Equal(kept, first) {
		t.Errorf("became %s", kept)
	}
}

func TestWhatIsLogged(t *testing.T) {
	var log bytes.Buffer
	options := ReceiverOptions{Logger: slog.New(slog.NewJSONHandler(&log, nil))}
	options.Labelled = []LabelledSecret{{Label: "a", Secret: NewSecret(testSecret), Owner: "Acme"}}
	receiver := receiverOf(t, func(context.Context, PaymentSnapshot, Delivery) error { panic("on purpose") }, options)
	body := payment(1)
	for range 3 {
		receiver.Receive(context.Background(), body, SignaturePrefix+strings.Repeat("0", 64))
		receiver.Receive(context.Background(), nil, "")
	}
	receive(t, receiver, body)
	receiver.Receive(context.Background(), body, "")
	receiver.RefuseHead("GET", "", 0)
	options.Store = NewMemoryStore(0)
	receiverOf(t, takes, options)
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 3 || !strings.Contains(lines[0], "Duplicates are kept in this process alone: give") ||
		!strings.Contains(lines[1], CodeSignatureMismatch) || !strings.Contains(lines[1], "check that the secret") ||
		!strings.Contains(lines[2], `"code":"handler_failed","event":"case_file.payment.confirmed","label":"a","owner":"Acme"`) || !strings.Contains(lines[2], "handover_test.go") {
		t.Errorf("%s", log.String())
	}
}
