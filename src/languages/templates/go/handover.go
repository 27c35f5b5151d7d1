package collectionscontract

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"sync"
	"time"
)

// AcceptedAs says what became of a delivery that was acknowledged.
type AcceptedAs string

// A handler ran for this delivery; it was handed over before; nobody takes this event.
const (
	Handled   AcceptedAs = "handled"
	Duplicate AcceptedAs = "duplicate"
	Ignored   AcceptedAs = "ignored"
)

// Accepted is a delivery that was acknowledged, for counting.
type Accepted struct {
	As    AcceptedAs
	Event string
	// Of the secret that matched; empty if it has none.
	Label, Owner string
}

// ErrKeyBusy is what a store returns for a key that is being handed over elsewhere. The answer is
// 503, and the service retries.
var ErrKeyBusy = errors.New(CodeEventBusy + ": the same payment is being handed over at this moment")

// busyKeys are those with a handler that runs, and since when. A repetition must not wait for one
// that hangs. After twelve times the time for handlers, only the store knows whether the payment is
// still under way.
type busyKeys struct {
	timeout time.Duration
	mu      sync.Mutex
	keys    map[string]time.Time
}

func (b *busyKeys) take(key string) (free func(), isFree bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	if since, isTaken := b.keys[key]; isTaken && now.Sub(since)/12 < b.timeout {
		return nil, false
	}
	b.keys[key] = now
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.keys[key] == now {
			delete(b.keys, key)
		}
	}, true
}

// panicError is what a function of the user panicked with, and where.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.value, e.stack) }

var errEnded = errors.New("a function ended its goroutine")

// caught turns a panic into an error.
func caught(do func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &panicError{value, debug.Stack()}
		}
	}()
	return do()
}

// inTime answers as do does, or that it is late once the context is over; then do goes on.
func (a *arrival) inTime(ctx context.Context, do func() Answer) Answer {
	answers := make(chan Answer, 1)
	go func() {
		var answer Answer
		err := errEnded
		// Deferred, because a function of the user can end this goroutine.
		defer func() {
			if err != nil {
				answer = a.refuse(http.StatusInternalServerError, CodeHandlerFailed, err)
			}
			answers <- answer
		}()
		err = caught(func() error {
			answer = do()
			return nil
		})
	}()
	select {
	case answer := <-answers:
		return answer
	case <-ctx.Done():
	}
	if a.isAsking.Load() {
		return a.refuse(http.StatusInternalServerError, CodeSecretsUnavailable, ctx.Err())
	}
	return a.refuse(http.StatusServiceUnavailable, CodeHandlerDeadline, nil)
}

type handler func(ctx context.Context, delivery Delivery) error

// handOver asks the store, which may call the handler.
func (a *arrival) handOver(ctx context.Context, delivery Delivery, same string, handle handler) Answer {
	delivery.same = keyWithin("", same)
	delivery.Key = keyWithin(delivery.Owner, same)
	free, isFree := a.busy.take(delivery.Key)
	if !isFree {
		return a.refuse(http.StatusServiceUnavailable, CodeEventBusy, nil)
	}
	defer free()
	isDone, err := a.wasDoneBeforeOwners(ctx, delivery)
	if err == nil && isDone {
		a.refuse(http.StatusNoContent, CodeOwnerUnknown, nil)
		return a.accept(Duplicate, delivery)
	}
	task := &task{do: func(ctx context.Context) error { return handle(ctx, delivery) }, late: func(err error) {
		a.refuse(http.StatusServiceUnavailable, CodeStoreFailed, err)
	}}
	if err == nil {
		err = caught(func() error { return a.options.Store.Once(ctx, delivery.Key, task.run) })
	}
	hasRun, failure := task.close()
	switch {
	case failure != nil:
		// Even if the store says nothing of it.
		return a.refuse(http.StatusInternalServerError, CodeHandlerFailed, failure)
	case errors.Is(err, ErrKeyBusy):
		return a.refuse(http.StatusServiceUnavailable, CodeEventBusy, nil)
	case err != nil:
		return a.refuse(http.StatusServiceUnavailable, CodeStoreFailed, err)
	case hasRun:
		return a.accept(Handled, delivery)
	}
	return a.accept(Duplicate, delivery)
}

// wasDoneBeforeOwners asks for the key of a version without owners. A task that fails makes the
// store forget the key again.
func (a *arrival) wasDoneBeforeOwners(ctx context.Context, delivery Delivery) (bool, error) {
	_, isMemory := a.options.Store.(*MemoryStore)
	if delivery.Owner == "" || isMemory {
		return false, nil
	}
	asked := &task{do: func(context.Context) error { return errors.New("only asked whether the key is done") }}
	err := caught(func() error { return a.options.Store.Once(ctx, delivery.same, asked.run) })
	if isNew, _ := asked.close(); isNew {
		return false, nil
	}
	return err == nil, err
}

func (a *arrival) accept(as AcceptedAs, delivery Delivery) Answer {
	if a.options.OnAccepted != nil {
		accepted := Accepted{as, delivery.Event, delivery.Label, delivery.Owner}
		if err := caught(func() error { a.options.OnAccepted(accepted); return nil }); err != nil {
			a.options.Logger.Error("webhook receiver: OnAccepted failed", "error", err)
		}
	}
	return Answer{Status: http.StatusNoContent}
}

// task is what a store runs. It may run it again, after it rolled the first run back.
type task struct {
	do   func(ctx context.Context) error
	late func(err error)

	mu             sync.Mutex
	isOver, hasRun bool
	failure        error
}

func (t *task) run(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.isOver {
		err := errors.New("the store returned before it ran its function")
		t.late(err)
		return err
	}
	// A function of the user can end this goroutine.
	t.hasRun, t.failure = true, errEnded
	t.failure = caught(func() error { return t.do(ctx) })
	return t.failure
}

func (t *task) close() (hasRun bool, failure error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.isOver = true
	return t.hasRun, t.failure
}
