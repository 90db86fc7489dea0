package document

import (
	"context"
	"regexp"
	"strings"
)

func readText(_ context.Context, data []byte, limits Limits) (Document, error) {
	text, name := decodeText(data)
	if len(text) > 2*limits.TextBytes {
		return Document{}, textFault(limits)
	}
	if isLaTeX(text) {
		text = latexText(text)
	}
	doc := Document{Charset: name}
	doc.setText(plain(text))
	return doc, nil
}

// readMarkdown keeps the words and the lines of a Markdown file and drops its marks.
func readMarkdown(ctx context.Context, data []byte, limits Limits) (Document, error) {
	text, name := decodeText(data)
	if len(text) > 2*limits.TextBytes {
		return Document{}, textFault(limits)
	}
	if err := ctx.Err(); err != nil {
		return Document{}, err
	}
	doc := Document{Charset: name}
	doc.setText(plain(plainText(text)))
	return doc, nil
}

// plainText drops Markdown from a text.
func plainText(text string) string {
	var out []string
	fenced := false
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if fence.MatchString(line) {
			fenced = !fenced
			continue
		}
		if !fenced {
			line = plainLine(line)
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

var (
	fence       = regexp.MustCompile("^\\s{0,3}(```|~~~)")
	rule        = regexp.MustCompile(`^\s{0,3}([-*_=]\s*){3,}$`)
	tableRule   = regexp.MustCompile(`^\s*\|?(\s*:?-+:?\s*\|)+\s*:?-*:?\s*$`)
	heading     = regexp.MustCompile(`^\s{0,3}#{1,6}\s+(.*?)\s*#*$`)
	quote       = regexp.MustCompile(`^\s{0,3}(>\s?)+`)
	item        = regexp.MustCompile(`^(\s*)([-*+]|\d{1,3}[.)])\s+(\[[ xX]\]\s+)?`)
	image       = regexp.MustCompile(`!\[([^\]\n]*)\]\([^)\s]*(\s+"[^"\n]*")?\)`)
	link        = regexp.MustCompile(`\[([^\]\n]+)\]\(<?([^)\s>]+)>?(\s+"[^"\n]*")?\)`)
	autolink    = regexp.MustCompile(`<((?:https?://|mailto:)[^>\s]+)>`)
	strongMarks = regexp.MustCompile(`(\*\*\*|\*\*|__|~~)(\S(?:[^\n]*?\S)?)(\*\*\*|\*\*|__|~~)`)
	starMarks   = regexp.MustCompile(`(^|[\s("'«])\*(\S(?:[^*\n]*?\S)?)\*`)
	underMarks  = regexp.MustCompile(`(^|[\s("'«])_(\S(?:[^_\n]*?\S)?)_($|[\s).,;:!?"'»])`)
	codeMarks   = regexp.MustCompile("`+([^`\n]+)`+")
	tag         = regexp.MustCompile(`</?(?:br|b|i|em|strong|p|div|span|sub|sup|u|a|img|center|kbd)(?:\s[^<>]*)?/?>`)
	escaped     = regexp.MustCompile("\\\\([\\\\`*_{}\\[\\]()#+\\-.!|>~])")
)

func plainLine(line string) string {
	switch {
	case rule.MatchString(line), tableRule.MatchString(line):
		return ""
	case heading.MatchString(line):
		line = heading.ReplaceAllString(line, "$1")
	default:
		line = quote.ReplaceAllString(line, "")
		line = item.ReplaceAllString(line, bullet)
	}
	if trimmed := strings.TrimSpace(line); strings.HasPrefix(trimmed, "|") && strings.HasSuffix(trimmed, "|") {
		line = strings.Trim(trimmed, "|")
	}
	line = image.ReplaceAllString(line, "$1")
	line = link.ReplaceAllStringFunc(line, func(found string) string {
		parts := link.FindStringSubmatch(found)
		return parts[1] + linkTail(parts[1], parts[2])
	})
	line = autolink.ReplaceAllString(line, "$1")
	line = strongMarks.ReplaceAllString(line, "$2")
	line = starMarks.ReplaceAllString(line, "$1$2")
	line = underMarks.ReplaceAllString(line, "$1$2$3")
	line = codeMarks.ReplaceAllString(line, "$1")
	line = tag.ReplaceAllString(line, "")
	return escaped.ReplaceAllString(line, "$1")
}
