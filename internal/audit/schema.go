package audit

import (
	"embed"

	"kadry/internal/store"
)

//go:embed sqlite postgres
var tables embed.FS

// Schema is the tables of the log.
func Schema() store.Schema {
	return store.Schema{Name: "audit", Files: tables, Formerly: []int64{6}}
}
