// Package pipelinee2e tests the pipeline room over the binary.
package pipelinee2e
