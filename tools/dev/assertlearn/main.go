// Command assertlearn learns the weights by which a CV's reader tells the skills of its writer
// from those of others, and writes them to a file; internal/talent/assertion/weights.bin is the
// one that is embedded. It learns from the lines of the folder lines, see its README, and prints
// figures on writers left out: each file is judged by what was learned from the others.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"kadry/internal/skill"
	"kadry/internal/talent/assertion"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "assertlearn:", err)
		os.Exit(1)
	}
}

func run(args []string, out, notes io.Writer) error {
	flags := flag.NewFlagSet("assertlearn", flag.ContinueOnError)
	flags.SetOutput(notes)
	dir := flags.String("lines", "assertlearn/lines", "folder with the judged lines")
	exam := flags.String("exam", "", "file of lines to judge beside, by what was learned from all others")
	file := flags.String("out", "", "weights file to write")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return errors.New("want -lines DIR [-exam FILE] [-out FILE]")
	}
	skills, err := skill.Load()
	if err != nil {
		return err
	}
	places, err := readFolder(*dir, skills)
	if err != nil {
		return err
	}
	var asked []place
	if *exam != "" {
		if asked, err = readFile(*exam, skills); err != nil {
			return err
		}
	}
	model := fit(places)
	if *file != "" {
		if err := os.WriteFile(*file, model.Bytes(), 0o644); err != nil {
			return err
		}
	}
	said := crossJudge(places)
	report := lesson{Places: len(places), LeftOut: measure(places, said), Writers: byWriter(places, said, assertion.Bound)}
	if *exam != "" {
		figures := measure(asked, judgeAll(model, asked))
		report.Exam = &figures
	}
	figures := json.NewEncoder(out)
	figures.SetIndent("", " ")
	return figures.Encode(report)
}

func judgeAll(m *assertion.Model, places []place) []float64 {
	said := make([]float64, len(places))
	for i, p := range places {
		said[i] = m.Read(p.text, p.skills).Foreign(p.at)
	}
	return said
}
