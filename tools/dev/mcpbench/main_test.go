package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestMain lets the test binary be a server, as the command itself is.
func TestMain(m *testing.M) {
	if os.Getenv(serveEnv) == "" {
		os.Exit(m.Run())
	}
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func TestMeasure_everyServerAnswersRight(t *testing.T) {
	t.Parallel()
	var table strings.Builder
	if err := (plan{rounds: 1, calls: 20, workers: 2, warm: 2}).measure(t.Context(), &table); err != nil {
		t.Fatal(err)
	}
	for _, name := range compared {
		if !strings.Contains(table.String(), " "+name+"  ") {
			t.Errorf("%s is missing:\n%s", name, table.String())
		}
	}
}

func TestCheck_refusesWrongAnswers(t *testing.T) {
	t.Parallel()
	right := `{"result":{"structuredContent":{"text":"mine"}}}`
	for answer, ok := range map[string]bool{
		right: true,
		"event: message\ndata: " + right + "\n\n":                true,
		`{"result":{"structuredContent":{"text":"another's"}}}`:  false,
		`{"result":{"content":[{"type":"text","text":"mine"}]}}`: false,
		`{"error":{"code":-32603,"message":"mine"}}`:             false,
		"Forbidden": false,
	} {
		if err := check(200, []byte(answer), "mine"); (err == nil) != ok {
			t.Errorf("%q: got %v", answer, err)
		}
	}
}
