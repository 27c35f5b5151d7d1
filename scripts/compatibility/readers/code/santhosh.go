package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	must(err)
	var fixtures []struct{ Schema, File string }
	must(json.Unmarshal(text, &fixtures))
	compiler := jsonschema.NewCompiler()
	verdicts := make([]bool, 0, len(fixtures))
	for _, fixture := range fixtures {
		schema, err := compiler.Compile(fixture.Schema)
		must(err)
		file, err := os.Open(fixture.File)
		must(err)
		value, err := jsonschema.UnmarshalJSON(file)
		must(err)
		verdicts = append(verdicts, schema.Validate(value) == nil)
	}
	must(json.NewEncoder(os.Stdout).Encode(verdicts))
}
