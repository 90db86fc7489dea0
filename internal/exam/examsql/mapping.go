package examsql

import (
	"encoding/json"
	"fmt"

	"kadry/internal/exam"
)

func writeProblem(p exam.Problem) (string, error) {
	text, err := json.Marshal(problemWire{
		URL: plain(p.URL), Type: plain(p.Type), Types: texts(p.Types),
		Question: toBodyWire(p.Question), Passage: toBodyWire(p.Passage), Solution: toBodyWire(p.Solution),
		Answer: plain(p.Answer), Criteria: toBodyWire(p.Criteria), Points: p.Points,
		Analogs: texts(p.Analogs), Linked: texts(p.Linked),
		Files: each(p.Files, toLinkWire), Audio: each(p.Audio, toLinkWire),
		Codes: each(p.Codes, func(c exam.Code) codeWire { return codeWire{Code: plain(c.Code), Name: plain(c.Name)} }),
		Area:  plain(p.Area), Source: plain(p.Source), SourceAt: plain(p.SourceAt), Relevant: plain(p.Relevant), Level: plain(p.Level),
		Rule: toBodyWire(p.Rule),
	})
	return string(text), err
}

func decodeProblem(ref exam.Ref, record string, version int) (exam.Problem, error) {
	if version != problemVersion {
		return exam.Problem{}, fmt.Errorf("examsql: problem %s is stored in form %d, this program reads %d", ref, version, problemVersion)
	}
	var w problemWire
	if err := json.Unmarshal([]byte(record), &w); err != nil {
		return exam.Problem{}, fmt.Errorf("examsql: problem %s: %w", ref, err)
	}
	return exam.Problem{
		Ref: ref, URL: string(w.URL), Type: string(w.Type), Types: strs(w.Types),
		Question: fromBodyWire(w.Question), Passage: fromBodyWire(w.Passage), Solution: fromBodyWire(w.Solution),
		Answer: string(w.Answer), Criteria: fromBodyWire(w.Criteria), Points: w.Points,
		Analogs: strs(w.Analogs), Linked: strs(w.Linked),
		Files: each(w.Files, fromLinkWire), Audio: each(w.Audio, fromLinkWire),
		Codes: each(w.Codes, func(c codeWire) exam.Code { return exam.Code{Code: string(c.Code), Name: string(c.Name)} }),
		Area:  string(w.Area), Source: string(w.Source), SourceAt: string(w.SourceAt), Relevant: string(w.Relevant), Level: string(w.Level),
		Rule: fromBodyWire(w.Rule),
	}, nil
}

func toLinkWire(l exam.Link) linkWire { return linkWire{Title: plain(l.Title), URL: plain(l.URL)} }

func fromLinkWire(l linkWire) exam.Link { return exam.Link{Title: string(l.Title), URL: string(l.URL)} }

func toBodyWire(b exam.Body) bodyWire { return each(b.Blocks, toBlockWire) }

func fromBodyWire(w bodyWire) exam.Body { return exam.Body{Blocks: each(w, fromBlockWire)} }

func toBlockWire(b exam.Block) blockWire {
	return blockWire{
		Kind: plain(b.Kind), Spans: each(b.Spans, toSpanWire), Head: b.Head, Text: plain(b.Text), Lang: plain(b.Lang),
		Rows: each(b.Rows, func(row []exam.Cell) []cellWire { return each(row, toCellWire) }),
	}
}

func fromBlockWire(w blockWire) exam.Block {
	return exam.Block{
		Kind: exam.BlockKind(w.Kind), Spans: each(w.Spans, fromSpanWire), Head: w.Head, Text: string(w.Text), Lang: string(w.Lang),
		Rows: each(w.Rows, func(row []cellWire) []exam.Cell { return each(row, fromCellWire) }),
	}
}

func toCellWire(c exam.Cell) cellWire {
	return cellWire{Spans: each(c.Spans, toSpanWire), Cols: c.Cols, Rows: c.Rows}
}

func fromCellWire(w cellWire) exam.Cell {
	return exam.Cell{Spans: each(w.Spans, fromSpanWire), Cols: w.Cols, Rows: w.Rows}
}

func toSpanWire(s exam.Span) spanOfWire {
	w := spanOfWire{Text: plain(s.Text), Style: plain(s.Style)}
	if f := s.Formula; f != nil {
		w.Formula = &formulaWire{Alt: plain(f.Alt), LaTeX: plain(f.LaTeX), MathML: plain(f.MathML), SVG: plain(f.SVG), OK: f.OK}
	}
	if i := s.Image; i != nil {
		w.Image = &imageWire{URL: plain(i.URL), Alt: plain(i.Alt)}
	}
	return w
}

func fromSpanWire(w spanOfWire) exam.Span {
	s := exam.Span{Text: string(w.Text), Style: exam.Style(w.Style)}
	if f := w.Formula; f != nil {
		s.Formula = &exam.Formula{Alt: string(f.Alt), LaTeX: string(f.LaTeX), MathML: string(f.MathML), SVG: string(f.SVG), OK: f.OK}
	}
	if i := w.Image; i != nil {
		s.Image = &exam.Image{URL: string(i.URL), Alt: string(i.Alt)}
	}
	return s
}

func writeCatalogue(c exam.Catalogue) (string, error) {
	text, err := json.Marshal(each(c.Topics, func(t exam.Topic) topicWire {
		return topicWire{
			ID: plain(t.ID), Name: plain(t.Name), Count: t.Count, Supplementary: t.Supplementary,
			Categories: each(t.Categories, func(c exam.Category) categoryWire {
				return categoryWire{ID: plain(c.ID), Name: plain(c.Name), Count: c.Count}
			}),
		}
	}))
	return string(text), err
}

func readCatalogue(course exam.Course, record string) (exam.Catalogue, error) {
	var topics []topicWire
	if err := json.Unmarshal([]byte(record), &topics); err != nil {
		return exam.Catalogue{}, err
	}
	return exam.Catalogue{Course: course, Topics: each(topics, func(w topicWire) exam.Topic {
		return exam.Topic{
			ID: string(w.ID), Name: string(w.Name), Count: w.Count, Supplementary: w.Supplementary,
			Categories: each(w.Categories, func(c categoryWire) exam.Category {
				return exam.Category{ID: string(c.ID), Name: string(c.Name), Count: c.Count}
			}),
		}
	})}, nil
}

func encodeTypes(p exam.Problem) (string, error) {
	text, err := json.Marshal(append([]plain{}, texts(p.AllTypes())...))
	return string(text), err
}

func decodeTypes(text string) (types []string, err error) {
	err = json.Unmarshal([]byte(text), &types)
	return types, err
}

// each maps a list; an absent list stays absent.
func each[From, To any](in []From, fn func(From) To) []To {
	if in == nil {
		return nil
	}
	out := make([]To, len(in))
	for i, v := range in {
		out[i] = fn(v)
	}
	return out
}

func texts(in []string) []plain { return each(in, func(s string) plain { return plain(s) }) }
func strs(in []plain) []string  { return each(in, func(p plain) string { return string(p) }) }
