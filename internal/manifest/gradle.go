package manifest

import (
	"strings"
)

// readGradle reads build.gradle and build.gradle.kts. A catalog's accessor (libs.junit)
// is a dependency of the ecosystem Gradle until Resolve finds what it stands for.
func readGradle(s *sheet) error {
	lang := groovySyntax
	if strings.HasSuffix(s.file.Path, ".kts") {
		lang = kotlinSyntax
	}
	r := gradleReader{sheet: s, tokens: lex(lang, s.text), stack: []frame{{}}}
	for i := 0; i < len(r.tokens); {
		i = r.statement(i)
	}
	if group := s.file.Properties["group"]; group != "" && r.publishes {
		if id := s.file.Properties["artifactId"]; id != "" {
			s.publish(Maven, group+":"+id, 0)
		}
	}
	return nil
}

// frame is a block that is open, with what it inherits from the blocks around it.
type frame struct {
	dependencies bool
	plugins      bool
	managed      bool // constraints, boms
	build        bool // buildscript, tests
}

type gradleReader struct {
	sheet     *sheet
	tokens    []token
	stack     []frame
	publishes bool
}

func (r *gradleReader) top() frame { return r.stack[len(r.stack)-1] }

// statement reads from i to the end of a statement, or into the block that it opens.
func (r *gradleReader) statement(i int) int {
	t := r.tokens[i]
	if t.endsStatement() {
		return i + 1
	}
	if t.closes() {
		if t.is("}") && len(r.stack) > 1 {
			r.stack = r.stack[:len(r.stack)-1]
		}
		return i + 1
	}
	end := r.head(i)
	head := r.tokens[i:end]
	f := r.top()
	if f.dependencies && len(head) > 0 {
		r.declaration(head, f)
	}
	if f.plugins {
		r.plugin(head)
	}
	r.assignment(head)
	if end >= len(r.tokens) || !r.tokens[end].is("{") {
		return max(end, i+1)
	}
	if f.dependencies && !blockWord(head) { // the closure of a dependency excludes and explains
		return max(closing(r.tokens, end)+1, i+1)
	}
	r.stack = append(r.stack, r.enter(head))
	return end + 1
}

// head is the end of a statement, or the brace that opens its block.
func (r *gradleReader) head(i int) int {
	depth := 0
	for ; i < len(r.tokens); i++ {
		switch t := r.tokens[i]; {
		case t.is("{") && depth == 0:
			return i
		case t.opens():
			depth++
		case t.closes():
			if depth--; depth < 0 {
				return i
			}
		case depth == 0 && t.endsStatement() && (i == 0 || !r.tokens[i-1].is(",")):
			return i
		}
	}
	return i
}

// blockWord reports a block in a dependencies block that holds declarations itself.
func blockWord(head []token) bool {
	return len(head) > 0 && head[0].oneOf("constraints", "if", "else", "for", "imports", "dependencies", "modules", "components", "dependencySet")
}

// enter is the frame of a block: the last word of its head names it.
func (r *gradleReader) enter(head []token) frame {
	f := r.top()
	name, depth := "", 0
	for _, t := range head {
		switch {
		case t.opens():
			depth++
		case t.closes():
			depth--
		case t.kind == aWord:
			if depth == 0 {
				name = t.text
			}
			f.build = f.build || strings.HasSuffix(t.text, "Test") || strings.HasPrefix(t.text, "test")
		}
	}
	switch name {
	case "dependencies":
		f.dependencies = true
	case "plugins":
		f.plugins = true
	case "buildscript":
		f.build = true
	case "constraints":
		f.managed = true
	case "dependencyManagement":
		f.managed, f.dependencies = true, true
	case "pluginManagement":
		f.managed = true
	}
	return f
}

