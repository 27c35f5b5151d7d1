package collectionscontract

import (
	"log/slog"
	"strings"
	"sync"
	"time"
)

// Problem is a delivery that was not acknowledged, or a duplicate that may be another customer's
// payment: CodeOwnerUnknown. It holds no payload, no key and no secret.
type Problem struct {
	// The answer.
	Status int
	Code   string
	// Empty if the event has no handler of its own, or if no payload of it was read.
	Event string
	// Of the secret that verified the delivery; empty if none did, or if it has none.
	Label, Owner string
	// What failed, where there is more to say than the code; else nil.
	Err error
}

// problems logs what the operator of a receiver can mend, and nothing else that a stranger can cause.
type problems struct {
	logger *slog.Logger

	mu         sync.Mutex
	isVerified bool
	untold     int
	toldAt     time.Time
}

// verified notes that a secret matched.
func (p *problems) verified() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.isVerified = true
}

func (p *problems) tell(problem Problem) {
	whose := []any{"code", problem.Code, "event", problem.Event, "label", problem.Label, "owner", problem.Owner}
	switch code := problem.Code; code {
	case CodeHandlerFailed, CodeHandlerDeadline, CodeStoreFailed, CodeSecretsUnavailable, CodePayloadInvalid:
		p.logger.Error("webhook receiver: a delivery was not acknowledged", append(whose, "error", problem.Err)...)
	case CodeOwnerUnknown:
		p.logger.Warn("webhook receiver: a duplicate of a payment that was handled before keys had an owner: if two "+
			"customers have payments with the same id, look whether this one is booked", whose...)
	case CodeBodyNotReceived:
		p.tellMismatch(code, "no byte of the body arrived: let no middleware read it before, and check that the server passes on "+
			"bodies in chunks")
	default:
		if strings.HasPrefix(code, "signature_") {
			p.tellMismatch(code, "check that the secret is that of this webhook, and that the receiver gets the bytes as they "+
				"arrived: no middleware may parse or change them before")
		}
	}
}

// tellMismatch warns once until a secret has matched, then once a minute: anyone can forge.
func (p *problems) tellMismatch(code, advice string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.untold++
	if !p.toldAt.IsZero() && (!p.isVerified || time.Since(p.toldAt) < time.Minute) {
		return
	}
	p.logger.Warn("webhook receiver: deliveries were refused: "+advice, "code", code, "count", p.untold, "ever_verified", p.isVerified)
	p.untold, p.toldAt = 0, time.Now()
}
