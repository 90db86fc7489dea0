// Package exame2e tests the exam room over the binary, as its users meet it. It holds tests
// and their scripts alone.
package exame2e
