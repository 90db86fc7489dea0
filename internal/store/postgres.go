package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"kadry/internal/fault"
)

// abandoned is how long PostgreSQL keeps a transaction open whose program says nothing:
// a frozen process must not hold the locks that everyone waits for.
const abandoned = "SET idle_in_transaction_session_timeout = '30s'"

func openPostgres(ctx context.Context, cfg Config) (*DB, error) {
	parsed, err := pgx.ParseConfig(cfg.URL)
	if err != nil {
		// The cause is left out: it can quote the address, and the password with it.
		return nil, fault.E(fault.Invalid, fault.Say(
			"The database address cannot be read as postgres://user:password@host:port/name.",
			"Адрес базы данных не читается как postgres://пользователь:пароль@узел:порт/имя."), nil)
	}
	if _, set := parsed.RuntimeParams["application_name"]; !set {
		parsed.RuntimeParams["application_name"] = "kadry"
	}
	connector := stdlib.GetConnector(*parsed, stdlib.OptionAfterConnect(greet))
	pool := sql.OpenDB(hurried{connector, cfg.DialTimeout})
	pool.SetMaxOpenConns(cfg.Conns)
	pool.SetMaxIdleConns(cfg.Conns)
	// Idle connections go, so that a burst does not hold the server's slots for ever.
	pool.SetConnMaxIdleTime(5 * time.Minute)

	db := &DB{engine: PostgreSQL, writer: pool, reader: pool, patience: cfg.Patience}
	if err := db.Ping(ctx); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return db, nil
}

// greet prepares a new connection. SQL_ASCII keeps the bytes it is given, which are UTF-8.
func greet(ctx context.Context, conn *pgx.Conn) error {
	encoding := conn.PgConn().ParameterStatus("server_encoding")
	if encoding != "UTF8" && encoding != "SQL_ASCII" {
		refused := fault.E(fault.Conflict, fault.Say(
			"The database is encoded in %s; kadry needs UTF8.",
			"База данных в кодировке %s; kadry нужна UTF8.", encoding), nil)
		return errors.Join(refused, conn.Close(ctx))
	}
	if _, err := conn.Exec(ctx, abandoned); err != nil {
		return errors.Join(err, conn.Close(ctx))
	}
	return nil
}

// hurried bounds one whole connection attempt. The driver's own timeout is for each
// address and each TLS mode it tries, which adds up.
type hurried struct {
	driver.Connector
	limit time.Duration
}

// Connect makes one connection within the limit.
func (h hurried) Connect(ctx context.Context) (driver.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, h.limit)
	defer cancel()
	return h.Connector.Connect(ctx)
}
