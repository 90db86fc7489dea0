package manifest

import (
	"strings"
)

// readDockerfile reads the images of a Dockerfile: FROM and COPY --from. Names of stages
// are no images, and ARG gives only its default.
func readDockerfile(s *sheet) error {
	r := dockerReader{sheet: s, stages: map[string]bool{"scratch": true}, args: map[string]string{}}
	line, start := 0, 1
	var instruction strings.Builder
	for text := range strings.SplitSeq(s.text, "\n") {
		line++
		r.at += len(text) + 1
		trimmed := strings.TrimSpace(text)
		if r.heredoc != "" {
			if trimmed == r.heredoc {
				r.heredoc = ""
			}
			continue
		}
		if strings.HasPrefix(trimmed, "#") {
			continue
		}
		if instruction.Len() == 0 {
			start = line
		}
		if part, ok := strings.CutSuffix(trimmed, `\`); ok {
			instruction.WriteString(part + " ")
			continue
		}
		instruction.WriteString(trimmed)
		r.instruction(instruction.String(), start)
		instruction.Reset()
	}
	r.instruction(instruction.String(), start)
	return nil
}

type dockerReader struct {
	sheet   *sheet
	stages  map[string]bool
	args    map[string]string
	at      int            // bytes read
	last    map[string]int // where each line begins last
	heredoc string         // the word that ends the one being skipped
}

func (r *dockerReader) instruction(text string, line int) {
	words := strings.Fields(text)
	if len(words) < 2 {
		return
	}
	switch strings.ToUpper(words[0]) {
	case "ARG":
		for _, word := range words[1:] {
			name, value, _ := strings.Cut(word, "=")
			if value = strings.Trim(value, `"'`); value != "" && len(name)+len(value) <= maxName {
				r.args[name] = value
			}
		}
	case "FROM":
		r.from(words[1:], line)
	case "COPY", "ADD", "RUN":
		for _, word := range words[1:] {
			if image, ok := strings.CutPrefix(word, "--from="); ok {
				r.image(image, Direct, line)
				continue
			}
			if _, spec, ok := strings.Cut(word, "<<"); ok {
				r.opens(spec)
			}
			if mount, ok := strings.CutPrefix(word, "--mount="); ok {
				for option := range strings.SplitSeq(mount, ",") {
					if image, ok := strings.CutPrefix(option, "from="); ok {
						r.image(image, Dev, line)
					}
				}
			}
		}
	}
}

// opens notes a heredoc: RUN <<EOF. One that nothing ends would hide the rest, so it must end.
func (r *dockerReader) opens(spec string) {
	word := strings.Trim(strings.TrimPrefix(spec, "-"), `"'`)
	if r.last == nil {
		r.last = lastLines(r.sheet.text)
	}
	if end, ok := r.last[word]; ok && end >= r.at && r.heredoc == "" {
		r.heredoc = word
	}
}

func (r *dockerReader) from(words []string, line int) {
	for len(words) > 0 && strings.HasPrefix(words[0], "--") { // --platform=
		words = words[1:]
	}
	if len(words) == 0 {
		return
	}
	r.image(words[0], Direct, line)
	if len(words) > 2 && strings.EqualFold(words[1], "AS") && len(words[2]) <= maxName {
		r.stages[strings.ToLower(words[2])] = true
	}
}

func (r *dockerReader) image(ref string, scope Scope, line int) {
	ref = strings.Trim(r.expand(ref), `"'`)
	if r.stages[strings.ToLower(ref)] || isNumber(ref) {
		return
	}
	r.sheet.image(ref, scope, "", line)
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// expand replaces $NAME, ${NAME} and ${NAME:-default} in a reference.
func (r *dockerReader) expand(ref string) string {
	if len(ref) > maxName+maxVersion || !strings.Contains(ref, "$") {
		return ref
	}
	return expandShell(ref, r.args)
}

// expandShell replaces variables as a shell does; one that is not known is nothing, or its
// default.
func expandShell(text string, vars map[string]string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		if text[i] != '$' || i+1 >= len(text) {
			b.WriteByte(text[i])
			i++
			continue
		}
		name, fallback, next := shellVariable(text, i+1)
		b.WriteString(cmpText(vars[name], fallback))
		i = next
	}
	return b.String()
}

// shellVariable reads NAME, {NAME} or {NAME:-default} and returns the place after it.
func shellVariable(text string, from int) (name, fallback string, next int) {
	if text[from] == '{' {
		end := strings.IndexByte(text[from:], '}')
		if end < 0 {
			return "", "", len(text)
		}
		name = text[from+1 : from+end]
		if at := strings.Index(name, ":-"); at >= 0 {
			name, fallback = name[:at], name[at+2:]
		} else if at := strings.IndexByte(name, '-'); at >= 0 {
			name, fallback = name[:at], name[at+1:]
		}
		return name, fallback, from + end + 1
	}
	next = from
	for next < len(text) && (text[next] == '_' || text[next] >= '0' && text[next] <= '9' || text[next]|0x20 >= 'a' && text[next]|0x20 <= 'z') {
		next++
	}
	if next == from {
		return "", "", from + 1
	}
	return text[from:next], "", next
}

// image enters a reference to an image.
func (s *sheet) image(ref string, scope Scope, group string, line int) {
	if len(ref) > maxName+maxVersion {
		return
	}
	name, version := splitImage(expandShell(ref, nil))
	if strings.ContainsAny(name, "{}()<>$ ") || strings.HasSuffix(name, "/") || strings.HasPrefix(name, "/") {
		return
	}
	s.add(Dependency{Ecosystem: Docker, Name: name, Version: version, Scope: scope, Group: group, Line: line})
}

// readCompose reads the images of the services of a compose file. An image that the file
// builds is its own.
func readCompose(s *sheet) error {
	root, err := yamlTree(s.text)
	services := root.at("services")
	if services == nil && root.at("version") == nil { // the first format had services at the top
		services = root
	}
	for _, f := range services.table() {
		image := f.value.at("image")
		if f.value.at("build") == nil && image != nil {
			s.image(image.str(), Direct, f.key, image.line)
		}
	}
	return err
}
