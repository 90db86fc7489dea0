package outbox

import (
	"embed"

	"kadry/internal/store"
)

//go:embed sqlite postgres
var tables embed.FS

// Schema is the tables of what is to be delivered.
func Schema() store.Schema {
	return store.Schema{Name: "outbox", Files: tables, Formerly: []int64{5}}
}
