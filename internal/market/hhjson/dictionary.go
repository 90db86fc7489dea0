package hhjson

import (
	"encoding/json"
	"fmt"

	"kadry/internal/market/loose"
	"kadry/internal/market/posting"
	"kadry/internal/market/prose"
)

// mostEntries bounds a dictionary; the tree of areas has 9,600.
const mostEntries = 100_000

// deepest bounds how often a part of the tree of areas is read again for the parts in it; the
// genuine one has four levels.
const deepest = 8

// Area is a node of the tree of areas.
type Area struct {
	ID     string `json:"id"`
	Parent string `json:"parent,omitzero"` // "" of a country
	Name   string `json:"name"`
}

// branch is a part of the tree of areas that is still to be read.
type branch struct {
	above string
	depth int
	raw   json.RawMessage
}

// Areas reads the tree of areas, every node after the one above it.
func Areas(body []byte) ([]Area, error) {
	var all []Area
	for waiting := []branch{{raw: body}}; len(waiting) > 0 && len(all) < mostEntries; waiting = waiting[1:] {
		var nodes loose.List[json.RawMessage]
		if err := loose.Decode(waiting[0].raw, &nodes); err != nil {
			return nil, err
		}
		for _, raw := range nodes {
			var own coded
			var below struct {
				Areas json.RawMessage `json:"areas"`
			}
			if loose.Decode(raw, &own) != nil || loose.Decode(raw, &below) != nil || own.ID == "" || own.Name == "" {
				continue
			}
			all = append(all, Area{ID: string(own.ID), Parent: waiting[0].above, Name: prose.Line(string(own.Name))})
			if len(below.Areas) > 0 && waiting[0].depth < deepest {
				waiting = append(waiting, branch{string(own.ID), waiting[0].depth + 1, below.Areas})
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: a tree of areas", ErrShape)
	}
	return all, nil
}

// Role is a professional role with the categories it stands in.
type Role struct {
	posting.Named
	Categories []string `json:"categories"`
}

// Roles reads the dictionary of professional roles: each once, though several categories may
// hold it.
func Roles(body []byte) ([]Role, error) {
	var doc struct {
		Categories loose.List[struct {
			Name  loose.Text        `json:"name"`
			Roles loose.List[coded] `json:"roles"`
		}] `json:"categories"`
	}
	if err := loose.Decode(body, &doc); err != nil {
		return nil, err
	}
	var all []Role
	at := map[loose.Text]int{}
	for _, category := range doc.Categories {
		for _, c := range category.Roles {
			if c.ID == "" || c.Name == "" || len(all) == mostEntries {
				continue
			}
			i, known := at[c.ID]
			if !known {
				i = len(all)
				at[c.ID] = i
				all = append(all, Role{Named: c.noun()})
			}
			all[i].Categories = append(all[i].Categories, prose.Line(string(category.Name)))
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: professional roles", ErrShape)
	}
	return all, nil
}

// Suggestions reads what HeadHunter proposes for a beginning of a word. The ids are of the
// dictionary that was asked.
func Suggestions(body []byte) ([]posting.Named, error) {
	var doc struct {
		Items *loose.List[coded] `json:"items"`
	}
	if err := loose.Decode(body, &doc); err != nil {
		return nil, err
	}
	if doc.Items == nil {
		return nil, fmt.Errorf("%w: suggestions have items", ErrShape)
	}
	var all []posting.Named
	for _, c := range (*doc.Items)[:min(len(*doc.Items), 100)] {
		if name := prose.Line(string(c.Text)); name != "" {
			all = append(all, posting.Named{ID: string(c.ID), Name: name})
		}
	}
	return all, nil
}

// Dictionaries are the entries of HeadHunter's dictionaries by the dictionary's name. Rates of
// currencies are not among them: they are read by the package that converts.
func Dictionaries(body []byte) (map[string][]posting.Named, error) {
	var doc map[string]json.RawMessage
	if err := loose.Decode(body, &doc); err != nil {
		return nil, err
	}
	all := map[string][]posting.Named{}
	for name, raw := range doc {
		var entries loose.List[coded]
		if loose.Decode(raw, &entries) == nil {
			if found := nouns(entries, mostEntries); len(found) > 0 {
				all[name] = found
			}
		}
	}
	if len(all["experience"]) == 0 {
		return nil, fmt.Errorf("%w: dictionaries", ErrShape)
	}
	return all, nil
}

// Refusal is what HeadHunter says in the place of an answer.
type Refusal struct {
	Type    string // forbidden, oauth, captcha_required, bad_argument ...
	Value   string // bad_authorization, token_revoked, the name of the argument ...
	Request string // the id of the request, for their support
}

// Refused reads a refusal, if that is what a body is.
func Refused(body []byte) (Refusal, bool) {
	var doc struct {
		Errors loose.List[struct {
			Type  loose.Text `json:"type"`
			Value loose.Text `json:"value"`
		}] `json:"errors"`
		Error    loose.Text `json:"error"`        // of the token's address, as OAuth has it
		Argument loose.Text `json:"bad_argument"` // of old answers
		Request  loose.Text `json:"request_id"`
	}
	if loose.Decode(body, &doc) != nil {
		return Refusal{}, false
	}
	r := Refusal{Request: prose.Line(string(doc.Request))}
	switch {
	case len(doc.Errors) > 0 && doc.Errors[0].Type != "":
		r.Type, r.Value = prose.Line(string(doc.Errors[0].Type)), prose.Line(string(doc.Errors[0].Value))
	case doc.Argument != "":
		r.Type, r.Value = "bad_argument", prose.Line(string(doc.Argument))
	case doc.Error != "":
		r.Type, r.Value = "oauth", prose.Line(string(doc.Error))
	default:
		return Refusal{}, false
	}
	return r, true
}
