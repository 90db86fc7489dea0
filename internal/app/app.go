// Package app is wiring only: configuration, then infrastructure, then adapters, then
// rooms, then fronts, and the order in which they start and drain. It decides nothing
// about hiring.
package app

import (
	"context"
	"errors"
	"io"
	"os"
	_ "time/tzdata" // people's zones, where the machine knows none

	"kadry/internal/cli"
	"kadry/internal/fault"
)

// Env is what the process was given; tests give their own.
type Env struct {
	Args   []string // without the program's name
	Lookup func(string) (string, bool)
	In     io.ReadCloser
	Out    io.Writer
	Err    io.Writer
}

// dumb reports a terminal that cannot take back what it has written.
func (e Env) dumb() bool {
	kind, _ := e.Lookup("TERM")
	return kind == "dumb"
}

// Version of the program, as `kadry --version`, OpenAPI and MCP tell it.
const Version = "0.1.0"

var errPanic = errors.New("app: a front panicked")

// Process is the environment of this process.
func Process() Env {
	return Env{Args: os.Args[1:], Lookup: os.LookupEnv, In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
}

// Run executes one command line and returns the exit code of the process.
func Run(ctx context.Context, env Env) int {
	started := startMemory()
	known, err := newProgram(rooms())
	if err != nil {
		cli.Report(env.Err, env.lang(""), err)
		return cli.ExitCode(err)
	}
	c := &commands{env: env, program: known, started: started}
	root, err := c.root()
	if err != nil {
		cli.Report(env.Err, env.lang(""), err)
		return cli.ExitCode(err)
	}
	root.SetArgs(env.Args)
	err = errors.Join(root.ExecuteContext(ctx), c.close())
	if err == nil {
		return 0
	}
	cli.Report(env.Err, env.lang(""), err)
	return cli.ExitCode(err)
}

// lang is the language of the command line: the configured one, else the locale's.
func (e Env) lang(configured string) string {
	if configured != "" {
		return configured
	}
	if lang, ok := e.Lookup("KADRY_LANG"); ok && lang != "" {
		return lang
	}
	return cli.Language(func(name string) string { value, _ := e.Lookup(name); return value })
}

// usage is an error of the command line itself.
func usage(text fault.Text, cause error) error { return fault.E(fault.Invalid, text, cause) }
