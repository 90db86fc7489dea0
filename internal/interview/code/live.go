package code

import (
	"slices"
	"strings"
)

// live takes out of a tree what never runs: what follows a return, the branches of a constant
// that is false, functions that nothing reaches, and attempts that a later one replaces.
func live(task Task, nodes []node) []node {
	switch task.Language {
	case SQL:
		return lastQuery(nodes)
	case Shell:
		return lastPipeline(nodes)
	case Dockerfile:
		return nodes
	}
	nodes = reached(nodes)
	if task.Entry == "" {
		return nodes
	}
	return called(task, nodes)
}

var (
	leaving = setOf("return throw raise panic exit die break continue")
	falsy   = setOf("false False 0 null None")
)

// reached drops statements behind one that leaves its block, and blocks of a false condition.
func reached(nodes []node) []node {
	out := make([]node, 0, len(nodes))
	begin, gone := true, false
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		switch {
		case gone && begin && n.kind == word && (n.text == "case" || n.text == "default" || n.text == "function" || n.text == "def"):
			gone = false
		case !gone && begin && n.kind == word && leaving[n.text]:
			if end := statementEnd(nodes, i); end < len(nodes) {
				out = append(out, alive(nodes[i:end+1])...)
				i, gone, begin = end, true, true
				continue
			}
		}
		if !gone && n.kind == group && n.text == "{" && never(nodes[:i]) {
			n.kids = nil
		} else if n.kind == group {
			n.kids = reached(n.kids)
		}
		if !gone {
			out = append(out, n)
		}
		begin = n.kind == sep
	}
	return out
}

func alive(nodes []node) []node {
	out := slices.Clone(nodes)
	for i := range out {
		if out[i].kind == group {
			out[i].kids = reached(out[i].kids)
		}
	}
	return out
}

func statementEnd(nodes []node, from int) int {
	for from < len(nodes) && nodes[from].kind != sep {
		from++
	}
	return from
}

// never says that what stands before a block is a condition that is never true.
func never(before []node) bool {
	n := len(before)
	if n > 0 && before[n-1].kind == op && before[n-1].text == ":" {
		n--
	}
	if n < 2 {
		return false
	}
	condition, keyword := before[n-1], before[n-2]
	if condition.kind == group && condition.text == "(" && len(condition.kids) == 1 {
		condition = condition.kids[0]
	}
	return keyword.kind == word && (keyword.text == "if" || keyword.text == "while" || keyword.text == "for") && (condition.kind == word || condition.kind == num) && falsy[condition.text]
}

// declaration is a function with a name: nodes[from:to] of a sequence.
type declaration struct {
	name     string
	from, to int
}

// declared are the functions that a sequence declares.
func declared(nodes []node) []declaration {
	var found []declaration
	for i := 0; i < len(nodes); i++ {
		if i > 0 && nodes[i-1].kind != sep && !(nodes[i-1].kind == word && setOf("export default async")[nodes[i-1].text]) {
			continue
		}
		name, at := "", i
		switch {
		case i+2 < len(nodes) && (nodes[i].text == "func" || nodes[i].text == "function" || nodes[i].text == "def") && nodes[i].kind == word && nodes[i+1].kind == word:
			name = nodes[i+1].text
		case i+3 < len(nodes) && (nodes[i].text == "const" || nodes[i].text == "let" || nodes[i].text == "var") && nodes[i+1].kind == word && nodes[i+2].text == "=" && function(nodes[i+3:statementEnd(nodes, i)]):
			name = nodes[i+1].text
		}
		if name == "" {
			continue
		}
		for at < len(nodes) && !(nodes[at].kind == group && nodes[at].text == "{") && nodes[at].kind != sep {
			at++
		}
		found = append(found, declaration{name, i, min(at+1, len(nodes))})
		i = min(at, len(nodes)-1)
	}
	return found
}

