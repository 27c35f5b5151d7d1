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

// object reads members one by one; the first fault stays. Names are compared exactly: a struct with
// tags would take "ID" for "id".
type object struct {
	members map[string]json.RawMessage
	fault   *PayloadError
}

// withoutMark drops a byte order mark, which is no JSON.
func withoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }

func readObject(data []byte) *object {
	members, fault := decoded[map[string]json.RawMessage](data, "{", "an object")
	return &object{members, fault}
}

// rest are the members that were not asked for; nil if there are none.
func (r *object) rest() Extra {
	if len(r.members) == 0 {
		return nil
	}
	return r.members
}

type reader[T any] func(raw json.RawMessage) (T, *PayloadError)

func required[T any](r *object, name string, read reader[T]) T {
	raw, isThere := r.members[name]
	if !isThere && r.fault == nil {
		r.fault = &PayloadError{Path: "/" + name, Expected: "there"}
	}
	var none T
	if r.fault != nil {
		return none
	}
	delete(r.members, name)
	value, fault := read(raw)
	if fault != nil {
		r.fault = &PayloadError{Path: "/" + name + fault.Path, Expected: fault.Expected}
	}
	return value
}

// optional is nil for a member that is null or not there.
func optional[T any](r *object, name string, read reader[T]) *T {
	raw, isThere := r.members[name]
	if !isThere {
		return nil
	}
	if string(raw) == "null" {
		delete(r.members, name)
		return nil
	}
	value := required(r, name, read)
	return &value
}

// decoded is JSON that begins with one of some characters: encoding/json takes null for anything.
func decoded[T any](raw json.RawMessage, begins, expected string) (value T, fault *PayloadError) {
	if len(raw) == 0 || !strings.Contains(begins, string(raw[:1])) || json.Unmarshal(raw, &value) != nil {
		return value, &PayloadError{Expected: expected}
	}
	return value, nil
}

func readString(raw json.RawMessage) (string, *PayloadError) {
	return decoded[string](raw, `"`, "a string")
}

func readSecret(raw json.RawMessage) (Secret, *PayloadError) {
	value, fault := readString(raw)
	return NewSecret(value), fault
}

// readInteger takes 64 bits, in any notation of JSON: 100, 100.0, 1e2. Nothing is rounded.
func readInteger(raw json.RawMessage) (int64, *PayloadError) {
	value, err := strconv.ParseInt(wholeDigits(string(raw)), 10, 64)
	if err != nil {
		return 0, &PayloadError{Expected: "an integer of at most 64 bits"}
	}
	return value, nil
}

func readBoolean(raw json.RawMessage) (bool, *PayloadError) {
	return decoded[bool](raw, "tf", "a boolean")
}

func readList[T any](read reader[T]) reader[[]T] {
	return func(raw json.RawMessage) ([]T, *PayloadError) {
		items, fault := decoded[[]json.RawMessage](raw, "[", "a list")
		if fault != nil {
			return nil, fault
		}
		list := make([]T, 0, len(items))
		for index, item := range items {
			value, fault := read(item)
			if fault != nil {
				return nil, &PayloadError{Path: fmt.Sprintf("/%d%s", index, fault.Path), Expected: fault.Expected}
			}
			list = append(list, value)
		}
		return list, nil
	}
}

func readModel[T any, P interface {
	*T
	json.Unmarshaler
}](raw json.RawMessage) (T, *PayloadError) {
	var value T
	if err := P(&value).UnmarshalJSON(raw); err != nil {
		var fault *PayloadError
		if errors.As(err, &fault) {
			return value, fault
		}
		return value, &PayloadError{Expected: "an object"}
	}
	return value, nil
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

func set(w output, name string, value any) { w[name] = value }

func setOptional[T any](w output, name string, value *T) {
	if value != nil {
		w[name] = *value
	}
}

func (w output) bytes() ([]byte, error) { return json.Marshal(map[string]any(w)) }
