package collectionscontract

import (
	"context"
	"testing"
)

func TestLabelledSecretsThatCannotBeRight(t *testing.T) {
	labelled := []LabelledSecret{{Label: "a", Secret: NewSecret("secret-a")}}
	for _, secrets := range [][]LabelledSecret{
		{}, {{Label: "a", Secret: NewSecret("1"), Owner: "\xff"}},
	} {
		if _, err := NewReceiver(nil, takes, ReceiverOptions{Labelled: secrets}); err == nil {
			t.Errorf("took %v", secrets)
		}
	}
	from := func(context.Context) ([]LabelledSecret, error) { return labelled, nil }
	for _, two := range []struct {
		plain   []string
		options ReceiverOptions
	}{
		{nil, ReceiverOptions{Labelled: labelled, LabelledFrom: from}},
		{[]string{"plain"}, ReceiverOptions{Labelled: labelled}},
		{[]string{"plain"}, ReceiverOptions{LabelledFrom: from}},
	} {
		if _, err := NewReceiver(two.plain, takes, two.options); err == nil {
			t.Error("took both")
		}
	}
}
