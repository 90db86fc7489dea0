package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"

	"kadry/internal/fault"
)

// What a broken constraint means on either engine. The driver's error is wrapped beside.
var (
	ErrDuplicate = errors.New("store: duplicate key")
	ErrReference = errors.New("store: reference to a missing row")
)

// fold gives an error of either engine its meaning for the caller: a broken constraint is
// ErrDuplicate or ErrReference, a cancelled call stays a cancelled call, and a database that
// is gone, busy or full is fault.Unavailable. What a room said already, and what nobody
// knows, passes unchanged.
func fold(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if _, known := errors.AsType[*fault.Error](err); known {
		return err
	}
	if over := ctx.Err(); over != nil {
		return fmt.Errorf("store: %w (%v)", over, err) //nolint:errorlint // the end of the call is the meaning; a deadline of the driver's own must not be found in it
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return foldPostgres(pg.Code, err)
	}
	if code := sqliteCode(err); code != 0 {
		return foldSQLite(code, err)
	}
	var file *fs.PathError
	switch {
	case isLost(err):
		return unreachable(err)
	case errors.As(err, &file):
		return unusable(err)
	}
	return err
}

func foldPostgres(state string, err error) error {
	switch {
	case state == "23505":
		return fmt.Errorf("%w: %w", ErrDuplicate, err)
	case state == "23503":
		return fmt.Errorf("%w: %w", ErrReference, err)
	case state == "22021" || state == "22P05": // bytes that are no text
		return fault.E(fault.Invalid, fault.Say(
			"The text has bytes that cannot be stored.",
			"В тексте есть байты, которые нельзя сохранить."), err)
	case state == "57014": // the server's own statement_timeout; the caller's is told by ctx
		return fmt.Errorf("store: %w: %w", context.DeadlineExceeded, err)
	case state == "53100":
		return full(err)
	case strings.HasPrefix(state, "53"), isConflict(err), state == "55P03": // too many connections, locks
		return busy(err)
	case strings.HasPrefix(state, "28"), state == "3D000": // login, database name
		return fault.E(fault.Unavailable, fault.Say(
			"The database does not let us in.",
			"База данных отказала в доступе."), err).
			WithHint(fault.Say(
				"Check the user, the password and the database name in KADRY_DATABASE_URL.",
				"Проверьте пользователя, пароль и имя базы в KADRY_DATABASE_URL."))
	case state == "25006": // a standby after a failover
		return unreachable(err)
	case isLost(err):
		return unreachable(err)
	}
	return err
}

func foldSQLite(code int, err error) error {
	switch code {
	case sqlitelib.SQLITE_CONSTRAINT_UNIQUE, sqlitelib.SQLITE_CONSTRAINT_PRIMARYKEY:
		return fmt.Errorf("%w: %w", ErrDuplicate, err)
	case sqlitelib.SQLITE_CONSTRAINT_FOREIGNKEY:
		return fmt.Errorf("%w: %w", ErrReference, err)
	}
	switch code & 0xff {
	case sqlitelib.SQLITE_BUSY, sqlitelib.SQLITE_LOCKED:
		return busy(err)
	case sqlitelib.SQLITE_FULL:
		return full(err)
	case sqlitelib.SQLITE_IOERR, sqlitelib.SQLITE_CANTOPEN, sqlitelib.SQLITE_READONLY, sqlitelib.SQLITE_PERM:
		return unusable(err)
	case sqlitelib.SQLITE_CORRUPT, sqlitelib.SQLITE_NOTADB:
		return fault.E(fault.Unavailable, fault.Say(
			"The database file is damaged or is no database.",
			"Файл базы данных повреждён или не является базой."), err).
			WithHint(fault.Say("Restore it from a backup.", "Восстановите его из резервной копии."))
	case sqlitelib.SQLITE_TOOBIG:
		return fault.E(fault.TooLarge, fault.Say(
			"The text is too large to be stored.",
			"Текст слишком велик, чтобы его сохранить."), err)
	}
	return err
}

func unreachable(err error) error {
	return fault.E(fault.Unavailable, fault.Say(
		"The database is out of reach for now.",
		"База данных сейчас недоступна."), err).
		WithHint(fault.Say(
			"Try again in a few seconds; if it stays, check that PostgreSQL runs at the address in KADRY_DATABASE_URL.",
			"Повторите через несколько секунд; если не поможет, проверьте, что PostgreSQL работает по адресу из KADRY_DATABASE_URL.")).
		After(2 * time.Second)
}

func busy(err error) error {
	return fault.E(fault.Unavailable, fault.Say(
		"The database is busy with other work.",
		"База данных занята другой работой."), err).
		WithHint(fault.Say("Try again in a second.", "Повторите через секунду.")).
		After(time.Second)
}

func full(err error) error {
	return fault.E(fault.Unavailable, fault.Say(
		"There is no space left for the database.",
		"На диске базы данных закончилось место."), err).
		WithHint(fault.Say("Free some space and try again.", "Освободите место и повторите."))
}

func unusable(err error) error {
	return fault.E(fault.Unavailable, fault.Say(
		"The database file cannot be read or written.",
		"Файл базы данных не удаётся прочитать или записать."), err).
		WithHint(fault.Say(
			"Check who owns the data folder and whether its disk works.",
			"Проверьте владельца папки с данными и исправность диска."))
}

// sqliteCode returns the extended result code of an SQLite error, 0 for any other.
func sqliteCode(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code()
	}
	return 0
}

// isBusy says that another connection holds what this one needs of an SQLite file.
func isBusy(err error) bool {
	code := sqliteCode(err) & 0xff
	return code == sqlitelib.SQLITE_BUSY || code == sqlitelib.SQLITE_LOCKED
}

// isConflict says that PostgreSQL gave up a transaction in favour of another.
func isConflict(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == "40001" || e.Code == "40P01")
}

// isStale says that a connection was made earlier and is gone now. A new one can work, so
// this is worth another attempt; a connection that cannot be made at all is not.
func isStale(err error) bool {
	var connect *pgconn.ConnectError
	return isLost(err) && !errors.As(err, &connect)
}

// isLost says that there is no connection to the server, or no longer.
func isLost(err error) bool {
	var (
		connect *pgconn.ConnectError
		network *net.OpError
		server  *pgconn.PgError
	)
	switch {
	case errors.As(err, &connect), errors.As(err, &network):
		return true
	case errors.As(err, &server):
		// Connection exceptions, shutdown, crash, start-up, idle timeouts.
		return strings.HasPrefix(server.Code, "08") || strings.HasPrefix(server.Code, "57P") || server.Code == "25P03"
	}
	for _, gone := range []error{
		io.ErrUnexpectedEOF, net.ErrClosed, driver.ErrBadConn, sql.ErrConnDone, pgconn.ErrConnClosed,
	} {
		if errors.Is(err, gone) {
			return true
		}
	}
	return false
}
