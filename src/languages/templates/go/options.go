package collectionscontract

import (
	"cmp"
	"context"
	"log/slog"
	"time"
)

// PaymentHandler stores or enqueues a confirmed payment; real work comes later. If it fails, the
// answer is 500 and the service retries. Its context comes from the store; it outlives the request
// and ends with HandlerTimeout.
type PaymentHandler func(ctx context.Context, payment PaymentSnapshot, delivery Delivery) error

// ReceiverOptions may be left out as a whole: every zero value stands for a default.
type ReceiverOptions struct {
	// Returns the secrets at every delivery, instead of the list that NewReceiver takes: a secret can
	// be replaced without a restart. If it fails, the answer is 500.
	Secrets func(ctx context.Context) ([]string, error)
	// The secrets of several customers, whose payments may have the same ids, instead of the list that
	// NewReceiver takes; or a function that returns them at every delivery.
	Labelled     []LabelledSecret
	LabelledFrom func(ctx context.Context) ([]LabelledSecret, error)
	// Handles other events of the contract, each made with On.
	On []EventHandler
	// Takes verified deliveries of events without a handler. Default: they are acknowledged.
	OnUnknown func(ctx context.Context, delivery Delivery) error
	// Says what makes two payments of one owner the same. Default: id and event. It is asked twice, for
	// the payment and for one with other values: if it returns the same, the answer is 500.
	Key func(payment PaymentSnapshot) string
	// Remembers handed-over deliveries by key. Default: a MemoryStore, which is logged.
	Store DuplicateStore
	// Limits a body in bytes. Default: 1 MiB.
	MaxBodyBytes int64
	// Limits the time for a body to arrive. Default: 10 seconds.
	BodyTimeout time.Duration
	// Limits the time for secrets, store and handler together. Default: 5 seconds. Then the answer is
	// 503, and a handler that has begun goes on: a repetition is answered 503 until it ends, at most
	// twelve times as long. Then the store decides.
	HandlerTimeout time.Duration
	// Learns of every answer that is not 2xx. Default: failures on this side are logged, a panic with
	// its stack, and signatures that do not match with advice.
	OnProblem func(problem Problem)
	// Learns of every answer that is 2xx, before it is sent. It must be quick.
	OnAccepted func(accepted Accepted)
	// Takes what is logged. Default: slog.Default().
	Logger *slog.Logger
}

func (options ReceiverOptions) withDefaults() ReceiverOptions {
	options.Logger = cmp.Or(options.Logger, slog.Default())
	if options.Store == nil {
		options.Logger.Warn("webhook receiver: Duplicates are kept in this process alone: give the receiver a store that lasts if there " +
			"are several.")
		options.Store = NewMemoryStore(0)
	}
	options.MaxBodyBytes = positive(options.MaxBodyBytes, 1<<20)
	options.BodyTimeout = positive(options.BodyTimeout, 10*time.Second)
	options.HandlerTimeout = positive(options.HandlerTimeout, 5*time.Second)
	return options
}

// positive is a limit that was given, or its default.
func positive[N int | int64 | time.Duration](given, otherwise N) N {
	if given > 0 {
		return given
	}
	return otherwise
}
