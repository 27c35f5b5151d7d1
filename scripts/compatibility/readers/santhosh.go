package main

import (
	"encoding/json"
	"os"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func main() {
	var fixtures []struct{ Schema, File string }
	must(0, json.Unmarshal(must(os.ReadFile(os.Args[1])), &fixtures))
	compiler := jsonschema.NewCompiler()
	verdicts := make([]bool, 0, len(fixtures))
	for _, fixture := range fixtures {
		value := must(jsonschema.UnmarshalJSON(must(os.Open(fixture.File))))
		verdicts = append(verdicts, must(compiler.Compile(fixture.Schema)).Validate(value) == nil)
	}
	must(0, json.NewEncoder(os.Stdout).Encode(verdicts))
}
