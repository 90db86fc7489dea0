package fault

import "strings"

// EscapeMarkdown keeps text that others wrote from acting as Markdown: it reads as it is, on
// one line, inside a paragraph, a list or a cell of a table, and makes no link, image, tag,
// formula, heading or code.
func EscapeMarkdown(text string) string { return markdown.Replace(text) }

var markdown = strings.NewReplacer(
	"\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "<", "&lt;", ">", "&gt;",
	"#", "\\#", "|", "\\|", "$", "\\$", "~", "\\~", "\r\n", " ", "\n", " ", "\r", " ", "\u2028", " ", "\u2029", " ",
)
