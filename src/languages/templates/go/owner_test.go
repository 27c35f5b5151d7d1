package collectionscontract

import (
	"context"
	"testing"
)

func TestLabelledSecretsThatCannotBeRight(t *testing.T) {
	labelled := []LabelledSecret{{Label: "a", Secret: NewSecret("secret-a")}}
	from := func(context.Context) ([]LabelledSecret, error) { return labelled, nil }
	for _, one := range []struct {
		plain   []string
		options ReceiverOptions
	}{
		{nil, ReceiverOptions{Labelled: []LabelledSecret{}}},
		{nil, ReceiverOptions{Labelled: []LabelledSecret{{Label: "a", Secret: NewSecret("1"), Owner: "\xff"}}}},
		{nil, ReceiverOptions{Labelled: labelled, LabelledFrom: from}},
		{[]string{"plain"}, ReceiverOptions{Labelled: labelled}},
		{[]string{"plain"}, ReceiverOptions{LabelledFrom: from}},
	} {
		if _, err := NewReceiver(one.plain, takes, one.options); err == nil {
			t.Errorf("took %v", one)
		}
	}
}
