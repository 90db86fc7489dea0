package upstream

import (
	"context"
	"errors"
)

// DialReceiver opens a connection as a delivery of this Open would, address check left out.
func DialReceiver(ctx context.Context, o Open, address string) error {
	conn, err := network{}.dialer(o.filled().reach())(ctx, "tcp", address)
	if err == nil {
		_ = conn.Close()
		return errors.New("connected")
	}
	return err
}

// Prohibited reports whether the guard refused a dial.
func Prohibited(err error) bool { return prohibited(err) }

// Lanes counts the tenants whose connections are kept.
func Lanes(c *Client) int { return len(c.outboxes[0].lanes.kept) }
