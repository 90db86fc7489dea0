// Package markete2e tests the market room over the binary, as its users meet it. It holds tests
// alone.
package markete2e
