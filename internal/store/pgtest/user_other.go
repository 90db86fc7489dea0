//go:build !unix

package pgtest

import "syscall"

// unprivileged has nothing to do where there is no root.
func unprivileged(string) (*syscall.SysProcAttr, error) { return nil, nil }
