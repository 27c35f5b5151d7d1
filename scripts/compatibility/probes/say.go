package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

var base, token = os.Args[1], os.Args[2]

func say(kind string, name any, do func() (string, error)) {
	text, err := do()
	verdict := "ok"
	if err != nil {
		verdict, text = "error", err.Error()
	}
	fmt.Printf("%s\t%v\t%s\t%s\n", kind, name, verdict, strings.ReplaceAll(text, "\n", " "))
}

// sent gives the body that an operation sends.
func sent(operation string, into any) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(os.Args[3]), &all); err != nil {
		panic(err)
	}
	if err := json.Unmarshal(all[operation], into); err != nil {
		panic(err)
	}
}

func fixtures(again func([]byte) ([]byte, error)) {
	for index, file := range os.Args[4:] {
		say("fixture", index, func() (string, error) {
			text, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			out, err := again(text)
			return string(out), err
		})
	}
}
