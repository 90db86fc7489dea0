package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// The forms of an answer.
const (
	asJSON     = "json"
	asTable    = "table"
	asMarkdown = "markdown"
	asGiven    = "given" // as the input says, which is no value of the flag
)

// asked is how an answer is wanted.
type asked struct {
	output string // "" is for reading on a terminal and JSON elsewhere
	all    bool
}

// register adds the flags of an answer. Pages of a list are read one at a time; work that is
// done in parts is meant to be done whole.
func (a *asked) register(cmd *cobra.Command, pageable, whole bool) {
	forms := []string{asJSON, asTable, asMarkdown}
	cmd.Flags().StringVarP(&a.output, "output", "o", "", "form of the answer: json, table or markdown (default: what reads best on a terminal, else json)")
	// The only error is a flag that does not exist, and it was made just now.
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(forms, cobra.ShellCompDirectiveNoFileComp))
	if pageable {
		cmd.Flags().BoolVar(&a.all, "all", whole, "follow next_cursor to the end; JSON comes as one answer a line")
	}
}

// run calls an operation and prints what it answers, page by page where all is asked.
func (s *shell) run(ctx context.Context, o *op.Op, input []byte, a asked) error {
	switch a.output {
	case "", asJSON, asTable, asMarkdown:
	default:
		return fault.E(fault.Invalid, fault.Say("--output must be json, table or markdown.", "--output: допустимы json, table и markdown."), nil)
	}
	if a.output == asMarkdown && o.Input.Properties["response_format"] != nil {
		input = with(input, "response_format", asMarkdown, false)
	}
	if a.output == "" && names(input, "response_format") {
		a.output = asGiven
	}
	p := s.progress()
	ctx = op.WithProgress(op.WithCaller(ctx, s.Caller), p.report)
	for seen := map[string]bool{}; ; {
		result, err := s.call(ctx, o, input, a)
		p.clear()
		if err != nil {
			return err
		}
		if err := s.print(result, a, len(seen) > 0); err != nil {
			return err
		}
		next := nextCursor(result.JSON)
		switch {
		case next == "":
			return nil
		case !a.all:
			return s.offerNext(o, with(input, "cursor", next, true), a)
		}
		if seen[next] {
			return fault.E(fault.Internal, fault.Say("%s answers the same page again and again.", "%s повторно выдаёт одну и ту же страницу.", o.Name), nil)
		}
		seen[next] = true
		input = with(input, "cursor", next, true)
	}
}

// offerNext tells a person at the terminal the command that shows the next page.
func (s *shell) offerNext(o *op.Op, input []byte, a asked) error {
	if s.width == 0 || a.output == asJSON || !pageable(o) {
		return nil
	}
	_, err := io.WriteString(s.Err, words(s.Caller.Lang, "next page: ", "следующая страница: ")+printable(Line(o, input))+"\n")
	return err
}

// print writes one answer; what people read is parted from the page before by a line.
func (s *shell) print(result op.Result, a asked, further bool) error {
	rendered := result.Text != string(result.JSON)
	if rendered && (a.output == asGiven || a.output == "" && s.width > 0) {
		a.output = asMarkdown // written for people, which no table drawn here is
	}
	gap := ""
	if further {
		gap = "\n"
	}
	switch {
	case a.output == asMarkdown && rendered:
		_, err := io.WriteString(s.Out, gap+printable(result.Text)+"\n")
		return err
	case a.output == asMarkdown, a.output == asTable, (a.output == "" || a.output == asGiven) && s.width > 0:
		v, err := parse(result.JSON)
		if err != nil {
			return err
		}
		if s.width > 0 {
			v = v.without("next_cursor") // told as a command
		}
		drawn := draw(v, page{width: s.width, lang: s.Caller.Lang, markdown: a.output == asMarkdown})
		_, err = io.WriteString(s.Out, gap+drawn)
		return err
	case a.all:
		_, err := s.Out.Write(append(slices.Clip(result.JSON), '\n'))
		return err
	}
	var text bytes.Buffer
	if err := json.Indent(&text, result.JSON, "", "  "); err != nil {
		return err
	}
	text.WriteByte('\n')
	_, err := text.WriteTo(s.Out)
	return err
}

// pageable reports whether an operation answers in pages.
func pageable(o *op.Op) bool {
	return isString(o.Input.Properties["cursor"]) && isString(o.Output.Properties["next_cursor"])
}

func isString(s *jsonschema.Schema) bool { return s != nil && s.Type == "string" }

func nextCursor(answer []byte) string {
	var paged struct {
		NextCursor string `json:"next_cursor"`
	}
	if json.Unmarshal(answer, &paged) != nil {
		return ""
	}
	return paged.NextCursor
}

// names reports whether a JSON object has a key.
func names(object []byte, key string) bool {
	fields := map[string]json.RawMessage{}
	return json.Unmarshal(object, &fields) == nil && fields[key] != nil
}

// with sets a text in a JSON object; what is no object is left for the kernel to refuse.
func with(object []byte, key, value string, replace bool) []byte {
	fields := map[string]json.RawMessage{}
	if len(bytes.TrimSpace(object)) > 0 && json.Unmarshal(object, &fields) != nil {
		return object
	}
	if _, there := fields[key]; there && !replace {
		return object
	}
	fields[key], _ = json.Marshal(value) // a Go string always has a JSON form
	changed, err := json.Marshal(fields)
	if err != nil {
		return object
	}
	return changed
}
