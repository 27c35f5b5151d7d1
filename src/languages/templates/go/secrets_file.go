package collectionscontract

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// SecretsFromFile returns a function for the option Secrets that reads one secret a line, and again when the file
// has changed. It looks at the file when a delivery arrives, once a second at most, so a secret can be replaced
// without a restart. If a changed file cannot be used, the secrets before it stay, and onError gets the reason; it
// may be nil. It returns an error if the file cannot be used at first.
func SecretsFromFile(path string, onError func(error)) (func(context.Context) ([]string, error), error) {
	file := &secretsFile{path: path, onError: onError, looked: time.Now()}
	if err := file.read(); err != nil {
		return nil, err
	}
	return file.current, nil
}

type secretsFile struct {
	path    string
	onError func(error)
	mu      sync.Mutex
	info    os.FileInfo
	secrets []string
	looked  time.Time
	failed  bool
}

func (f *secretsFile) current(context.Context) ([]string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.looked) < time.Second {
		return f.secrets, nil
	}
	f.looked = time.Now()
	info, err := os.Stat(f.path)
	if err == nil && isSameVersion(info, f.info) {
		return f.secrets, nil
	}
	if err := f.read(); err != nil && !f.failed {
		f.failed = true
		if f.onError != nil {
			f.onError(err)
		}
	}
	return f.secrets, nil
}

// read never puts what is in the file into an error.
func (f *secretsFile) read() error {
	info, err := os.Stat(f.path)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(f.path)
	if err != nil {
		return err
	}
	secrets := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == '\r' })
	if _, err := checkedPlain(secrets, nil); err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	f.info, f.secrets, f.failed = info, secrets, false
	return nil
}

func isSameVersion(a, b os.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}
