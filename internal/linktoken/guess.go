package linktoken

import (
	"sync"

	"golang.org/x/time/rate"
)

// How many links that do not work one address may try, and how many addresses are remembered.
const (
	guessesPerMinute = 20
	guessersMost     = 10_000
)

// Guesses slows down whoever tries links. It bounds the noise: the links themselves are too
// long to be found, so one that works always does, whoever tried others from the same office.
type Guesses struct {
	mu   sync.Mutex
	seen map[string]*rate.Limiter
}

// NewGuesses has seen nobody.
func NewGuesses() *Guesses { return &Guesses{seen: map[string]*rate.Limiter{}} }

// Allow counts a link that does not work, and reports that there were not too many.
func (g *Guesses) Allow(address string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	l := g.seen[address]
	if l == nil {
		if len(g.seen) >= guessersMost {
			clear(g.seen)
		}
		l = rate.NewLimiter(guessesPerMinute/60.0, guessesPerMinute)
		g.seen[address] = l
	}
	return l.Allow()
}
