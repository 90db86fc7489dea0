package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/skill"
	"kadry/internal/talent/assertion"
)

func graph(t *testing.T) *skill.Graph {
	t.Helper()
	skills, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	return skills
}

func TestReadLine(t *testing.T) {
	t.Parallel()
	places, err := readLine(`Skills => {+Go} and Redis;\n{-Wozzle} was Anna's`, graph(t))
	if err != nil {
		t.Fatal(err)
	}
	text := "Skills\nGo and Redis;\nWozzle was Anna's"
	if len(places) != 2 || places[0].text != text || places[0].foreign || !places[1].foreign {
		t.Fatalf("%+v", places)
	}
	for i, want := range []string{"Go", "Wozzle"} {
		if at := places[i].at; text[at.Start:at.End] != want {
			t.Errorf("%q, want %q", text[at.Start:at.End], want)
		}
	}
	if len(places[0].skills) != 2 {
		t.Errorf("skills %v, want Go and Redis", places[0].skills)
	}
	for _, row := range []string{"Go", "=> {Go}", "=> {+Go", "=> {+}"} {
		if _, err := readLine(row, graph(t)); err == nil {
			t.Errorf("%q: no error", row)
		}
	}
}

// TestRun_isCurrent checks that the embedded weights are what the lines give, and that they tell
// own skills from foreign ones of writers left out.
func TestRun_isCurrent(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "weights.bin")
	var out bytes.Buffer
	if err := run([]string{"-lines", "lines", "-out", file}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	var learned lesson
	if err := json.Unmarshal(out.Bytes(), &learned); err != nil {
		t.Fatal(err)
	}
	if learned.LeftOut.Area < 0.88 {
		t.Errorf("area under the curve %v on writers left out", learned.LeftOut.Area)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("..", "..", "..", "internal", "talent", "assertion", "weights.bin"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("weights.bin is out of date: learn it again")
	}
}

func TestRun_badInput(t *testing.T) {
	t.Parallel()
	empty := t.TempDir()
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "x.txt"), []byte("=> {+Go}\n\nno mark\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"no *.txt":                {"-lines", empty},
		"x.txt:3: no =>":          {"-lines", broken},
		"want -lines":             {"-lines", broken, "more"},
		"no such file":            {"-lines", "lines", "-exam", filepath.Join(empty, "none")},
		"flag provided but not d": {"-data", empty},
	} {
		if err := run(args, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
}

func TestFit_learnsAWord(t *testing.T) {
	t.Parallel()
	var places []place
	skills := graph(t)
	for _, row := range []string{"=> wrote {+Go} daily", "=> wrote {+Rust} well", "=> theirs was {-Java} daily", "=> theirs was {-Perl} well"} {
		read, err := readLine(row, skills)
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, read...)
	}
	m := fit(places)
	said := judgeAll(m, places)
	if said[0] > 0.5 || said[1] > 0.5 || said[2] < 0.5 || said[3] < 0.5 {
		t.Errorf("%v", said)
	}
	if !bytes.Equal(m.Bytes(), fit(places).Bytes()) {
		t.Error("the same lines gave other weights")
	}
	if _, err := assertion.ReadModel(m.Bytes()); err != nil {
		t.Error(err)
	}
}

func TestByWriter(t *testing.T) {
	t.Parallel()
	places := []place{{writer: "a", foreign: true}, {writer: "a", foreign: true}, {writer: "a"}, {writer: "b"}}
	got := byWriter(places, []float64{0.9, 0.2, 0.1, 0.8}, 0.5)
	if got["a"] != (line{0.5, 0.5, 0}) || got["b"] != (line{0.5, 0, 1}) {
		t.Errorf("%v", got)
	}
}
