package jobs

import (
	"embed"

	"kadry/internal/store"
)

//go:embed sqlite postgres
var tables embed.FS

// Schema is the tables of the queue.
func Schema() store.Schema {
	return store.Schema{Name: "jobs", Files: tables, Formerly: []int64{3, 8}}
}
