// Package talente2e tests the talent room over the binary, as its users meet it. It holds tests
// and their scripts alone.
package talente2e
