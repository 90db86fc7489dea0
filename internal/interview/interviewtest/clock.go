package interviewtest

import (
	"fmt"
	"sync"
	"time"
)

// Clock is the time and the ids of a room whose course nothing but its user moves: an
// interview over it is the same on every run. It is safe for concurrent use.
type Clock struct {
	mu     sync.Mutex
	time   time.Time
	prefix string
	ids    int
}

// NewClock begins at a time. Ids count up behind the prefix, the first groups of a UUID.
func NewClock(begin time.Time, prefix string) *Clock { return &Clock{time: begin, prefix: prefix} }

// Now is the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.time
}

// Wait lets the time run, backwards when d is negative.
func (c *Clock) Wait(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.time = c.time.Add(d)
}

// NewID returns the next id.
func (c *Clock) NewID() (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ids++
	return fmt.Sprintf("%s-%012d", c.prefix, c.ids), nil
}
