package manifest

import "strings"

// readSbt reads build.sbt and project/*.scala: every "group" %% "artifact" % "version" %
// configuration. The Scala version that %% adds to the artifact is left out.
func readSbt(s *sheet) error {
	tokens := withoutLineEnds(lex(scalaSyntax, s.text))
	organization, name := token{}, token{}
	plugin := false
	for i := 0; i+2 < len(tokens); i++ {
		t := tokens[i]
		switch {
		case t.word("addSbtPlugin"):
			plugin = true
		case t.word("organization") || t.word("name"):
			if value, ok := assigned(tokens, i); ok && t.word("organization") {
				organization = value
			} else if ok && name.text == "" {
				name = value
			}
		case t.kind == aString && tokens[i+1].oneOf("%", "%%", "%%%") && tokens[i+2].kind == aString:
			d := Dependency{Name: t.text + ":" + tokens[i+2].text, Scope: Direct, Line: t.line}
			i = sbtRest(tokens, i+2, &d)
			if plugin {
				d.Scope, d.Group = Dev, "plugin"
			}
			plugin = false
			s.add(d)
		}
	}
	if organization.text != "" && name.text != "" {
		s.publish(Maven, organization.text+":"+name.text, name.line)
	}
	return nil
}

// assigned is the string after name :=.
func assigned(tokens []token, i int) (token, bool) {
	if i+3 < len(tokens) && tokens[i+1].is(":") && tokens[i+2].is("=") && tokens[i+3].kind == aString {
		return tokens[i+3], true
	}
	return token{}, false
}

// sbtRest reads % version % configuration after the artifact at i.
func sbtRest(tokens []token, i int, d *Dependency) int {
	if i+2 >= len(tokens) || !tokens[i+1].word("%") {
		return i
	}
	i += 2
	if tokens[i].kind == aString {
		d.Version = tokens[i].text
	}
	for i+2 < len(tokens) && tokens[i+1].is(".") && tokens[i+2].kind == aWord { // versions.circe
		i += 2
	}
	if i+2 >= len(tokens) || !tokens[i+1].word("%") {
		return i
	}
	i += 2
	d.Group = tokens[i].text
	switch lower := strings.ToLower(d.Group); {
	case lower == "test" || lower == "integrationtest" || lower == "it" || strings.HasPrefix(lower, "it,test") || strings.HasPrefix(lower, "test,"):
		d.Scope = Dev
	case lower == "provided" || lower == "optional":
		d.Scope = Optional
	}
	return i
}
