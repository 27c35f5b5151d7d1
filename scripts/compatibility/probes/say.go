package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
)

var base, auth, token = os.Args[1], os.Args[2], os.Args[3]

// say tells what came of it, and whether it was well.
func say(kind string, name any, do func() (string, error)) bool {
	text, err := do()
	verdict := "ok"
	if err != nil {
		verdict, text = "error", err.Error()
	}
	fmt.Printf("%s\t%v\t%s\t%s\n", kind, name, verdict, strings.ReplaceAll(text, "\n", " "))
	return err == nil
}

var errNoHost = errors.New("the code holds no host")

// exchange asks for tokens with nothing set, and then with the URL given by hand.
func exchange(atDefaults, byHand func() (string, error)) {
	if !say("call", "exchangeAuthorizationCode", atDefaults) {
		say("call", "exchangeAuthorizationCode", byHand)
	}
}

// sent gives the body that an operation sends.
func sent(operation string, into any) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(os.Args[4]), &all); err != nil {
		panic(err)
	}
	if err := json.Unmarshal(all[operation], into); err != nil {
		panic(err)
	}
}

func fixtures(again func([]byte) ([]byte, error)) {
	for index, file := range os.Args[5:] {
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
