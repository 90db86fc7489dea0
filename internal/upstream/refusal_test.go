package upstream_test

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// A host out of reach is told by what keeps it out of reach, whichever file was asked for
// first; so is one that is left alone for it.
func TestGet_saysWhyNobodyAnswers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fails   error // nil hangs
		en, ru  string
		another string // of an answer that must not be there
	}{
		"unresolved": {&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "front.town.test", IsNotFound: true}}, "the name front.town.test does not resolve", "не находится в DNS", "refused"},
		"refused":    {&net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}, "the connection is refused", "в соединении отказано", "resolve"},
		"untrusted":  {&tls.CertificateVerificationError{Err: errors.New("unknown authority")}, "(TLS) fails", "шифрованное соединение", "refused"},
		"no TLS":     {tls.RecordHeaderError{Msg: "first record does not look like a TLS handshake"}, "(TLS) fails", "шифрованное соединение", "refused"},
		"alert":      {&net.OpError{Op: "remote error", Err: errors.New("tls: handshake failure")}, "(TLS) fails", "шифрованное соединение", "refused"},
		"hanging":    {nil, "did not answer in time", "не ответил вовремя", "refused"},
		"cut":        {errors.New("reset"), "cannot be reached.", "Не удаётся связаться", "refused"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, p := range []upstream.Policy{plain(), polite()} {
				synctest.Test(t, func(t *testing.T) {
					p.Timeout = 10 * time.Second
					down, err := upstream.NewOn(upstream.Config{Policies: []upstream.Policy{p}}, func(ctx context.Context, _, _ string) (net.Conn, error) {
						if c.fails != nil {
							return nil, c.fails
						}
						<-ctx.Done()
						return nil, ctx.Err()
					})
					if err != nil {
						t.Fatal(err)
					}
					defer down.Close()
					for range 10 { // the breaker opens on the way
						_, err := down.Get(t.Context(), page("a"))
						told := fault.From(err)
						if told.Kind != fault.Unavailable || !strings.Contains(told.Text.EN, c.en) || !strings.Contains(told.Text.RU, c.ru) {
							t.Fatalf("robots %t: %v", p.Robots, err)
						}
						if strings.Contains(told.Text.EN, "robots") || strings.Contains(told.Text.EN, c.another) {
							t.Fatalf("robots %t: %v", p.Robots, err)
						}
					}
				})
			}
		})
	}
}
