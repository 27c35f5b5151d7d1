package collectionscontract

import (
	"context"
	"sync"
)

// DuplicateStore remembers the keys of handed-over deliveries. In production: a table with a unique
// key.
type DuplicateStore interface {
	// Once calls do if the key is new, and remembers the key if do returned nil. A key that was done
	// before is not an error. While one call is inside, another with the same key waits until the
	// context ends, or returns ErrKeyBusy, which is answered 503.
	//
	// Call do before you return, and return what it returns. If do fails, or if what it did is rolled
	// back, the key must be free again, and Once must return an error.
	//
	// The handler gets the context that do gets: put a transaction into it, and the handler can store
	// the payment in the same transaction as the key.
	Once(ctx context.Context, key string, do func(ctx context.Context) error) error
}

// MemoryStore remembers keys within one process, until it ends. It forgets the oldest beyond its
// limit.
type MemoryStore struct {
	limit int
	mu    sync.Mutex
	done  map[string]bool
	order []string
	busy  map[string]bool
}

// NewMemoryStore keeps at most limit keys; 0 stands for 100,000.
func NewMemoryStore(limit int) *MemoryStore {
	return &MemoryStore{limit: positive(limit, 100_000), done: map[string]bool{}, busy: map[string]bool{}}
}

// Once implements DuplicateStore. It never waits.
func (s *MemoryStore) Once(ctx context.Context, key string, do func(ctx context.Context) error) error {
	isNew, err := s.enter(key)
	if err != nil || !isNew {
		return err
	}
	isDone := false
	// A panic of do must not keep the key busy for ever.
	defer func() { s.leave(key, isDone) }()
	err = do(ctx)
	isDone = err == nil
	return err
}

func (s *MemoryStore) enter(key string) (isNew bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done[key] {
		return false, nil
	}
	if s.busy[key] {
		return false, ErrKeyBusy
	}
	s.busy[key] = true
	return true, nil
}

func (s *MemoryStore) leave(key string, isDone bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.busy, key)
	if !isDone {
		return
	}
	s.done[key] = true
	s.order = append(s.order, key)
	if len(s.order) > s.limit {
		delete(s.done, s.order[0])
		s.order = s.order[1:]
	}
}
