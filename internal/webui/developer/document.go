package developer

import (
	"bytes"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"kadry/docs"
	"kadry/internal/webui/kit"
)

// reference is what documents call the reference of the operations.
const reference = "Operations"

// document is one of the documents.
type document struct {
	name  string // of its file without .md
	title string
}

// documents lists them.
func (w *web) documents(s *kit.Screen) error {
	names, err := fs.Glob(docs.Files, "*.md")
	if err != nil {
		return err
	}
	var list []document
	for _, name := range names {
		source, err := fs.ReadFile(docs.Files, name)
		if err != nil {
			return err
		}
		list = append(list, document{strings.TrimSuffix(name, ".md"), titleOf(source)})
	}
	return s.Show(http.StatusOK, documentsPage(s, list))
}

// document shows one.
func (w *web) document(s *kit.Screen) error {
	name := s.Request.PathValue("name")
	source, err := fs.ReadFile(docs.Files, name+".md")
	if err != nil {
		return noDocument()
	}
	var body bytes.Buffer
	if err := markdown().Convert(source, &body); err != nil {
		return err
	}
	return s.Show(http.StatusOK, documentPage(s, document{name, titleOf(source)}, emptyHeader.ReplaceAllString(body.String(), "<td$1></td>")))
}

// emptyHeader is a column of a table that has no name: it is no heading to be read out.
var emptyHeader = regexp.MustCompile(`<th([^>]*)></th>`)

// example shows an example file that a document names.
func (w *web) example(s *kit.Screen) error {
	name := path.Join(s.Request.PathValue("folder"), s.Request.PathValue("example"))
	source, err := fs.ReadFile(docs.Files, name)
	if err != nil {
		return noDocument()
	}
	return s.Show(http.StatusOK, filePage(s, path.Base(name), string(source)))
}

// titleOf is the first heading of a document.
func titleOf(source []byte) string {
	line, _, _ := strings.Cut(string(source), "\n")
	return strings.TrimSpace(strings.TrimPrefix(line, "#"))
}

// markdown reads a document for the pages: links lead to pages of this server or to other
// sites, and HTML of its own is left out.
func markdown() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(rewriter{}, 100))),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(reachable{}, 100))),
	)
}

// rewriter turns a parsed document into a part of a page.
type rewriter struct{}

// Transform leads links to pages, drops those to files that no page shows, leaves out the
// title, which the page has as its heading, and puts tables where they can be scrolled.
func (rewriter) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	var links []*ast.Link
	var tables []ast.Node
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the visitor has no error
		switch l, isLink := n.(*ast.Link); {
		case entering && isLink:
			links = append(links, l)
		case entering && n.Kind().String() == "Table":
			tables = append(tables, n)
		}
		return ast.WalkContinue, nil
	})
	if first, ok := doc.FirstChild().(*ast.Heading); ok && first.Level == 1 {
		doc.RemoveChild(doc, first)
	}
	for _, l := range links {
		to, ok := linkTo(string(l.Destination))
		if ok {
			nameByTitle(l, reader.Source())
			l.Destination = []byte(to)
			continue
		}
		for child := l.FirstChild(); child != nil; child = l.FirstChild() {
			l.Parent().InsertBefore(l.Parent(), l, child)
		}
		l.Parent().RemoveChild(l.Parent(), l)
	}
	for _, t := range tables {
		box := &scrolled{}
		t.Parent().ReplaceChild(t.Parent(), t, box)
		box.AppendChild(box, t)
	}
}

// nameByTitle gives a link that is called by the file of a document the document's title: who reads
// it on a page has no files.
func nameByTitle(l *ast.Link, source []byte) {
	label, ok := l.FirstChild().(*ast.Text)
	name, _, _ := strings.Cut(string(l.Destination), "#")
	if !ok || path.Ext(name) != ".md" || string(label.Segment.Value(source)) != name {
		return
	}
	title := reference
	if text, err := fs.ReadFile(docs.Files, name); err == nil {
		title = titleOf(text)
	}
	l.ReplaceChild(l, label, ast.NewString([]byte(title)))
}

// linkTo is where a link of a document leads on a page; none for files that no page shows.
func linkTo(target string) (string, bool) {
	name, place, _ := strings.Cut(target, "#")
	if place != "" {
		place = "#" + place
	}
	switch {
	case strings.HasPrefix(target, "https://"), strings.HasPrefix(target, "#"):
		return target, true
	case name == "operations.md" && place != "":
		return operationPath(place[1:]), true
	case name == "operations.md":
		return referencePath, true
	}
	if _, err := fs.Stat(docs.Files, name); err != nil {
		return "", false
	}
	return docsPath + "/" + strings.TrimSuffix(name, ".md") + place, true
}

// scrolled is a box around what may be wider than the screen.
type scrolled struct{ ast.BaseBlock }

var kindScrolled = ast.NewNodeKind("Scrolled")

// Kind implements ast.Node.
func (*scrolled) Kind() ast.NodeKind { return kindScrolled }

// Dump implements ast.Node.
func (n *scrolled) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// reachable writes what can be scrolled so that a keyboard reaches it.
type reachable struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (r reachable) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	to.Register(kindScrolled, r.box)
	to.Register(ast.KindCodeBlock, r.code)
	to.Register(ast.KindFencedCodeBlock, r.code)
}

func (reachable) box(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	tag := "</div>\n"
	if entering {
		tag = `<div class="scroll" tabindex="0">` + "\n"
	}
	_, err := w.WriteString(tag)
	return ast.WalkContinue, err
}

func (reachable) code(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, err := w.WriteString("</code></pre>\n")
		return ast.WalkContinue, err
	}
	if _, err := w.WriteString(`<pre tabindex="0"><code>`); err != nil {
		return ast.WalkStop, err
	}
	lines := n.Lines()
	for i := range lines.Len() {
		line := lines.At(i)
		if _, err := w.Write(util.EscapeHTML(line.Value(source))); err != nil {
			return ast.WalkStop, err
		}
	}
	return ast.WalkContinue, nil
}
