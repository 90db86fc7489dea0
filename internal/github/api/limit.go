package api

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// unexplained is how long a limit lasts that does not say so, as GitHub's own documentation
// asks for.
const unexplained = time.Minute

// limit makes a fault of an answer that was refused for too many requests, nil of any other.
// GitHub says so with 403 as well as 429; by the hour (nothing remains until the reset) or for
// another reason, with a Retry-After or without, and then by its words alone.
func (s *Session) limit(res upstream.Response, err error) error {
	if res.FromCache || res.Status != http.StatusForbidden && res.Status != http.StatusTooManyRequests {
		return nil
	}
	if fault.KindOf(err) == fault.Limited { // with the wait that the header asks for
		return s.limited(fault.From(err).RetryAfter, err)
	}
	words := strings.ToLower(string(res.Body))
	if strings.Contains(words, "rate limit") || strings.Contains(words, "abuse detection") {
		return s.limited(0, err)
	}
	return nil
}

// limited is a limit that ends after a wait; 0 is one that was not told.
func (s *Session) limited(wait time.Duration, cause error) error {
	hint := fault.Say("Wait until the limit is renewed.", "Подождите, пока лимит обновится.")
	if !s.Authenticated() {
		hint = fault.Say("Without a token GitHub allows 60 requests an hour; set GITHUB_TOKEN for 5,000.",
			"Без токена GitHub разрешает 60 запросов в час; задайте GITHUB_TOKEN, будет 5000.")
	}
	return fault.E(fault.Limited, fault.Say("GitHub's request limit is used up.", "Лимит запросов к GitHub исчерпан."), cause).
		After(max(time.Second, cmp.Or(wait, unexplained))).WithHint(hint)
}

// renewal is how long until the points of GraphQL are counted anew, 0 where GitHub has not said.
func (s *Session) renewal() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.limits["graphql"].ResetAt
	if at.IsZero() {
		return 0
	}
	return max(time.Second, at.Sub(s.c.Now()))
}