// Scopes of Gradle's configurations: what the compiler and the tests use is for those who
// build, what the platform brings is optional.
func gradleScope(configuration string) Scope {
	lower := strings.ToLower(configuration)
	switch {
	case strings.Contains(lower, "test"), lower == "classpath":
		return Dev
	case lower == "developmentonly", strings.HasSuffix(lower, "compileonly"), strings.HasSuffix(lower, "compileonlyapi"), strings.HasPrefix(lower, "provided"):
		return Optional
	case strings.HasPrefix(lower, "debug"):
		return Dev
	}
	for _, end := range []string{"implementation", "api", "compile", "runtime", "runtimeonly", "desugaring"} {
		if strings.HasSuffix(lower, end) {
			return Direct
		}
	}
	return Dev // annotationProcessor, kapt, ksp, detektPlugins, lintChecks, jmh, ...
}

// declaration reads "configuration what…".
func (r *gradleReader) declaration(head []token, f frame) {
	name, args := head[0].text, head[1:]
	if head[0].word("add") || head[0].word("compileClasspath") {
		config, ok := firstString(args)
		if !ok {
			return
		}
		name = config.text
	}
	if head[0].kind == aMark || len(args) == 0 || args[0].is("=") ||
		head[0].oneOf("val", "var", "def", "exclude", "because", "if", "else", "for", "println", "ext", "set", "version", "transitive", "return", "import") {
		return
	}
	d := Dependency{Scope: gradleScope(name), Group: name}
	switch {
	case f.managed:
		d.Scope = Managed
	case f.build:
		d.Scope = Dev
	}
	r.arguments(args, d)
}

// arguments reads what is given to a configuration.
func (r *gradleReader) arguments(args []token, d Dependency) {
	if group, ok := argument(args, "group"); ok {
		if name, ok := argument(args, "name"); ok {
			version, _ := argument(args, "version")
			d.Name, d.Version, d.Line = group.text+":"+name.text, version.text, group.line
			r.sheet.add(d)
			return
		}
	}
	for i := 0; i < len(args); i++ {
		t := args[i]
		switch {
		case t.kind == aString:
			r.coordinates(t, d)
		case t.oneOf("platform", "enforcedPlatform"):
			d.Scope = Managed
		case t.oneOf("kotlin") && i+2 < len(args) && args[i+1].is("("):
			d := d
			d.Name, d.Line = "org.jetbrains.kotlin:kotlin-"+args[i+2].text, t.line
			r.sheet.add(d)
			i = closing(args, i+1)
		case t.oneOf("npm", "devNpm", "peerNpm") && i+2 < len(args) && args[i+1].is("("):
			d := d
			d.Ecosystem, d.Name, d.Line = NPM, args[i+2].text, t.line
			r.sheet.add(d)
			i = closing(args, i+1)
		case t.oneOf("project", "files", "fileTree") && i+1 < len(args) && args[i+1].is("("):
			i = closing(args, i+1)
		case t.kind == aWord && strings.HasSuffix(strings.ToLower(t.text), "libs"):
			var name string
			name, i = accessor(args, i)
			if strings.Contains(name, ".versions.") {
				continue
			}
			d := d
			d.Ecosystem, d.Name, d.Line = Gradle, name, t.line
			r.sheet.add(d)
		}
	}
}

// coordinates reads "group:artifact:version:classifier@type".
func (r *gradleReader) coordinates(t token, d Dependency) {
	text, _, _ := strings.Cut(t.text, "@")
	part := strings.Split(text, ":")
	if len(part) < 2 || len(part) > 4 || part[0] == "" || part[1] == "" {
		return
	}
	d.Name, d.Line = part[0]+":"+part[1], t.line
	if len(part) > 2 {
		d.Version = part[2]
	}
	r.sheet.add(d)
}

