package examsql

import "kadry/internal/store"

// The stored form of a problem, version 1. Renaming a field of the room changes nothing
// here; renaming a key here loses what is stored under the old one.

const problemVersion = 1

type plain = store.Plain

type problemWire struct {
	URL      plain      `json:"url,omitempty"`
	Type     plain      `json:"type,omitempty"`
	Types    []plain    `json:"types,omitempty"`
	Question bodyWire   `json:"question,omitempty"`
	Passage  bodyWire   `json:"passage,omitempty"`
	Solution bodyWire   `json:"solution,omitempty"`
	Answer   plain      `json:"answer,omitempty"`
	Criteria bodyWire   `json:"criteria,omitempty"`
	Points   int        `json:"points,omitempty"`
	Analogs  []plain    `json:"analogs,omitempty"`
	Linked   []plain    `json:"linked,omitempty"`
	Files    []linkWire `json:"files,omitempty"`
	Audio    []linkWire `json:"audio,omitempty"`
	Codes    []codeWire `json:"codes,omitempty"`
	Area     plain      `json:"area,omitempty"`
	Source   plain      `json:"source,omitempty"`
	SourceAt plain      `json:"source_at,omitempty"`
	Relevant plain      `json:"relevant,omitempty"`
	Level    plain      `json:"level,omitempty"`
	Rule     bodyWire   `json:"rule,omitempty"`
}

type linkWire struct {
	Title plain `json:"title,omitempty"`
	URL   plain `json:"url"`
}

type codeWire struct {
	Code plain `json:"code,omitempty"`
	Name plain `json:"name,omitempty"`
}

type bodyWire []blockWire

type blockWire struct {
	Kind  plain        `json:"kind"`
	Spans []spanOfWire `json:"spans,omitempty"`
	Rows  [][]cellWire `json:"rows,omitempty"`
	Head  int          `json:"head,omitempty"`
	Text  plain        `json:"text,omitempty"`
	Lang  plain        `json:"lang,omitempty"`
}

type cellWire struct {
	Spans []spanOfWire `json:"spans,omitempty"`
	Cols  int          `json:"cols,omitempty"`
	Rows  int          `json:"rows,omitempty"`
}

type spanOfWire struct {
	Text    plain        `json:"text,omitempty"`
	Style   plain        `json:"style,omitempty"`
	Formula *formulaWire `json:"formula,omitempty"`
	Image   *imageWire   `json:"image,omitempty"`
}

type formulaWire struct {
	Alt    plain `json:"alt,omitempty"`
	LaTeX  plain `json:"latex,omitempty"`
	MathML plain `json:"mathml,omitempty"`
	SVG    plain `json:"svg,omitempty"`
	OK     bool  `json:"ok,omitempty"`
}

type imageWire struct {
	URL plain `json:"url"`
	Alt plain `json:"alt,omitempty"`
}

type topicWire struct {
	ID            plain          `json:"id"`
	Name          plain          `json:"name,omitempty"`
	Count         int            `json:"count,omitempty"`
	Supplementary bool           `json:"supplementary,omitempty"`
	Categories    []categoryWire `json:"categories,omitempty"`
}

type categoryWire struct {
	ID    plain `json:"id"`
	Name  plain `json:"name,omitempty"`
	Count int   `json:"count,omitempty"`
}
