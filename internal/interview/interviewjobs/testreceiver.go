package interviewjobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/delivery"
	"kadry/internal/linktoken"
	"kadry/internal/webhook"
)

// TestReceiverPath is where the test receivers answer, with the token of one behind it.
const TestReceiverPath = "/try/receiver/"

// Bounds of test receivers. With them a tenant's takes 1.3 MB of the disk at most.
const (
	receiverLives   = 24 * time.Hour
	requestsKept    = 20
	longestRequest  = 64 << 10         // bytes of a body
	longestValue    = 1 << 10          // bytes of a header
	hangFor         = 20 * time.Second // longer than a delivery waits for an answer
	hangingAtOnce   = 8                // of this process; others are answered 503
	receiverSubject = "test receiver"
)

// shownHeaders are kept of a request: those of the contract, none that could be a credential.
var shownHeaders = []string{
	webhook.HeaderID, webhook.HeaderTimestamp, webhook.HeaderSignature, webhook.HeaderSignature256, "Content-Type", "User-Agent",
}

var receiverToken = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

// ownReceiver is the token of a test receiver's address at this server; "" for every other
// address. The form is exact, so that nothing else of this server can be reached with it.
func (c *Hooks) ownReceiver(address string) linktoken.Token {
	c.mu.Lock()
	base := c.tryout
	c.mu.Unlock()
	token, own := strings.CutPrefix(address, base+TestReceiverPath)
	if base == "" || !own || !receiverToken.MatchString(token) {
		return ""
	}
	return linktoken.Token(token)
}

// MakeReceiver makes the test receiver of a tenant anew.
func (c *Hooks) MakeReceiver(ctx context.Context, tenant string) (delivery.Receiver, error) {
	token, err := linktoken.New()
	if err != nil {
		return delivery.Receiver{}, err
	}
	if c.receiverURL(token) == "" {
		return delivery.Receiver{}, fault.E(fault.Unavailable, fault.Say("There is no server here that could receive.", "Здесь нет сервера, который мог бы принимать."), nil).
			WithHint(fault.Say("Start the server with `kadry serve`.", "Запустите сервер: `kadry serve`."))
	}
	now := c.now()
	err = c.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO test_receiver (tenant, token, digest, reply, count, made_at, expires_at)
			VALUES ($1, $2, $3, $4, 0, $5, $6)
			ON CONFLICT (tenant) DO UPDATE SET token = excluded.token, digest = excluded.digest, reply = excluded.reply, count = 0,
				made_at = excluded.made_at, expires_at = excluded.expires_at`,
			tenant, token.Reveal(), token.Digest(), string(delivery.Takes), now.UnixMicro(), now.Add(receiverLives).UnixMicro()); err != nil {
			return err
		}
		if err := emptyReceiver(ctx, tx, tenant); err != nil {
			return err
		}
		return c.Audit.Append(ctx, tx, c.entry(ctx, tenant, "webhook.receiver_made", receiverSubject, nil))
	})
	if err != nil {
		return delivery.Receiver{}, fmt.Errorf("interviewjobs: make test receiver: %w", err)
	}
	return c.TestReceiver(ctx, tenant)
}

func (c *Hooks) receiverURL(token linktoken.Token) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tryout == "" {
		return ""
	}
	return c.tryout + TestReceiverPath + token.Reveal()
}

func emptyReceiver(ctx context.Context, tx *sql.Tx, tenant string) error {
	_, err := tx.ExecContext(ctx, "DELETE FROM test_receiver_request WHERE tenant = $1", tenant)
	return err
}

func noReceiver() error {
	return fault.E(fault.NotFound, fault.Say("There is no test receiver, or its day is over.", "Проверочного приёмника нет, или его сутки истекли."), nil)
}

// TestReceiver returns the receiver of a tenant with what it got.
func (c *Hooks) TestReceiver(ctx context.Context, tenant string) (r delivery.Receiver, err error) {
	err = c.DB.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var token string
		var made, expires int64
		r = delivery.Receiver{}
		err := tx.QueryRowContext(ctx, "SELECT token, reply, made_at, expires_at FROM test_receiver WHERE tenant = $1 AND expires_at > $2",
			tenant, c.now().UnixMicro()).Scan(&token, &r.Reply, &made, &expires)
		if errors.Is(err, sql.ErrNoRows) {
			return noReceiver()
		}
		if err != nil {
			return err
		}
		r.URL, r.MadeAt, r.ExpiresAt = c.receiverURL(linktoken.Token(token)), time.UnixMicro(made).UTC(), time.UnixMicro(expires).UTC()
		r.Requests, err = receivedRequests(ctx, tx, tenant)
		return err
	})
	if err != nil {
		return delivery.Receiver{}, fmt.Errorf("interviewjobs: test receiver: %w", err)
	}
	return r, nil
}

func receivedRequests(ctx context.Context, tx *sql.Tx, tenant string) (list []delivery.Request, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT number, at, header, body, proven, reply FROM test_receiver_request
		WHERE tenant = $1 ORDER BY number DESC`, tenant)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var q delivery.Request
		var at int64
		var header string
		var proven int
		if err := rows.Scan(&q.Number, &at, &header, &q.Body, &proven, &q.Reply); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(header), &q.Header); err != nil {
			return nil, err
		}
		q.At, q.Proven = time.UnixMicro(at).UTC(), proven == 1
		list = append(list, q)
	}
	return list, rows.Err()
}

