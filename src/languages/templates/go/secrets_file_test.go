package collectionscontract

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestSecretsFromFileFollowTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secrets.txt")
	write := func(text string) {
		t.Helper()
		// As editors and mounted secrets do it: a new file takes the place of the old one.
		if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := SecretsFromFile(path, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	write("\n\n")
	if _, err := SecretsFromFile(path, nil); !errors.Is(err, ErrSecretEmpty) {
		t.Errorf("an empty file: %v", err)
	}
	for _, text := range []string{"\ufeffold\n", "old\nolder\xff\n"} {
		write(text)
		if _, err := SecretsFromFile(path, nil); !errors.Is(err, ErrSecretUnusable) {
			t.Errorf("%q: %v", text, err)
		}
	}
	write("old\r\nolder\n")
	problems := 0
	file := &secretsFile{path: path, onError: func(error) { problems++ }}
	expect := func(want ...string) {
		t.Helper()
		file.looked = time.Time{}
		if got, err := file.current(context.Background()); err != nil || !slices.Equal(got, want) {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
	expect("old", "older")
	write("new\nold\n")
	expect("new", "old")
	write("")
	expect("new", "old")
	expect("new", "old")
	os.Remove(path)
	expect("new", "old")
	if problems != 1 {
		t.Errorf("%d problems were told, want 1 for the two that follow each other", problems)
	}
	write("newest\n")
	expect("newest")
	write("not yet looked at\n")
	if got, _ := file.current(context.Background()); !slices.Equal(got, []string{"newest"}) {
		t.Errorf("looked again within a second: %v", got)
	}
}
