// Each check of the judge as a subtest of Go. JUDGE names the command and what it judges, as in the guide "Testing a service".
package contract

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

type verdict struct {
	Event, ID, Title, Severity, Status, Reason, Actual, Reproduce string
	Known                                                         bool
}

func TestContract(t *testing.T) {
	words := append(strings.Fields(os.Getenv("JUDGE")), "--json-lines")
	judge := exec.Command(words[0], words[1:]...)
	judge.Stderr = os.Stderr
	out, err := judge.StdoutPipe()
	if err != nil || judge.Start() != nil {
		t.Fatal("the judge did not start: ", err)
	}
	ended := false
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var v verdict
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		ended = ended || v.Event == "end"
		if v.Event != "verdict" {
			continue
		}
		t.Run(v.ID, func(t *testing.T) {
			if v.Status == "not observed" || v.Known {
				t.Skip(v.Reason)
			}
			if v.Status == "failed" && v.Severity == "demand" {
				t.Errorf("%s: %s\n%s", v.Title, v.Actual, v.Reproduce)
			}
		})
	}
	if _ = judge.Wait(); !ended {
		t.Fatal("the judge did not finish: see its message")
	}
}