// function says that an expression is a function with a block.
func function(nodes []node) bool {
	if len(nodes) == 0 {
		return false
	}
	if nodes[0].kind == word && (nodes[0].text == "function" || nodes[0].text == "async") {
		return true
	}
	for _, n := range nodes[:min(len(nodes), 3)] {
		if n.kind == op && n.text == "=>" {
			return true
		}
	}
	return false
}

// rounds bounds how long a chain of functions that only call each other is followed.
const rounds = 8

// called drops functions that nothing calls. Of two with the name that is asked for the later
// one counts. Where none has that name, every function at the top may be meant.
func called(task Task, nodes []node) []node {
	named := []declaration{}
	for _, d := range declared(nodes) {
		if d.name == task.Entry {
			named = append(named, d)
		}
	}
	nodes = without(nodes, named[:max(0, len(named)-1)]) // the last attempt replaces those before
	for range rounds {
		uses := map[string]int{}
		count(nodes, uses)
		before := size(nodes)
		nodes = used(nodes, uses, func(name string, top bool) bool { return name == task.Entry || top && len(named) == 0 }, true)
		if size(nodes) == before {
			break
		}
	}
	return nodes
}

// without drops some declarations, which are in order.
func without(nodes []node, dropped []declaration) []node {
	out := make([]node, 0, len(nodes))
	at := 0
	for _, d := range dropped {
		out = append(out, nodes[at:d.from]...)
		at = d.to
	}
	return append(out, nodes[at:]...)
}

func count(nodes []node, uses map[string]int) {
	for i := range nodes {
		if nodes[i].kind == word {
			uses[nodes[i].text]++
		}
		count(nodes[i].kids, uses)
	}
}

// used keeps the functions whose name stands somewhere outside of them.
func used(nodes []node, uses map[string]int, root func(name string, top bool) bool, top bool) []node {
	out := without(nodes, slices.DeleteFunc(declared(nodes), func(d declaration) bool {
		own := map[string]int{}
		count(nodes[d.from:d.to], own)
		return root(d.name, top) || uses[d.name] > own[d.name]
	}))
	for i := range out {
		if out[i].kind == group {
			out[i].kids = used(out[i].kids, uses, root, false)
		}
	}
	return out
}

// split cuts a sequence at separators.
func split(nodes []node, at func(node) bool) [][]node {
	var out [][]node
	from := 0
	for i := range nodes {
		if nodes[i].kind == sep && at(nodes[i]) {
			out = append(out, nodes[from:i+1])
			from = i + 1
		}
	}
	if from < len(nodes) {
		out = append(out, nodes[from:])
	}
	return out
}

// lastQuery keeps the last query of several, and what is no query.
func lastQuery(nodes []node) []node {
	parts := split(nodes, func(node) bool { return true })
	query := func(p []node) bool {
		return len(p) > 0 && (p[0].text == "select" || p[0].text == "with" || p[0].kind == group && p[0].text == "(")
	}
	last := -1
	for i, p := range parts {
		if query(p) {
			last = i
		}
	}
	var out []node
	for i, p := range parts {
		if !query(p) || i == last {
			out = append(out, p...)
		}
	}
	return trim(SQL, out)
}

// lastPipeline keeps the last of several pipelines that read the same file.
func lastPipeline(nodes []node) []node {
	parts := split(nodes, func(n node) bool { return n.text == "\n" || n.text == ";" })
	read := map[string]bool{} // files of later ones
	kept := make([]bool, len(parts))
	for i, p := range slices.Backward(parts) {
		files := filesOf(p)
		kept[i] = !slices.ContainsFunc(files, func(f string) bool { return read[f] })
		for _, f := range files {
			read[f] = true
		}
	}
	var out []node
	for i, p := range parts {
		if kept[i] {
			out = append(out, p...)
		}
	}
	return trim(Shell, out)
}

// filesOf are the names of files in commands, but for those that are written.
func filesOf(commands []node) []string {
	var files []string
	for i, n := range commands {
		if n.kind == word && len(n.text) >= 5 && strings.Contains(n.text, ".") && !(i > 0 && commands[i-1].text == ">") {
			files = append(files, n.text)
		}
	}
	return files
}
