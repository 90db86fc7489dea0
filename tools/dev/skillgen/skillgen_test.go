package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestNounPhrase(t *testing.T) {
	t.Parallel()
	rows := map[string]bool{
		"mining engineering": true, "public finance": true, "tropical medicine": true,
		"manage budgets": false, "design thinking": false, "perform data analysis": false,
		"accounting": false, "Public finance": false, "apply for a loan from finance": false,
	}
	for label, want := range rows {
		if got := nounPhrase(label); got != want {
			t.Errorf("nounPhrase(%q) = %v, want %v", label, got, want)
		}
	}
}

func TestSafe(t *testing.T) {
	t.Parallel()
	s := &sources{asked: map[string]int{"npm": 20_000, "foo": 3}}
	words := map[string]bool{"make": true, "notion": true}
	rows := map[string]bool{
		"PyTorch": true, "npm": true, "Apache Druid": true, "gRPC": true,
		"Make": false, "Notion": false, "notions": false, "foo": false, "Go": false, "2048": false,
		"board game": false, "питон": false, "Foo (bar)": false, "": false,
	}
	for name, want := range rows {
		if got := safe(name, s, words); got != want {
			t.Errorf("safe(%q) = %v, want %v", name, got, want)
		}
	}
}

// TestOffer checks who wins: the overlay over every source, an earlier source over a
// later one, and a conflict that nobody decided is reported.
func TestOffer(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "overlay.tsv")
	facts := "skill\tAngular\tangular framework\ndrop\tSnapshotter\t-\n"
	if err := os.WriteFile(path, []byte(facts), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := readOverlay(path)
	if err != nil {
		t.Fatal(err)
	}
	s := &sources{asked: map[string]int{}, voices: map[string]map[string]bool{}}
	table := newTable(o)
	for _, e := range []entry{
		{name: "Google Angular", source: "onet", trusted: true},
		{name: "Snapshotter", source: "topics", trusted: true},
		{name: "NgThings", aliases: []string{"thingjs"}, source: "topics", trusted: true},
		{name: "OtherThings", aliases: []string{"thingjs"}, source: "devicon", trusted: true},
		{name: "Unheard Of", source: "icons"},
	} {
		table.offer(e, s, nil)
	}
	var b bytes.Buffer
	writeSorted(&b, table.rows, "")
	want := "alias\tGoogle Angular\tAngular\tonet\nalias\tthingjs\tNgThings\ttopics\n" +
		"skill\tNgThings\t\ttopics\nskill\tOtherThings\t\tdevicon\n"
	if b.String() != want {
		t.Errorf("rows:\n%s\nwant:\n%s", b.String(), want)
	}
	if len(table.conflicts) != 1 {
		t.Errorf("conflicts %q, want the one about thingjs", table.conflicts)
	}
}

// TestRun_isCurrent checks that the compiled file is what the generator makes of the sources.
func TestRun_isCurrent(t *testing.T) {
	t.Parallel()
	root := os.Getenv("KADRY_DATA_DIR")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	data := filepath.Join(root, "skills")
	if _, err := os.Stat(data); err != nil {
		t.Skipf("SKIP: needs the vocabularies under KADRY_DATA_DIR: %v", err)
	}
	committed := filepath.Join("..", "..", "..", "internal", "skill", "data")
	out := filepath.Join(t.TempDir(), "taxonomy.tsv")
	if err := run(data, filepath.Join(committed, "overlay.tsv"), out, false); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(committed, "taxonomy.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("taxonomy.tsv is out of date: run the generator (%d bytes committed, %d generated)", len(want), len(got))
	}
}
