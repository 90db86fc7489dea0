package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// logins are tried in this order after KADRY_TEST_DATABASE_URL.
var logins = []string{
	"postgres://root@127.0.0.1:5432/postgres?sslmode=disable",
	"postgres://postgres@127.0.0.1:5432/postgres?sslmode=disable",
}

// rented is a database of our own on somebody's server.
type rented struct {
	server, name string
	url          string
}

// rent creates a database where a server is found; without one the answer is empty.
func rent(ctx context.Context) (rented, error) {
	candidates := logins
	if given := os.Getenv("KADRY_TEST_DATABASE_URL"); given != "" {
		candidates = []string{given}
	}
	r := rented{name: "kadry_load_" + strings.ToLower(rand.Text()[:10])}
	for _, server := range candidates {
		if ask(ctx, server, "CREATE DATABASE "+r.name) != nil {
			continue
		}
		address, err := url.Parse(server)
		if err != nil {
			return rented{}, errors.New("load: the PostgreSQL address is no URL")
		}
		address.Path = "/" + r.name
		r.server, r.url = server, address.String()
		return r, nil
	}
	return rented{}, nil
}

// back drops the database.
func (r rented) back(ctx context.Context) error {
	if r.server == "" {
		return nil
	}
	return ask(ctx, r.server, "DROP DATABASE "+r.name+" WITH (FORCE)")
}

func ask(ctx context.Context, server, statement string) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return fmt.Errorf("load: PostgreSQL: %w", err)
	}
	_, err = conn.Exec(ctx, statement)
	if err != nil {
		err = fmt.Errorf("load: PostgreSQL: %w", err)
	}
	return errors.Join(err, conn.Close(ctx))
}
