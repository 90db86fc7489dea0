package delivery

import (
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/input"
)

// Endpoint is how the events of a tenant are sent, and how long its interviews are kept.
type Endpoint struct {
	Shape  string   // of the payload: compat, flat or envelope
	Hosts  []string // the only receivers; empty is any public one
	Retain int      // days that an interview is kept after its end; 0 is the server's own rule

	Signed      bool      // there is a secret; read only
	SecretSince time.Time // when it was made; read only
	OldUntil    time.Time // until when the one before signs beside it; zero when none does; read only
}

// Shapes are the forms of a payload: the members at the top and in `data`, at the top
// alone, in `data` alone.
func Shapes() []string { return []string{"compat", "flat", "envelope"} }

// Check reports everything wrong with an endpoint.
func (e Endpoint) Check() error {
	var c fault.Check
	input.OneOf(&c, "payload", e.Shape, Shapes())
	if len(e.Hosts) > maxHosts {
		c.Wrong("hosts", fault.Say("must have at most %d items, got %d", "не больше %d элементов, передано %d", maxHosts, len(e.Hosts)))
	}
	for _, host := range e.Hosts {
		if input.Blank(host) || len(host) > maxHost || host != input.Clean(host) {
			c.Wrong("hosts", fault.Say("%q is no host", "%q — не имя узла", fault.Clip(host)))
		}
	}
	input.Between(&c, "retention_days", e.Retain, retainMost)
	return c.Err()
}

// Bounds of an endpoint.
const (
	maxHosts   = 50
	maxHost    = 253
	retainMost = 3650 // days
)
