// Command skillgen compiles the public skill vocabularies into the taxonomy file that
// package skill embeds. It reads reduced copies of the sources from -data, leaves to the
// overlay whatever the overlay names, and writes the same bytes for the same input.
//
//	go -C tools/dev run ./skillgen -data FOLDER
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	data := flag.String("data", "", "folder with the reduced vocabularies")
	out := flag.String("out", "../../internal/skill/data/taxonomy.tsv", "file to write")
	overlay := flag.String("overlay", "", "overlay file; by default overlay.tsv beside -out")
	conflicts := flag.Bool("conflicts", false, "list spellings that several skills claim and the overlay has not decided")
	flag.Parse()
	if *overlay == "" {
		*overlay = filepath.Join(filepath.Dir(*out), "overlay.tsv")
	}
	if err := run(*data, *overlay, *out, *conflicts); err != nil {
		fmt.Fprintln(os.Stderr, "skillgen:", err)
		os.Exit(1)
	}
}

func run(data, overlay, out string, conflicts bool) error {
	t, err := compile(data, overlay)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	t.write(&b)
	if err := os.WriteFile(out, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write taxonomy: %w", err)
	}
	fmt.Printf("%d skills, %d aliases, %d edges, %d bytes, %d conflicts\n", t.count("skill"), t.count("alias"), len(t.edges), b.Len(), len(t.conflicts))
	if conflicts {
		for _, c := range t.conflicts {
			fmt.Println(c)
		}
	}
	return nil
}

// compile reads all sources in the order of their authority and merges them.
func compile(data, overlay string) (*table, error) {
	o, err := readOverlay(overlay)
	if err != nil {
		return nil, err
	}
	s, err := readSources(data)
	if err != nil {
		return nil, err
	}
	t := newTable(o)
	words := ordinaryWords(s)
	for _, e := range s.entries {
		t.offer(e, s, words)
	}
	for _, e := range s.links {
		t.link(e)
	}
	return t, nil
}
