// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

// Code generated from the documents of collections-contract. DO NOT EDIT.

package collectionscontract

// CaseFileReference is the case file that a payment belongs to. Further members may be present.
type CaseFileReference struct {
	// Identifies the case file.
	ID int64

	// Members that this version does not know. They are written again.
	Extra Extra
}

// UnmarshalJSON reads a JSON object. A payload that does not fit gives a *PayloadError.
func (m *CaseFileReference) UnmarshalJSON(data []byte) error {
	r := readObject(data)
	var read CaseFileReference
	r.required("id", &read.ID)
	read.Extra = r.rest()
	if r.fault != nil {
		return r.fault
	}
	*m = read
	return nil
}

// MarshalJSON writes what is set, and the members of Extra.
func (m CaseFileReference) MarshalJSON() ([]byte, error) {
	w := writeObject(m.Extra)
	w.required("id", m.ID)
	return w.bytes()
}

// String shows the values of the fields. Secrets and unknown members stay hidden.
func (m CaseFileReference) String() string { return printed(m) }

// GoString is String, for %#v.
func (m CaseFileReference) GoString() string { return m.String() }

// PaymentSnapshot is the body of a client webhook delivery: a snapshot of the payment, with the
// case file it belongs to. Further members may be present.
type PaymentSnapshot struct {
	// The name of an event. Today `case_file.payment.confirmed` is the only event that is delivered.
	// The list is open: expect names that are not known yet.
	Event string

	// Identifies the payment.
	ID int64

	// The amount of the payment. Its unit is not stated, so treat it as a bare number.
	Amount *int64

	// To whom the payment was made. It is `client` for the event that is delivered.
	PaidTo *string

	// A point in time in ISO 8601, always with its offset from UTC.
	ConfirmedAt *string

	// A point in time in ISO 8601, always with its offset from UTC.
	CreatedAt *string

	// A point in time in ISO 8601, always with its offset from UTC.
	UpdatedAt *string

	// The case file that a payment belongs to. Further members may be present.
	CaseFile *CaseFileReference

	// Members that this version does not know. They are written again.
	Extra Extra
}

// UnmarshalJSON reads a JSON object. A payload that does not fit gives a *PayloadError.
func (m *PaymentSnapshot) UnmarshalJSON(data []byte) error {
	r := readObject(data)
	var read PaymentSnapshot
	r.required("@event", &read.Event)
	r.required("id", &read.ID)
	r.optional("amount", &read.Amount)
	r.optional("paidTo", &read.PaidTo)
	r.optional("confirmedAt", &read.ConfirmedAt)
	r.optional("createdAt", &read.CreatedAt)
	r.optional("updatedAt", &read.UpdatedAt)
	r.optional("caseFile", &read.CaseFile)
	read.Extra = r.rest()
	if r.fault != nil {
		return r.fault
	}
	*m = read
	return nil
}

// MarshalJSON writes what is set, and the members of Extra.
func (m PaymentSnapshot) MarshalJSON() ([]byte, error) {
	w := writeObject(m.Extra)
	w.required("@event", m.Event)
	w.required("id", m.ID)
	w.optional("amount", m.Amount)
	w.optional("paidTo", m.PaidTo)
	w.optional("confirmedAt", m.ConfirmedAt)
	w.optional("createdAt", m.CreatedAt)
	w.optional("updatedAt", m.UpdatedAt)
	w.optional("caseFile", m.CaseFile)
	return w.bytes()
}

// String shows the values of the fields. Secrets and unknown members stay hidden.
func (m PaymentSnapshot) String() string { return printed(m) }

// GoString is String, for %#v.
func (m PaymentSnapshot) GoString() string { return m.String() }

// AppDelivery is the body of an app webhook delivery: a JSON object to which the service adds
// `@event`. What else it holds is not stated. It carries no signature, so nothing in it is proven
// to come from the service.
type AppDelivery struct {
	// The name of an event. Today `case_file.payment.confirmed` is the only event that is delivered.
	// The list is open: expect names that are not known yet.
	Event string

	// Members that this version does not know. They are written again.
	Extra Extra
}

// UnmarshalJSON reads a JSON object. A payload that does not fit gives a *PayloadError.
func (m *AppDelivery) UnmarshalJSON(data []byte) error {
	r := readObject(data)
	var read AppDelivery
	r.required("@event", &read.Event)
	read.Extra = r.rest()
	if r.fault != nil {
		return r.fault
	}
	*m = read
	return nil
}

// MarshalJSON writes what is set, and the members of Extra.
func (m AppDelivery) MarshalJSON() ([]byte, error) {
	w := writeObject(m.Extra)
	w.required("@event", m.Event)
	return w.bytes()
}

// String shows the values of the fields. Secrets and unknown members stay hidden.
func (m AppDelivery) String() string { return printed(m) }

// GoString is String, for %#v.
func (m AppDelivery) GoString() string { return m.String() }

