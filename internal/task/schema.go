package task

import (
	"embed"

	"kadry/internal/store"
)

//go:embed sqlite postgres
var tables embed.FS

// Schema is the tables of tasks.
func Schema() store.Schema { return store.Schema{Name: "task", Files: tables} }
