// Package docs carries the documents of this folder in the program, so that its pages can show
// them. The reference of the operations is left out: the pages make it from the declarations.
package docs

import "embed"

// Files are the documents, and the example receivers that they name.
//
//go:embed code.md design.md evidence.md exams.md interviews.md market.md operating.md performance.md pipeline.md quality.md report.md security.md webhooks.md webhooks/*
var Files embed.FS
