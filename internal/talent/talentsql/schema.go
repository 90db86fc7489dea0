package talentsql

import (
	"embed"

	"kadry/internal/store"
)

//go:embed sqlite postgres
var tables embed.FS

// Schema is the tables of candidates.
func Schema() store.Schema {
	return store.Schema{Name: "talent", Files: tables, Formerly: []int64{1}}
}
