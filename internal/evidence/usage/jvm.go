package usage

import "strings"

// implicit are the names of Kotlin that its operators and delegates use without a word.
const implicit = "getValue setValue provideDelegate invoke plus minus times div rem get set contains iterator next hasNext component1 component2 component3 plusAssign minusAssign rangeTo compareTo inc dec not"

// always are names of the languages' own packages: nothing need be imported for them.
const always = "String Object Integer Long Double Float Boolean Byte Short Character Number Math System Thread Runnable Exception RuntimeException Throwable Error Override Deprecated SuppressWarnings FunctionalInterface Iterable Comparable Class Void Any Unit Int Nothing Array List Map Set Option Some None Seq IllegalArgumentException IllegalStateException"

// jvmReader reads the imports of Java, Kotlin, Scala and Groovy. An import of one name is
// used if the name occurs. One on demand ("a.b.*") is used if the file has a name with a
// capital that no import, no declaration of the file and not the language itself explains;
// which of several brought it cannot be told, so it has no symbols.
type jvmReader struct {
	stream
	lang Language
	own  string // the package of the file
}

func readJVM(lang Language, body string) File {
	r := jvmReader{stream: newStream(lexClike(lang, body)), lang: lang}
	for i, t := range r.tokens {
		if t.kind != word || r.skipped[i] || !r.begins(i) {
			continue
		}
		switch t.text {
		case "package":
			path, next := r.path(i+1, ".")
			if r.own == "" {
				r.own = path
			}
			r.leave(i, next)
		case "import":
			r.leave(i, r.importing(i))
		}
	}
	file := r.finish(r.grammar())
	r.demanded(file.Imports)
	return file
}

func (r *jvmReader) grammar() grammar {
	if r.lang == Java || r.lang == Groovy {
		return grammar{members: ". ::", equals: "=", declared: true, own: "this"}
	}
	return grammar{members: ". ?. ::", equals: "=", typed: true, named: "=", own: "this"}
}

func (r *jvmReader) importing(i int) int {
	line := int(r.at(i).line)
	static := r.at(i + 1).word("static")
	if i++; static {
		i++
	}
	for {
		i = r.one(i, line, static)
		if r.lang != Scala || !r.at(i).is(",") {
			return i
		}
		i++
	}
}

// one reads one path with what may end it: a star, a list in braces, another name.
func (r *jvmReader) one(i, line int, static bool) int {
	path, next := r.path(i, ".")
	if path == "" {
		return i
	}
	i = next
	entry := Import{Path: path, Line: line, Static: static, Local: sameProject(r.own, path)}
	switch {
	case r.at(i).is(".") && r.at(i+1).is("*"):
		r.all(entry, path)
		return i + 2
	case r.at(i).is(".") && r.at(i+1).is("{"):
		return r.list(entry, i+2)
	case r.lang == Scala && lastPart(path, ".") == "_":
		r.all(entry, strings.TrimSuffix(path, "._"))
		return i
	}
	as := lastPart(path, ".")
	if (r.at(i).word("as") || r.at(i).is("=>")) && r.at(i+1).kind == word && r.at(i+1).line == r.at(i).line {
		as = r.at(i + 1).text
		i += 2
	}
	r.single(entry, as)
	return i
}

func (r *jvmReader) all(entry Import, path string) {
	entry.Path = path + ".*"
	if number := r.add(entry); number >= 0 {
		r.file.Imports[number].Names = []string{"*"}
	}
}

func (r *jvmReader) single(entry Import, as string) {
	symbol := lastPart(entry.Path, ".")
	entry.Used = r.lang == Kotlin && within(implicit, symbol) || r.lang == Scala && (symbol == "given" || as == "_")
	r.bind(r.add(entry), as, symbol, symbol)
}

// list reads the names in braces of Scala.
func (r *jvmReader) list(entry Import, i int) int {
	path := entry.Path
	for ; !r.at(i).is("}") && r.at(i).kind != newline; i++ {
		t := r.at(i)
		switch {
		case t.word("_") || t.is("*"):
			r.all(entry, path)
		case t.kind == word:
			as := t.text
			if (r.at(i+1).is("=>") || r.at(i+1).word("as")) && r.at(i+2).kind == word {
				as = r.at(i + 2).text
				i += 2
			}
			entry.Path = path + "." + t.text
			r.single(entry, as)
		case !t.is(","):
			return i
		}
	}
	return i + 1
}

// demanded marks the imports on demand as used, if there is a name that they may explain.
func (r *jvmReader) demanded(imports []Import) {
	loose, asked := false, false
	for i := range imports {
		if strings.HasSuffix(imports[i].Path, ".*") {
			if !asked {
				loose, asked = r.loose(), true
			}
			imports[i].Used = loose || imports[i].Static || r.lang != Java
		}
	}
}

func (r *jvmReader) loose() bool {
	declared := map[string]bool{}
	for i, t := range r.tokens {
		if t.kind == word && within("class interface enum record object trait type", r.at(i-1).text) {
			declared[t.text] = true
		}
	}
	for i, t := range r.tokens {
		if t.kind != word || r.skipped[i] || t.text[0] < 'A' || t.text[0] > 'Z' || len(t.text) < 2 || r.at(i-1).is(".") {
			continue
		}
		if r.names[t.text] == nil && !declared[t.text] && !within(always, t.text) && strings.ToUpper(t.text) != t.text {
			return true
		}
	}
	return false
}