// ClientWebhookCreate is what a caller sends to register a client webhook. It does not contain the
// secret, which the service generates.
type ClientWebhookCreate struct {
	// The IRI of the creditor profile (the client) that the webhook belongs to. One client, never a
	// list.
	Client string

	// A name for the webhook.
	Name string

	// The events that this webhook receives. At least one.
	Events []string

	// The address that deliveries are posted to. The scheme is http or https and the host has a real
	// top-level domain. A URL whose host is private or loopback, whose host has no real top-level
	// domain, or whose scheme is another one is rejected at creation. Client webhooks (`url`) and app
	// webhooks (`webhookUrl`) follow the same rules.
	URL string

	// Members that this version does not know. They are written again.
	Extra Extra
}

// UnmarshalJSON reads a JSON object. A payload that does not fit gives a *PayloadError.
func (m *ClientWebhookCreate) UnmarshalJSON(data []byte) error {
	r := readObject(data)
	var read ClientWebhookCreate
	r.required("client", &read.Client)
	r.required("name", &read.Name)
	r.required("events", &read.Events)
	r.required("url", &read.URL)
	read.Extra = r.rest()
	if r.fault != nil {
		return r.fault
	}
	*m = read
	return nil
}

// MarshalJSON writes what is set, and the members of Extra.
func (m ClientWebhookCreate) MarshalJSON() ([]byte, error) {
	w := writeObject(m.Extra)
	w.required("client", m.Client)
	w.required("name", m.Name)
	w.required("events", m.Events)
	w.required("url", m.URL)
	return w.bytes()
}

// String shows the values of the fields. Secrets and unknown members stay hidden.
func (m ClientWebhookCreate) String() string { return printed(m) }

// GoString is String, for %#v.
func (m ClientWebhookCreate) GoString() string { return m.String() }

// ClientWebhook is a webhook of one creditor profile (client). A client may have several, each with
// its own URL, event list and secret. A client webhook is active or inactive, and only active ones
// receive deliveries. The name of that property is not stated, so none is declared here. Further
// members may be present.
type ClientWebhook struct {
	// The IRI of the creditor profile (the client) that the webhook belongs to. One client, never a
	// list.
	Client *string

	// The name of the webhook.
	Name *string

	// The events that this webhook receives. At least one.
	Events []string

	// The address that deliveries are posted to. The scheme is http or https and the host has a real
	// top-level domain. A URL whose host is private or loopback, whose host has no real top-level
	// domain, or whose scheme is another one is rejected at creation. Client webhooks (`url`) and app
	// webhooks (`webhookUrl`) follow the same rules.
	URL *string

	// Generated by the service when the webhook is created, and the key of the HMAC that signs every
	// delivery of this webhook. Store it when the webhook is created.
	Secret Secret

	// Members that this version does not know. They are written again.
	Extra Extra
}

// UnmarshalJSON reads a JSON object. A payload that does not fit gives a *PayloadError.
func (m *ClientWebhook) UnmarshalJSON(data []byte) error {
	r := readObject(data)
	var read ClientWebhook
	r.optional("client", &read.Client)
	r.optional("name", &read.Name)
	r.optional("events", &read.Events)
	r.optional("url", &read.URL)
	r.required("secret", &read.Secret)
	read.Extra = r.rest()
	if r.fault != nil {
		return r.fault
	}
	*m = read
	return nil
}

// MarshalJSON writes what is set, and the members of Extra.
func (m ClientWebhook) MarshalJSON() ([]byte, error) {
	w := writeObject(m.Extra)
	w.optional("client", m.Client)
	w.optional("name", m.Name)
	w.optional("events", m.Events)
	w.optional("url", m.URL)
	w.required("secret", m.Secret)
	return w.bytes()
}

// String shows the values of the fields. Secrets and unknown members stay hidden.
func (m ClientWebhook) String() string { return printed(m) }

// GoString is String, for %#v.
func (m ClientWebhook) GoString() string { return m.String() }

// AppWebhookWrite is the writable members of an app webhook, sent when one is created.
type AppWebhookWrite struct {
	// The IRI of the App (the app definition) that the webhook belongs to. It is never the IRI of an
	// installation.
	App *string

	// The address that deliveries are posted to. The scheme is http or https and the host has a real
	// top-level domain. A URL whose host is private or loopback, whose host has no real top-level
	// domain, or whose scheme is another one is rejected at creation. Client webhooks (`url`) and app
	// webhooks (`webhookUrl`) follow the same rules.
	WebhookURL *string

	// The names of the events subscribed to. From 1 to 100 entries; fewer or more are invalid.
	Events []string

	// How the service treats the answer to a delivery: `1` (FIRE_AND_FORGET) or `2`
	// (WAIT_FOR_SUCCESSFUL_RESPONSE). No other value is allowed.
	ResponseHandlingType *int64

	// Whether the webhook receives deliveries.
	Active *bool

	// Members that this version does not know. They are written again.
	Extra Extra
}

