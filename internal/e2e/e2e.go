// Package e2e holds the tests that see the whole: the architecture, the binary driven by
// scripts, real protocol clients and a real browser. It has no code of its own.
package e2e
