package examsql

import (
	"embed"

	"kadry/internal/store"
)

//go:embed sqlite postgres
var tables embed.FS

// Schema is the tables of exam problems.
func Schema() store.Schema {
	return store.Schema{Name: "exam", Files: tables, Formerly: []int64{2}}
}
