// Package codematche2e tests the room of code over the binary, as its users meet it. It holds
// tests alone.
package codematche2e
