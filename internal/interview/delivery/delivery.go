// Package delivery is what is told of events on their way to receivers, and how a tenant
// wants them sent. Sending is behind a port of the room.
package delivery

import (
	"time"

	"kadry/internal/interview/session"
)

// Delivery is one event on its way to its receiver.
type Delivery struct {
	Event    string // Event.ID, which is the webhook-id of every attempt
	Session  string // empty for a test
	Seq      int
	Type     session.EventType
	URL      string
	State    State
	Count    int       // attempts made
	NextAt   time.Time // of the next attempt; zero when none is due
	Body     string    // the bytes that every attempt sends
	Attempts []Attempt // oldest first
	MadeAt   time.Time
	DoneAt   time.Time // when it was delivered or given up
}

// State is what became of a delivery.
type State string

// The states. One that is Gone was refused for good by its receiver with 410, or stands
// behind one that was.
const (
	Pending State = "pending"
	Done    State = "delivered"
	Dead    State = "dead"
	Gone    State = "gone"
)

// EventTest is the type of a test event; no session has one.
const EventTest session.EventType = "test"

// Attempt is one try to deliver. An attempt without an end was under way when its process
// died: nobody knows whether it arrived.
type Attempt struct {
	Number  int
	At      time.Time
	Ended   bool
	Status  int           // of the receiver's answer; 0 when it gave none
	Class   string        // how far it came: answered, forbidden, unreachable, silent ...
	Excerpt string        // the beginning of the answer; foreign text
	Took    time.Duration // 0 unless ended
	Manual  bool          // asked for by a person
}

// Received is a webhook that this server's own receiver got and verified, as a foreign
// receiver would.
type Received struct {
	Event string // its webhook-id
	Seq   int
	Type  session.EventType
	Body  string
	At    time.Time
}

// Filter selects deliveries of a tenant over all sessions.
type Filter struct {
	State  State     // empty is any
	Since  time.Time // made since; zero is since ever
	Before Place     // only older ones; zero is from the newest
	Limit  int       // at most so many
}

// Place is where a delivery stands in the log: by the time it was made, then by its event.
type Place struct {
	At    time.Time
	Event string
}