// SetReply says how the receiver answers from now on.
func (c *Hooks) SetReply(ctx context.Context, tenant string, reply delivery.Reply) error {
	return c.changeReceiver(ctx, tenant, "webhook.receiver_set", func(ctx context.Context, tx *sql.Tx) (sql.Result, error) {
		return tx.ExecContext(ctx, "UPDATE test_receiver SET reply = $1 WHERE tenant = $2 AND expires_at > $3", string(reply), tenant, c.now().UnixMicro())
	})
}

// DropReceiver removes the receiver with what it got.
func (c *Hooks) DropReceiver(ctx context.Context, tenant string) error {
	return c.changeReceiver(ctx, tenant, "webhook.receiver_deleted", func(ctx context.Context, tx *sql.Tx) (sql.Result, error) {
		result, err := tx.ExecContext(ctx, "DELETE FROM test_receiver WHERE tenant = $1", tenant)
		if err != nil {
			return nil, err
		}
		return result, emptyReceiver(ctx, tx, tenant)
	})
}

func (c *Hooks) changeReceiver(ctx context.Context, tenant, action string, run func(context.Context, *sql.Tx) (sql.Result, error)) error {
	err := c.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := run(ctx, tx)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, noReceiver())
		}
		return c.Audit.Append(ctx, tx, c.entry(ctx, tenant, action, receiverSubject, nil))
	})
	if err != nil {
		return fmt.Errorf("interviewjobs: %s: %w", action, err)
	}
	return nil
}

