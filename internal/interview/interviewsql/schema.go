package interviewsql

import (
	"embed"

	"kadry/internal/store"
)

//go:embed sqlite postgres
var tables embed.FS

// Schema is the tables of vacancies and interviews.
func Schema() store.Schema {
	return store.Schema{Name: "interview", Files: tables, Formerly: []int64{4, 7}}
}
