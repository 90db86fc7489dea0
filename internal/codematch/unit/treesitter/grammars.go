//go:build cgo

package treesitter

import (
	"bytes"
	"sync"
	"unsafe"

	sitter "github.com/tree-sitter/go-tree-sitter"
	csharp "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"
	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"
	java "github.com/tree-sitter/tree-sitter-java/bindings/go"
	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	php "github.com/tree-sitter/tree-sitter-php/bindings/go"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	ruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"kadry/internal/codematch/lexer"
)

// grammar is a grammar and what is looked for in its trees.
type grammar struct {
	language *sitter.Language
	query    *sitter.Query
	captures []string // their names by index
}

// prepare makes a grammar when it is first needed: queries take some milliseconds.
func prepare(language func() unsafe.Pointer, query string) func() *grammar {
	return sync.OnceValue(func() *grammar {
		g := &grammar{language: sitter.NewLanguage(language())}
		q, err := sitter.NewQuery(g.language, query)
		if err != nil {
			return nil // a test compiles every query
		}
		g.query, g.captures = q, q.CaptureNames()
		return g
	})
}

// grammars are those of the known languages but Go, which has a parser of its own.
var grammars = map[lexer.Language]func() *grammar{
	lexer.Python:     prepare(python.Language, pythonQuery),
	lexer.JavaScript: prepare(javascript.Language, javascriptQuery+fieldQuery),
	lexer.TypeScript: prepare(typescript.LanguageTypescript, javascriptQuery+typescriptQuery),
	lexer.Java:       prepare(java.Language, javaQuery),
	lexer.C:          prepare(c.Language, cQuery),
	lexer.CPP:        prepare(cpp.Language, cQuery+cppQuery),
	lexer.CSharp:     prepare(csharp.Language, csharpQuery),
	lexer.Rust:       prepare(rust.Language, rustQuery),
	lexer.PHP:        prepare(php.LanguagePHP, phpQuery),
	lexer.Ruby:       prepare(ruby.Language, rubyQuery),
}

// Variants of grammars: TypeScript with elements in it, PHP without a mark that begins it.
var (
	tsx     = prepare(typescript.LanguageTSX, javascriptQuery+typescriptQuery)
	phpOnly = prepare(php.LanguagePHPOnly, phpQuery)
)

// grammarOf is the grammar for a text; nil is none.
func grammarOf(lang lexer.Language, src []byte) *grammar {
	prepared, ok := grammars[lang]
	switch {
	case !ok:
		return nil
	case lang == lexer.TypeScript && (bytes.Contains(src, []byte("/>")) || bytes.Contains(src, []byte("</"))):
		return tsx()
	case lang == lexer.PHP && !bytes.Contains(src, []byte("<?")):
		return phpOnly()
	}
	return prepared()
}

// Queries: what is a function or a class, its name, its body and what it belongs to when
// that is not around it. Their form is that of tree-sitter
// (https://tree-sitter.github.io/tree-sitter/using-parsers/queries).
const (
	pythonQuery = `
(decorated_definition definition: (function_definition name: (_) @name body: (_) @body)) @function
(decorated_definition definition: (class_definition name: (_) @name body: (_) @body)) @class
(function_definition name: (_) @name body: (_) @body) @function
(class_definition name: (_) @name body: (_) @body) @class
`
	javascriptQuery = `
(function_declaration name: (_) @name body: (_) @body) @function
(generator_function_declaration name: (_) @name body: (_) @body) @function
(method_definition name: (_) @name body: (_) @body) @function
(class_declaration name: (_) @name body: (_) @body) @class
(class name: (_) @name body: (_) @body) @class
(function_expression name: (_) @name body: (_) @body) @function
(variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)]) @function
(assignment_expression left: [(identifier) @name (member_expression property: (_) @name)]
  right: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)]) @function
(pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)]) @function
`
	fieldQuery = `
(field_definition property: (_) @name value: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body)]) @function
`
	typescriptQuery = `
(abstract_class_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @class
(public_field_definition name: (_) @name value: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body)]) @function
`
	javaQuery = `
(method_declaration name: (_) @name body: (_) @body) @function
(constructor_declaration name: (_) @name body: (_) @body) @function
(compact_constructor_declaration name: (_) @name body: (_) @body) @function
(class_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @class
(enum_declaration name: (_) @name body: (_) @body) @class
(record_declaration name: (_) @name body: (_) @body) @class
`
	cQuery = `
(function_definition declarator: (_) @declarator body: (_) @body) @function
(struct_specifier name: (_) @name body: (_) @body) @class
(union_specifier name: (_) @name body: (_) @body) @class
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @class
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @class
`
	cppQuery = `
(class_specifier name: (_) @name body: (_) @body) @class
`
	csharpQuery = `
(method_declaration name: (_) @name body: (_) @body) @function
(constructor_declaration name: (_) @name body: (_) @body) @function
(local_function_statement name: (_) @name body: (_) @body) @function
(class_declaration name: (_) @name body: (_) @body) @class
(struct_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @class
(record_declaration name: (_) @name body: (_) @body) @class
`
	rustQuery = `
(function_item name: (_) @name body: (_) @body) @function
(struct_item name: (_) @name body: (field_declaration_list) @body) @class
(union_item name: (_) @name body: (_) @body) @class
(trait_item name: (_) @name body: (_) @body) @class
(impl_item type: (_) @type body: (_) @body) @class
`
	phpQuery = `
(function_definition name: (_) @name body: (_) @body) @function
(method_declaration name: (_) @name body: (_) @body) @function
(class_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @class
(trait_declaration name: (_) @name body: (_) @body) @class
(enum_declaration name: (_) @name body: (_) @body) @class
(assignment_expression left: [(variable_name (name) @name) (member_access_expression name: (_) @name)]
  right: [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]) @function
`
	rubyQuery = `
(method name: (_) @name body: (_) @body) @function
(singleton_method name: (_) @name body: (_) @body) @function
(class name: (_) @name body: (_) @body) @class
(module name: (_) @name body: (_) @body) @class
`
)