// sweepReceivers removes those whose day is over.
func (c *Hooks) sweepReceivers(ctx context.Context, now time.Time) error {
	err := c.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM test_receiver_request WHERE tenant IN
			(SELECT tenant FROM test_receiver WHERE expires_at <= $1)`, now.UnixMicro()); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM test_receiver WHERE expires_at <= $1", now.UnixMicro())
		return err
	})
	if err != nil {
		return fmt.Errorf("interviewjobs: sweep test receivers: %w", err)
	}
	return nil
}

// owns tells whether the receiver with a token works and is the tenant's.
func (c *Hooks) owns(ctx context.Context, tenant string, token linktoken.Token) (bool, error) {
	owner, err := c.ownerOf(ctx, token)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return false, err
	}
	return err == nil && owner == tenant, nil
}

func (c *Hooks) ownerOf(ctx context.Context, token linktoken.Token) (tenant string, err error) {
	err = c.DB.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, "SELECT tenant FROM test_receiver WHERE digest = $1 AND expires_at > $2",
			token.Digest(), c.now().UnixMicro()).Scan(&tenant)
		if errors.Is(err, sql.ErrNoRows) {
			return noReceiver()
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("interviewjobs: owner of a test receiver: %w", err)
	}
	return tenant, nil
}

// TestReceivers answers at the addresses of all test receivers. Whoever has an address can put
// something into its box, signed or not, and the last few are kept; nobody else can.
func (c *Hooks) TestReceivers() http.Handler {
	wrong, busy, hanging := linktoken.NewGuesses(), linktoken.NewGuesses(), make(chan struct{}, hangingAtOnce)
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+TestReceiverPath+"{token}", func(w http.ResponseWriter, r *http.Request) {
		token := linktoken.Token(r.PathValue("token"))
		tenant, err := c.ownerOf(r.Context(), token)
		switch {
		case fault.KindOf(err) == fault.NotFound && !wrong.Allow(peer(r)), err == nil && !busy.Allow(tenant):
			w.Header().Set("Retry-After", "3")
			http.Error(w, "too many requests", http.StatusTooManyRequests)
			return
		case fault.KindOf(err) == fault.NotFound:
			http.Error(w, "no such receiver", http.StatusGone)
			return
		case err != nil:
			c.cannotReceive(w, r, err)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestRequest))
		if err != nil {
			http.Error(w, "the body cannot be read or is larger than 64 kB", http.StatusRequestEntityTooLarge)
			return
		}
		reply, err := c.box(r.Context(), tenant, token, r.Header, body)
		if err != nil {
			c.cannotReceive(w, r, err)
			return
		}
		answer(w, r, reply, hanging)
	})
	return mux
}

func (c *Hooks) cannotReceive(w http.ResponseWriter, r *http.Request, err error) {
	if fault.KindOf(err) == fault.NotFound { // deleted at this moment
		http.Error(w, "no such receiver", http.StatusGone)
		return
	}
	c.Log.ErrorContext(r.Context(), "request to a test receiver not kept", "cause", err.Error())
	http.Error(w, "not now", http.StatusServiceUnavailable)
}

func peer(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// answer says what the receiver was told to. One that hangs ends with its caller.
func answer(w http.ResponseWriter, r *http.Request, reply delivery.Reply, hanging chan struct{}) {
	if reply != delivery.Hangs {
		status, err := strconv.Atoi(string(reply))
		if err != nil {
			status = http.StatusNoContent
		}
		w.WriteHeader(status)
		return
	}
	select {
	case hanging <- struct{}{}:
		defer func() { <-hanging }()
	default:
		http.Error(w, "too many wait", http.StatusServiceUnavailable)
		return
	}
	late := time.NewTimer(hangFor)
	defer late.Stop()
	select {
	case <-r.Context().Done():
	case <-late.C:
	}
	w.WriteHeader(http.StatusGatewayTimeout)
}

// box keeps a request, drops the oldest over the bound, and says how to answer.
func (c *Hooks) box(ctx context.Context, tenant string, token linktoken.Token, given http.Header, body []byte) (reply delivery.Reply, err error) {
	keys, err := c.Outbox.Keys(ctx, tenant)
	if err != nil {
		return "", err
	}
	stamp := webhook.Stamp{
		ID: given.Get(webhook.HeaderID), Timestamp: given.Get(webhook.HeaderTimestamp), Signature: given.Get(webhook.HeaderSignature),
	}
	proven := 0
	if webhook.Verify(stamp, body, c.now(), keys...) == nil {
		proven = 1
	}
	header, err := json.Marshal(shown(given))
	if err != nil {
		return "", fmt.Errorf("interviewjobs: header: %w", err)
	}
	err = c.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var number int
		err := tx.QueryRowContext(ctx, `UPDATE test_receiver SET count = count + 1 WHERE digest = $1 AND expires_at > $2
			RETURNING count, reply`, token.Digest(), c.now().UnixMicro()).Scan(&number, &reply)
		if errors.Is(err, sql.ErrNoRows) {
			return noReceiver()
		}
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO test_receiver_request (tenant, number, at, header, body, proven, reply)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`, tenant, number, c.now().UnixMicro(), string(header), body, proven, string(reply)); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "DELETE FROM test_receiver_request WHERE tenant = $1 AND number <= $2", tenant, number-requestsKept)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("interviewjobs: keep a request: %w", err)
	}
	return reply, nil
}

// shown is what is kept of the headers of a request, as text that every engine keeps.
func shown(given http.Header) map[string]string {
	kept := map[string]string{}
	for _, name := range shownHeaders {
		if value := given.Get(name); value != "" {
			value = strings.ReplaceAll(strings.ToValidUTF8(value[:min(len(value), longestValue)], ""), "\x00", "")
			kept[name] = value
		}
	}
	return kept
}
