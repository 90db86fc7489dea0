package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"kadry/internal/skill"
	"kadry/internal/talent/document"
	"kadry/internal/talent/resume"
)

func main() {
	graph, err := skill.Load()
	if err != nil {
		panic(err)
	}
	ex, err := resume.New(graph)
	if err != nil {
		panic(err)
	}
	for _, name := range os.Args[1:] {
		data, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		doc, err := document.Read(context.Background(), filepath.Base(name), data, document.DefaultLimits)
		if err != nil {
			fmt.Println(name, err)
			continue
		}
		p := doc.Page()
		r := ex.Extract(p, resume.Month(2026*12+10))
		fmt.Println("=====", name)
		at := 0
		for i, l := range strings.Split(p.Text, "\n") {
			kind := ""
			for _, s := range r.Sections {
				if at >= s.Start && at < s.End {
					kind = s.Kind + "/" + s.Heading
				}
			}
			mark := ""
			for _, c := range r.Certificates {
				if c.Start < at+len(l) && c.End > at {
					mark += "C"
				}
			}
			for _, c := range r.Positions {
				if c.Start < at+len(l) && c.End > at {
					mark += "P"
				}
			}
			look := ""
			if i < len(p.Lines) {
				look = fmt.Sprintf("%.2v", p.Lines[i])
			}
			_ = look
			fmt.Printf("%3d %-28.28s %-4s| %s\n", i, kind, mark, l)
			at += len(l) + 1
		}
		fmt.Println("NAME", r.Name, "| TITLE", r.Title)
		for _, p := range r.Positions {
			fmt.Printf("POS %q at %q %v..%v\n", p.Title, p.Company, p.From, p.To)
		}
		for _, c := range r.Certificates {
			fmt.Printf("CERT %q by %q\n", c.Name, c.Issuer)
		}
		for _, e := range r.Education {
			fmt.Printf("EDU %q %q\n", e.Institution, e.Degree)
		}
		for _, e := range r.Languages {
			fmt.Printf("LANG %+v\n", e)
		}
		fmt.Println("MONTHS", r.TotalMonths, r.Level)
	}
}
