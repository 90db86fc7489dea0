// Package evidencee2e tests the evidence room over the binary, as its users meet it. It holds
// tests and their scripts alone.
package evidencee2e