// UnmarshalJSON reads a JSON object. A payload that does not fit gives a *PayloadError.
func (m *AppWebhookWrite) UnmarshalJSON(data []byte) error {
	r := readObject(data)
	var read AppWebhookWrite
	r.optional("app", &read.App)
	r.optional("webhookUrl", &read.WebhookURL)
	r.optional("events", &read.Events)
	r.optional("responseHandlingType", &read.ResponseHandlingType)
	r.optional("active", &read.Active)
	read.Extra = r.rest()
	if r.fault != nil {
		return r.fault
	}
	*m = read
	return nil
}

// MarshalJSON writes what is set, and the members of Extra.
func (m AppWebhookWrite) MarshalJSON() ([]byte, error) {
	w := writeObject(m.Extra)
	w.optional("app", m.App)
	w.optional("webhookUrl", m.WebhookURL)
	w.optional("events", m.Events)
	w.optional("responseHandlingType", m.ResponseHandlingType)
	w.optional("active", m.Active)
	return w.bytes()
}

// String shows the values of the fields. Secrets and unknown members stay hidden.
func (m AppWebhookWrite) String() string { return printed(m) }

// GoString is String, for %#v.
func (m AppWebhookWrite) GoString() string { return m.String() }

// AppWebhook is a webhook of an App (the app definition), not of an installation of it: changing an
// installation neither creates nor removes app webhooks. An App may have many, with different URLs
// or event lists. Further, read-only members may be present.
type AppWebhook struct {
	// The IRI of the App (the app definition) that the webhook belongs to. It is never the IRI of an
	// installation.
	App *string

	// The address that deliveries are posted to. The scheme is http or https and the host has a real
	// top-level domain. A URL whose host is private or loopback, whose host has no real top-level
	// domain, or whose scheme is another one is rejected at creation. Client webhooks (`url`) and app
	// webhooks (`webhookUrl`) follow the same rules.
	WebhookURL *string

	// The names of the events subscribed to. From 1 to 100 entries.
	Events []string

	// How the service treats the answer to a delivery: `1` (FIRE_AND_FORGET) or `2`
	// (WAIT_FOR_SUCCESSFUL_RESPONSE). No other value is allowed.
	ResponseHandlingType *int64

	// Whether the webhook receives deliveries. The two states of an app webhook are active `true` and
	// `false`.
	Active *bool

	// Members that this version does not know. They are written again.
	Extra Extra
}

// UnmarshalJSON reads a JSON object. A payload that does not fit gives a *PayloadError.
func (m *AppWebhook) UnmarshalJSON(data []byte) error {
	r := readObject(data)
	var read AppWebhook
	r.optional("app", &read.App)
	r.optional("webhookUrl", &read.WebhookURL)
	r.optional("events", &read.Events)
	r.optional("responseHandlingType", &read.ResponseHandlingType)
	r.optional("active", &read.Active)
	read.Extra = r.rest()
	if r.fault != nil {
		return r.fault
	}
	*m = read
	return nil
}

// MarshalJSON writes what is set, and the members of Extra.
func (m AppWebhook) MarshalJSON() ([]byte, error) {
	w := writeObject(m.Extra)
	w.optional("app", m.App)
	w.optional("webhookUrl", m.WebhookURL)
	w.optional("events", m.Events)
	w.optional("responseHandlingType", m.ResponseHandlingType)
	w.optional("active", m.Active)
	return w.bytes()
}

// String shows the values of the fields. Secrets and unknown members stay hidden.
func (m AppWebhook) String() string { return printed(m) }

// GoString is String, for %#v.
func (m AppWebhook) GoString() string { return m.String() }

// TokenResponse is what a successful exchange of an authorization code returns. Further members may
// be present.
type TokenResponse struct {
	// The kind of the access token. The value is `Bearer`.
	TokenType string

	// How long the access token is valid, in seconds.
	ExpiresIn int64

	// The bearer token for calls to the API. It looks like a JWT; callers treat it as opaque.
	AccessToken Secret

	// An opaque token that obtains a new access token without the customer. It stays on the server of
	// the app.
	RefreshToken Secret

	// Members that this version does not know. They are written again.
	Extra Extra
}

// UnmarshalJSON reads a JSON object. A payload that does not fit gives a *PayloadError.
func (m *TokenResponse) UnmarshalJSON(data []byte) error {
	r := readObject(data)
	var read TokenResponse
	r.required("token_type", &read.TokenType)
	r.required("expires_in", &read.ExpiresIn)
	r.required("access_token", &read.AccessToken)
	r.required("refresh_token", &read.RefreshToken)
	read.Extra = r.rest()
	if r.fault != nil {
		return r.fault
	}
	*m = read
	return nil
}

// MarshalJSON writes what is set, and the members of Extra.
func (m TokenResponse) MarshalJSON() ([]byte, error) {
	w := writeObject(m.Extra)
	w.required("token_type", m.TokenType)
	w.required("expires_in", m.ExpiresIn)
	w.required("access_token", m.AccessToken)
	w.required("refresh_token", m.RefreshToken)
	return w.bytes()
}

// String shows the values of the fields. Secrets and unknown members stay hidden.
func (m TokenResponse) String() string { return printed(m) }

// GoString is String, for %#v.
func (m TokenResponse) GoString() string { return m.String() }
