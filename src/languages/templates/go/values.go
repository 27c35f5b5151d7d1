package collectionscontract

import (
	"encoding/json"
	"reflect"
)

// Number is a JSON number as it was written: nothing is rounded.
type Number = json.Number

// JSON is any value, as the JSON that was read.
type JSON = json.RawMessage

func readNumber(raw json.RawMessage) (Number, *PayloadError) {
	return decoded[Number](raw, "-0123456789", "a number")
}

func readAny(raw json.RawMessage) (JSON, *PayloadError) { return raw, nil }

func readMap[T any](read reader[T]) reader[map[string]T] {
	return func(raw json.RawMessage) (map[string]T, *PayloadError) {
		members, fault := decoded[map[string]json.RawMessage](raw, "{", "an object")
		if fault != nil {
			return nil, fault
		}
		values := make(map[string]T, len(members))
		for name, member := range members {
			value, fault := read(member)
			if fault != nil {
				return nil, &PayloadError{Path: "/" + name + fault.Path, Expected: fault.Expected}
			}
			values[name] = value
		}
		return values, nil
	}
}

// optionalOrNil is for types that have a nil of their own: lists, maps and JSON.
func optionalOrNil[T any](r *object, name string, read reader[T]) T {
	var none T
	if value := optional(r, name, read); value != nil {
		return *value
	}
	return none
}

func setUnlessNil(w output, name string, value any) {
	if !reflect.ValueOf(value).IsNil() {
		w[name] = value
	}
}

// listOrEmpty and mapOrEmpty are for members that are required: a nil one would be written as null.
func listOrEmpty[T any](list []T) []T { return append([]T{}, list...) }

func mapOrEmpty[T any](values map[string]T) map[string]T {
	if values == nil {
		return map[string]T{}
	}
	return values
}
