// Package treesitter cuts texts by the grammars of tree-sitter. It has nothing without cgo.
package treesitter
