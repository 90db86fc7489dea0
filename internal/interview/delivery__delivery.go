package interview

import "time"

// Delivery is one event on its way to its receiver.
type Delivery struct {
	Event    string // Event.ID, which is the webhook-id of every attempt
	Session  string // empty for a test
	Seq      int
	Type     EventType
	URL      string
	State    DeliveryState
	Count    int       // attempts made
	NextAt   time.Time // of the next attempt; zero when none is due
	Body     string    // the bytes that every attempt sends
	Attempts []Attempt // oldest first
	MadeAt   time.Time
	DoneAt   time.Time // when it was delivered or given up
}

// DeliveryState is what became of a delivery.
type DeliveryState string

// The states. One that is Gone was refused for good by its receiver with 410, or stands
// behind one that was.
const (
	DeliveryPending DeliveryState = "pending"
	DeliveryDone    DeliveryState = "delivered"
	DeliveryDead    DeliveryState = "dead"
	DeliveryGone    DeliveryState = "gone"
)

// EventTest is the type of a test event; no session has one.
const EventTest EventType = "test"

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
	Type  EventType
	Body  string
	At    time.Time
}