// accessor takes libs.a.b.c at i and returns it with the place of its last token.
func accessor(tokens []token, i int) (string, int) {
	words := []string{tokens[i].text}
	for i+2 < len(tokens) && tokens[i+1].is(".") && tokens[i+2].kind == aWord && len(words) < maxDepth {
		i += 2
		words = append(words, tokens[i].text)
	}
	for len(words) > 2 && (words[len(words)-1] == "get" || words[len(words)-1] == "asProvider") {
		words = words[:len(words)-1]
	}
	return strings.Join(words, "."), i
}

// plugin reads a line of a plugins block: id("x") version "1", kotlin("jvm"),
// alias(libs.plugins.x).
func (r *gradleReader) plugin(head []token) {
	if len(head) < 2 {
		return
	}
	d := Dependency{Ecosystem: Gradle, Scope: Dev, Group: "plugins", Line: head[0].line}
	if r.top().managed {
		d.Scope = Managed
	}
	first, ok := firstString(head)
	switch {
	case head[0].word("id") && ok:
		d.Name = first.text
	case head[0].word("kotlin") && ok:
		d.Name = "org.jetbrains.kotlin." + first.text
	case head[0].word("alias"):
		for i, t := range head {
			if t.kind == aWord && strings.HasSuffix(strings.ToLower(t.text), "libs") {
				d.Name, _ = accessor(head, i)
				break
			}
		}
	}
	for i, t := range head {
		if t.word("version") && i+1 < len(head) {
			if v, ok := firstString(head[i+1:]); ok {
				d.Version = v.text
			}
		}
	}
	if d.Name == "" {
		return
	}
	r.publishes = r.publishes || strings.Contains(d.Name, "maven") && strings.Contains(d.Name, "publish")
	r.sheet.add(d)
}

// assignment notes group = "x" and artifactId = "y", and the older apply plugin: "x".
func (r *gradleReader) assignment(head []token) {
	if len(head) < 2 {
		return
	}
	if head[0].word("apply") {
		if id, ok := argument(head, "plugin"); ok {
			r.publishes = r.publishes || id.text == "maven-publish"
			r.sheet.add(Dependency{Ecosystem: Gradle, Name: id.text, Scope: Dev, Group: "plugins", Line: id.line})
		}
		return
	}
	if value, ok := firstString(head); ok && head[0].oneOf("group", "artifactId") && len(head) <= 3 {
		r.sheet.property(head[0].text, value.text)
	}
}

// readGradleSettings reads settings.gradle: plugins and the projects of the build.
func readGradleSettings(s *sheet) error {
	if err := readGradle(s); err != nil {
		return err
	}
	lang := groovySyntax
	if strings.HasSuffix(s.file.Path, ".kts") {
		lang = kotlinSyntax
	}
	tokens := lex(lang, s.text)
	for i := 0; i < len(tokens); i++ {
		if !tokens[i].oneOf("include", "rootProject") {
			continue
		}
		end := statementEnd(tokens, i)
		statement := tokens[i:end]
		i = end
		if statement[0].word("rootProject") {
			if name, ok := firstString(statement); ok && len(statement) <= 6 && names(statement, "name") {
				s.property("rootProject.name", name.text)
			}
			continue
		}
		for _, t := range statement {
			if folder := strings.ReplaceAll(strings.Trim(t.text, ":"), ":", "/"); t.kind == aString && folder != "" {
				s.include(folder)
			}
		}
	}
	return nil
}

// readGradleProperties reads gradle.properties, where libraries keep their coordinates.
func readGradleProperties(s *sheet) error {
	line := 0
	group, id, at := "", "", 0
	for text := range strings.SplitSeq(s.text, "\n") {
		line++
		key, value, ok := strings.Cut(strings.TrimSpace(text), "=")
		if !ok || strings.HasPrefix(key, "#") || strings.HasPrefix(key, "!") {
			continue
		}
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		s.property(key, value)
		switch key {
		case "GROUP":
			group = value
		case "POM_ARTIFACT_ID":
			id, at = value, line
		}
	}
	if group != "" && id != "" {
		s.publish(Maven, group+":"+id, at)
	}
	return nil
}
