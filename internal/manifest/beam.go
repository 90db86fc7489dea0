package manifest

// readMix reads mix.exs: the tuples of deps and the name of the application.
func readMix(s *sheet) error {
	tokens := lex(elixirSyntax, s.text)
	r := mixReader{sheet: s, tokens: tokens}
	s.file.Private = !names(tokens, "package")
	inDeps := false
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch {
		case t.oneOf("def", "defp") && i+1 < len(tokens) && (i == 0 || tokens[i-1].kind == lineEnd):
			inDeps = tokens[i+1].word("deps")
		case t.word("app") && i+3 < len(tokens) && tokens[i+1].is(":") && tokens[i+2].is(":") && len(s.file.Publishes) == 0:
			s.publish(Hex, tokens[i+3].text, t.line)
		case inDeps && t.is("{"):
			i = r.tuple(i)
		}
	}
	return nil
}

type mixReader struct {
	sheet  *sheet
	tokens []token
}

// tuple reads {:name, "version", only: [:dev, :test], …} at open and returns its end.
func (r *mixReader) tuple(open int) int {
	inner, next := inside(r.tokens, open)
	inner = withoutLineEnds(inner)
	if len(inner) < 3 || !inner[0].is(":") || inner[1].kind == aMark || !inner[2].is(",") {
		return next - 1
	}
	d := Dependency{Name: inner[1].text, Scope: Direct, Line: inner[1].line}
	args := parts(inner)[1:]
	for i, arg := range args {
		if i == 0 && len(arg) == 1 && arg[0].kind == aString {
			d.Version = arg[0].text
		}
		if len(arg) < 3 || !arg[1].is(":") {
			continue
		}
		switch {
		case arg[0].word("only") && !names(arg, "prod"):
			d.Scope = Dev
		case arg[0].word("optional") && names(arg, "true"), arg[0].word("runtime") && names(arg, "false"):
			if d.Scope == Direct {
				d.Scope = Optional
			}
		case arg[0].word("in_umbrella"), arg[0].word("path"):
			d.Local = true
		}
	}
	r.sheet.add(d)
	return next - 1
}

// readMixLock reads mix.lock: "name": {:hex, :name, "version", …}.
func readMixLock(s *sheet) error {
	tokens := withoutLineEnds(lex(elixirSyntax, s.text))
	for i := 0; i+6 < len(tokens); i++ {
		if tokens[i].is("{") && tokens[i+1].is(":") && tokens[i+2].word("hex") && tokens[i+4].is(":") && tokens[i+5].kind == aWord {
			d := Dependency{Name: tokens[i+5].text, Line: tokens[i].line}
			if i+7 < len(tokens) {
				d.Version = tokens[i+7].text
			}
			s.add(d)
		}
	}
	return nil
}

// readRebar reads rebar.config: {deps, […]} and, of profiles and plugins, what is for
// development.
func readRebar(s *sheet) error {
	tokens := withoutLineEnds(lex(erlangSyntax, s.text))
	depth := 0
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if t.closes() {
			depth--
			continue
		}
		if !t.opens() {
			continue
		}
		if !t.is("{") || i+3 >= len(tokens) || !tokens[i+1].oneOf("deps", "plugins", "project_plugins") || !tokens[i+2].is(",") || !tokens[i+3].is("[") {
			depth++
			continue
		}
		scope := Direct
		if depth > 0 || !tokens[i+1].word("deps") {
			scope = Dev
		}
		list, next := inside(tokens, i+3)
		for _, item := range parts(list) {
			s.rebarItem(item, scope)
		}
		depth++ // the brace of the tuple closes after the list
		i = next - 1
	}
	return nil
}

// rebarItem reads jsx or {jsx, "3.1.0"} or {jsx, {git, …}}.
func (s *sheet) rebarItem(item []token, scope Scope) {
	at := 0
	if len(item) > 0 && item[0].is("{") {
		at = 1
	}
	if at >= len(item) || item[at].kind == aMark {
		return
	}
	d := Dependency{Name: item[at].text, Scope: scope, Line: item[at].line}
	if at == 1 && len(item) > 3 && item[3].kind == aString {
		d.Version = item[3].text
	}
	s.add(d)
}
