package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	contract "example.com/collectionscontract"
)

// inbox holds payments and the keys of those that were handed over, in one file.
type inbox struct {
	path string
	mu   sync.Mutex
	done map[string]bool
}

type line struct {
	ID    int64  `json:"id"`
	Event string `json:"event"`
}

func openInbox(path string) (*inbox, error) {
	in := &inbox{path: path, done: map[string]bool{}}
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return in, nil
	}
	if err != nil {
		return nil, err
	}
	// A crash cut this line off, so its payment was never acknowledged and is retried. The line must
	// not stay: the next one would be written behind it.
	whole := bytes.LastIndexByte(content, '\n') + 1
	if whole < len(content) {
		if err := os.Truncate(path, int64(whole)); err != nil {
			return nil, err
		}
	}
	for _, text := range bytes.Split(bytes.TrimSpace(content[:whole]), []byte("\n")) {
		var entry line
		if len(text) == 0 {
			continue
		}
		if err := json.Unmarshal(text, &entry); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		in.done[entry.key()] = true
	}
	return in, nil
}

// Once implements contract.DuplicateStore.
func (in *inbox) Once(ctx context.Context, key string, do func(ctx context.Context) error) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.done[key] {
		return nil
	}
	if err := do(ctx); err != nil {
		return err
	}
	in.done[key] = true
	return nil
}

// add writes a payment to disk. Once calls it with the lock held.
func (in *inbox) add(_ context.Context, payment contract.PaymentSnapshot, _ contract.Delivery) error {
	text, err := json.Marshal(line{payment.ID, payment.Event})
	if err != nil {
		return err
	}
	file, err := os.OpenFile(in.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	before, err := file.Stat()
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	if err == nil {
		err = file.Sync()
	}
	if err != nil {
		// Removes half a line; the service retries.
		return errors.Join(err, file.Truncate(before.Size()))
	}
	return nil
}

func (l line) key() string { return fmt.Sprintf("%d %s", l.ID, l.Event) }
