// Package dossiere2e tests the hiring report over the binary, as its users meet it. It holds
// tests and their scripts alone.
package dossiere2e
