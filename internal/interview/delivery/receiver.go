package delivery

import "time"

// Receiver is an address of this server that keeps what it gets, for whoever connects a system.
type Receiver struct {
	URL       string
	Reply     Reply
	MadeAt    time.Time
	ExpiresAt time.Time
	Requests  []Request // the newest first
}

// Request is one that a test receiver got.
type Request struct {
	Number int // from 1, over all that came
	At     time.Time
	Header map[string]string // those of the contract alone
	Body   []byte            // as it came
	Proven bool              // signed by a secret of the moment it came
	Reply  Reply
}

// Reply is how a test receiver answers.
type Reply string

// The replies. Hangs is no answer in time.
const (
	Takes  Reply = "204"
	Fails  Reply = "500"
	Leaves Reply = "410"
	Hangs  Reply = "timeout"
)

// Replies lists them.
func Replies() []Reply { return []Reply{Takes, Fails, Leaves, Hangs} }
