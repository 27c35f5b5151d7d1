// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

// Code generated from the documents of collections-contract. DO NOT EDIT.

package collectionscontract

import (
	"encoding/json"
)

// models has an empty one for each schema.
var models = map[string]func() json.Unmarshaler{
	"CaseFileReference":   func() json.Unmarshaler { return &CaseFileReference{} },
	"PaymentSnapshot":     func() json.Unmarshaler { return &PaymentSnapshot{} },
	"AppDelivery":         func() json.Unmarshaler { return &AppDelivery{} },
	"ClientWebhookCreate": func() json.Unmarshaler { return &ClientWebhookCreate{} },
	"ClientWebhook":       func() json.Unmarshaler { return &ClientWebhook{} },
	"AppWebhookWrite":     func() json.Unmarshaler { return &AppWebhookWrite{} },
	"AppWebhook":          func() json.Unmarshaler { return &AppWebhook{} },
	"TokenResponse":       func() json.Unmarshaler { return &TokenResponse{} },
}
