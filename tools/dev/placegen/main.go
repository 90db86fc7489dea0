// Command placegen reduces two answers of HeadHunter's public dictionaries to the facts that
// packages place and role embed: ids, names and what an area lies in. It writes the same
// bytes for the same input.
//
//	go -C tools/dev run ./placegen -areas areas.json -roles professional_roles.json
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
)

func main() {
	areas := flag.String("areas", "", "answer of GET /areas")
	roles := flag.String("roles", "", "answer of GET /professional_roles")
	areasOut := flag.String("areas-out", "../../internal/market/place/data/areas.tsv", "file to write")
	rolesOut := flag.String("roles-out", "../../internal/market/role/data/roles.tsv", "file to write")
	flag.Parse()
	if err := write(*areas, *areasOut, areaRows); err != nil {
		fmt.Fprintln(os.Stderr, "placegen:", err)
		os.Exit(1)
	}
	if err := write(*roles, *rolesOut, roleRows); err != nil {
		fmt.Fprintln(os.Stderr, "placegen:", err)
		os.Exit(1)
	}
}

func write(from, to string, rows func([]byte) ([]byte, error)) error {
	answer, err := os.ReadFile(from)
	if err != nil {
		return fmt.Errorf("read dictionary: %w", err)
	}
	facts, err := rows(answer)
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	if err := os.WriteFile(to, facts, 0o644); err != nil { //nolint:gosec // a data file of the project, for everyone to read
		return fmt.Errorf("write facts: %w", err)
	}
	return nil
}

type area struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Areas []area `json:"areas"`
}

// areaRows lists the tree with every area behind the one it lies in.
func areaRows(answer []byte) ([]byte, error) {
	var roots []area
	if err := json.Unmarshal(answer, &roots); err != nil {
		return nil, fmt.Errorf("decode areas: %w", err)
	}
	var b bytes.Buffer
	b.WriteString("# areas of HeadHunter, reduced by placegen; do not edit by hand: id, id of the parent, name\n")
	var list func(parent string, areas []area)
	list = func(parent string, areas []area) {
		for _, a := range areas {
			fmt.Fprintf(&b, "%s\t%s\t%s\n", a.ID, parent, a.Name)
			list(a.ID, a.Areas)
		}
	}
	list("", roots)
	return b.Bytes(), nil
}

type role struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// roleRows lists every role once, by id: the dictionary repeats it in several categories.
func roleRows(answer []byte) ([]byte, error) {
	var all struct {
		Categories []struct {
			Roles []role `json:"roles"`
		} `json:"categories"`
	}
	if err := json.Unmarshal(answer, &all); err != nil {
		return nil, fmt.Errorf("decode roles: %w", err)
	}
	var roles []role
	for _, c := range all.Categories {
		roles = append(roles, c.Roles...)
	}
	slices.SortFunc(roles, func(a, b role) int { return cmp.Or(cmp.Compare(number(a.ID), number(b.ID)), cmp.Compare(a.ID, b.ID)) })
	var b bytes.Buffer
	b.WriteString("# professional roles of HeadHunter, reduced by placegen; do not edit by hand: id, name\n")
	for _, r := range slices.CompactFunc(roles, func(a, b role) bool { return a.ID == b.ID }) {
		fmt.Fprintf(&b, "%s\t%s\n", r.ID, r.Name)
	}
	return b.Bytes(), nil
}

// number orders ids as people do; one that is no number comes first.
func number(id string) int {
	n, err := strconv.Atoi(id)
	if err != nil {
		return 0
	}
	return n
}
