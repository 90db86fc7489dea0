//go:build !linux

package app

import (
	"net"
	"syscall"
)

// share does nothing: the address is free for another process when this one has stopped.
func share(string, string, syscall.RawConn) error { return nil }

func steerAway(*net.TCPListener) error { return nil }
