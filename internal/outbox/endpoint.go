package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/idna"

	"kadry/internal/fault"
	"kadry/internal/upstream"
	"kadry/internal/webhook"
)

// Endpoint is how the messages of a tenant are made and sent.
type Endpoint struct {
	Shape  webhook.Shape
	Hosts  []string // the only receivers, as upstream.Delivery.Hosts; empty is any public one
	Retain int      // days that the tenant's interviews are kept; 0 is the server's own rule

	Signed      bool      // there is a secret, the tenant's own or the shared one; read only
	SecretSince time.Time // when the tenant's own was made; read only
	OldUntil    time.Time // until when the one before signs beside it; zero when none does; read only
}

// settings are what sending needs of an endpoint, its secrets still sealed.
type settings struct {
	hosts            []string
	secret, previous []byte
	until            time.Time
}

// Endpoint returns what was saved for a tenant, or how it is without. It opens no secret.
func (o *Outbox) Endpoint(ctx context.Context, tenant string) (Endpoint, error) {
	e := Endpoint{Shape: webhook.Compat}
	var (
		own                 bool
		hosts, shape        string
		made, previousUntil int64
	)
	err := o.config.DB.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		own, hosts, shape, made, previousUntil = false, "[]", string(webhook.Compat), 0, 0
		err := tx.QueryRowContext(ctx, `SELECT shape, hosts, retain, length(secret) > 0, made_at,
			CASE WHEN length(previous) > 0 THEN previous_until ELSE 0 END FROM outbox_endpoint WHERE tenant = $1`, tenant).
			Scan(&shape, &hosts, &e.Retain, &own, &made, &previousUntil)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		return Endpoint{}, wrap("endpoint", err)
	}
	e.Shape, e.Signed, e.SecretSince = webhook.Shape(shape), own || o.config.Shared.Reveal() != "", moment(made)
	if until := moment(previousUntil); until.After(o.now()) {
		e.OldUntil = until
	}
	e.Hosts, err = readHosts(hosts)
	return e, err
}

// ShapeIn reads a tenant's shape in the caller's transaction.
func (o *Outbox) ShapeIn(ctx context.Context, tx *sql.Tx, tenant string) (webhook.Shape, error) {
	shape := webhook.Compat
	err := tx.QueryRowContext(ctx, `SELECT shape FROM outbox_endpoint WHERE tenant = $1`, tenant).Scan(&shape)
	if errors.Is(err, sql.ErrNoRows) {
		return webhook.Compat, nil
	}
	return shape, wrap("shape", err)
}

// SaveIn keeps, in the caller's transaction, how a tenant's messages are sent from now on,
// those included that wait. The secrets stay as they are.
func (o *Outbox) SaveIn(ctx context.Context, tx *sql.Tx, tenant string, e Endpoint) error {
	shape, err := webhook.ParseShape(string(e.Shape))
	if err != nil {
		return err
	}
	if e.Retain < 0 {
		return invalid("retention_days", fault.Say("must not be negative", "не может быть отрицательным"), nil)
	}
	hosts := make([]string, 0, len(e.Hosts))
	for _, given := range e.Hosts {
		host, err := spelled(given)
		if err != nil {
			return err
		}
		if !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	list, err := json.Marshal(hosts)
	if err != nil {
		return wrap("hosts", err)
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO outbox_endpoint (tenant, shape, hosts, retain, secret, made_at, previous, previous_until)
		VALUES ($1, $2, $3, $4, $5, 0, $5, 0)
		ON CONFLICT (tenant) DO UPDATE SET shape = excluded.shape, hosts = excluded.hosts, retain = excluded.retain`,
		tenant, string(shape), string(list), e.Retain, []byte{})
	return wrap("save endpoint", err)
}

// spelled is a host in the spelling that deliveries are compared with: example.org,
// .example.org for it and all below it, or either with :port.
func spelled(given string) (string, error) {
	rest, wide := strings.CutPrefix(strings.ToLower(strings.TrimSpace(given)), ".")
	name, port := rest, ""
	if strings.Contains(rest, ":") {
		var err error
		if name, port, err = net.SplitHostPort(rest); err != nil {
			return "", notAHost(given, err)
		}
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return "", notAHost(given, err)
		}
	}
	if net.ParseIP(name) == nil {
		ascii, err := idna.Lookup.ToASCII(name)
		if err != nil || ascii == "" || strings.HasPrefix(ascii, ".") || strings.HasSuffix(ascii, ".") || strings.Contains(ascii, "..") {
			return "", notAHost(given, err)
		}
		name = ascii
	}
	if wide {
		if port != "" {
			return "", notAHost(given, nil)
		}
		return "." + name, nil
	}
	if port != "" {
		return net.JoinHostPort(name, port), nil
	}
	return name, nil
}

func notAHost(given string, cause error) error {
	return invalid("hosts", fault.Say("%[1]q is no host: write example.org, .example.org or example.org:8443",
		"%[1]q — не узел: напишите example.org, .example.org или example.org:8443", fault.Clip(given)), cause)
}

func readHosts(list string) (hosts []string, err error) {
	if err := json.Unmarshal([]byte(list), &hosts); err != nil {
		return nil, wrap("hosts", err)
	}
	return hosts, nil
}

// Accept tells whether messages of a tenant may be sent to an address: fault.Invalid when it
// is forbidden, fault.Conflict with ErrUnsigned when nothing can sign them. What the name
// resolves to is looked at when it is dialled.
func (o *Outbox) Accept(ctx context.Context, tenant, url string) error {
	s, err := o.settings(ctx, tenant)
	if err != nil {
		return err
	}
	if err := permitted(o.config.Check, tenant, s, url); err != nil {
		return err
	}
	return o.signable(tenant, s)
}

// AcceptBy tells whether messages of a tenant may be sent by a route, which has rules of its own
// for addresses: fault.Conflict with ErrUnsigned when nothing can sign them.
func (o *Outbox) AcceptBy(ctx context.Context, tenant string) error {
	s, err := o.settings(ctx, tenant)
	if err != nil {
		return err
	}
	return o.signable(tenant, s)
}

func (o *Outbox) signable(tenant string, s settings) error {
	keys, err := o.keys(tenant, s, o.now())
	if err == nil && len(keys) == 0 && !o.config.Unsigned {
		return unsigned()
	}
	return err
}

func permitted(check Checking, tenant string, s settings, url string) error {
	err := check(upstream.Delivery{Tenant: tenant, Hosts: s.hosts, URL: url})
	if refused, ok := errors.AsType[*fault.Error](err); ok && refused.Kind == fault.Invalid {
		text := fault.Text{EN: strings.TrimSuffix(refused.Text.EN, "."), RU: strings.TrimSuffix(refused.Text.RU, ".")}
		return invalid("webhook_url", text, err)
	}
	return wrap("check address", err)
}

func invalid(path string, text fault.Text, cause error) error {
	e := fault.E(fault.Invalid, fault.Text{EN: path + ": " + text.EN + ".", RU: path + ": " + text.RU + "."}, cause)
	e.Fields = []fault.Field{{Path: path, Text: text}}
	return e
}

func unsigned() error {
	return fault.E(fault.Conflict, fault.Say("There is no secret to sign webhooks with.", "Нет секрета, чтобы подписывать вебхуки."), ErrUnsigned).
		WithHint(fault.Say("Make one: `kadry webhook secret`.", "Создайте его: `kadry webhook secret`."))
}
