package collectionscontract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// PayloadError is about a payload that does not fit its model. It says where and what is expected,
// never a value.
type PayloadError struct {
	// A JSON Pointer such as "/caseFile/id"; empty for the whole payload.
	Path string
	// For example "an integer".
	Expected string
}

func (e *PayloadError) Error() string {
	path := e.Path
	if path == "" {
		path = "/"
	}
	return "payload_invalid: " + path + " must be " + e.Expected
}

// Secret is text that is not printed, whatever the format and wherever it stands. It is written to
// JSON.
type Secret struct {
	// A pointer, because fmt prints the fields of others' structs without asking their methods.
	text *string
}

// NewSecret hides a text.
func NewSecret(text string) Secret { return Secret{&text} }

// Reveal returns the text; empty for the zero value.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// String hides the text.
func (Secret) String() string { return "[hidden]" }

// GoString hides the text.
func (Secret) GoString() string { return "[hidden]" }

// MarshalJSON writes the text.
func (s Secret) MarshalJSON() ([]byte, error) { return json.Marshal(s.Reveal()) }

// UnmarshalJSON reads the text.
func (s *Secret) UnmarshalJSON(text []byte) error {
	s.text = new(string)
	return json.Unmarshal(text, s.text)
}

// Extra holds members by name, each as the JSON that was read. Nobody knows what is in them, so no
// format prints them.
type Extra map[string]json.RawMessage

// String says how many there are.
func (e Extra) String() string { return fmt.Sprintf("[%d members]", len(e)) }

// GoString says how many there are.
func (e Extra) GoString() string { return e.String() }

// printed shows the fields of a model by value. fmt would print the addresses of optional ones.
func printed(model any) string {
	value := reflect.ValueOf(model)
	var fields []string
	for i := range value.NumField() {
		field := value.Field(i)
		if field.Kind() == reflect.Pointer {
			field = field.Elem()
		}
		isList := field.Kind() == reflect.Map || field.Kind() == reflect.Slice
		if !field.IsValid() || isList && field.Len() == 0 {
			continue
		}
		format := "%s:%v"
		if field.Kind() == reflect.String {
			format = "%s:%q"
		}
		fields = append(fields, fmt.Sprintf(format, value.Type().Field(i).Name, field.Interface()))
	}
	return value.Type().Name() + "{" + strings.Join(fields, " ") + "}"
}

// Ptr returns a pointer to a value, for the optional members of models.
func Ptr[T any](value T) *T { return &value }

// Number is a JSON number as it was written: nothing is rounded.
type Number = json.Number

// JSON is any value, as the JSON that was read.
type JSON = json.RawMessage

// object reads members one by one; the first fault stays. Names are compared exactly: a struct with
// tags would take "ID" for "id".
type object struct {
	members map[string]json.RawMessage
	fault   *PayloadError
}

// withoutMark drops a byte order mark, which is no JSON.
func withoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }

func readObject(data []byte) *object {
	r := &object{}
	r.fault = decode(data, "{", "an object", &r.members)
	return r
}

// rest are the members that were not asked for; nil if there are none.
func (r *object) rest() Extra {
	if len(r.members) == 0 {
		return nil
	}
	return r.members
}

func (r *object) required(name string, into any) {
	raw, isThere := r.members[name]
	delete(r.members, name)
	if !isThere && r.fault == nil {
		r.fault = &PayloadError{Path: "/" + name, Expected: "there"}
	}
	if r.fault == nil {
		r.fault = readInto(raw, into).below(name)
	}
}

// optional leaves a field nil whose member is null or not there.
func (r *object) optional(name string, into any) {
	if raw, isThere := r.members[name]; isThere && string(raw) != "null" {
		r.required(name, into)
	}
	delete(r.members, name)
}

// below is the same fault, seen from the value that holds the one with the fault.
func (e *PayloadError) below(name string) *PayloadError {
	if e == nil {
		return nil
	}
	return &PayloadError{Path: "/" + name + e.Path, Expected: e.Expected}
}

// decode takes JSON that begins with one of some characters: encoding/json takes null for anything.
func decode(raw json.RawMessage, begins, expected string, into any) *PayloadError {
	if len(raw) == 0 || !strings.Contains(begins, string(raw[:1])) || json.Unmarshal(raw, into) != nil {
		return &PayloadError{Expected: expected}
	}
	return nil
}

// readInto reads by the type of a field, to which it gets a pointer.
func readInto(raw json.RawMessage, into any) *PayloadError {
	switch field := into.(type) {
	case *JSON:
		*field = raw
		return nil
	case *string, *Secret:
		return decode(raw, `"`, "a string", field)
	case *bool:
		return decode(raw, "tf", "a boolean", field)
	case *Number:
		return decode(raw, "-0123456789", "a number", field)
	case *int64:
		// 64 bits, in any notation of JSON: 100, 100.0, 1e2. Nothing is rounded.
		value, err := strconv.ParseInt(wholeDigits(string(raw)), 10, 64)
		if err != nil {
			return &PayloadError{Expected: "an integer of at most 64 bits"}
		}
		*field = value
		return nil
	case json.Unmarshaler:
		var fault *PayloadError
		errors.As(field.UnmarshalJSON(raw), &fault)
		return fault
	}
	return readItems(raw, reflect.ValueOf(into).Elem())
}

// readItems reads what an optional field points to, or the items of a list or map.
func readItems(raw json.RawMessage, into reflect.Value) *PayloadError {
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(into.Type().Elem()))
		return readInto(raw, into.Interface())
	}
	if into.Kind() == reflect.Map {
		var members map[string]json.RawMessage
		fault := decode(raw, "{", "an object", &members)
		into.Set(reflect.MakeMap(into.Type()))
		for name, member := range members {
			value := reflect.New(into.Type().Elem())
			if fault = readInto(member, value.Interface()); fault != nil {
				return fault.below(name)
			}
			into.SetMapIndex(reflect.ValueOf(name), value.Elem())
		}
		return fault
	}
	var items []json.RawMessage
	fault := decode(raw, "[", "a list", &items)
	into.Set(reflect.MakeSlice(into.Type(), len(items), len(items)))
	for index, item := range items {
		if fault = readInto(item, into.Index(index).Addr().Interface()); fault != nil {
			return fault.below(strconv.Itoa(index))
		}
	}
	return fault
}

// output collects the members of an object that is written.
type output map[string]any

func writeObject(extra Extra) output {
	w := output{}
	for name, member := range extra {
		w[name] = member
	}
	return w
}

// required writes an empty list or map where it is nil, which would be null.
func (w output) required(name string, value any) {
	w[name] = value
	of := reflect.ValueOf(value)
	if _, isAny := value.(JSON); !isAny && of.Kind() == reflect.Slice && of.IsNil() {
		w[name] = []any{}
	} else if of.Kind() == reflect.Map && of.IsNil() {
		w[name] = map[string]any{}
	}
}

func (w output) optional(name string, value any) {
	if !reflect.ValueOf(value).IsNil() {
		w[name] = value
	}
}

func (w output) bytes() ([]byte, error) { return json.Marshal(map[string]any(w)) }
