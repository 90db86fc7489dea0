package hh

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/source/host"
	"kadry/internal/upstream"
)

// Fixed is a token that the operator gives.
func Fixed(token string) TokenSource {
	token = strings.TrimSpace(token)
	return func(context.Context) (string, error) { return token, nil }
}

// Grant is the token of an application as it is kept. Its lifetime is unlimited, and each new
// one ends the one before it.
type Grant struct {
	Client  string    `json:"client"`   // the id of the application it belongs to
	Token   string    `json:"token"`    // "" where asking failed
	AskedAt time.Time `json:"asked_at"` // also of a failure
}

// Keep is where the grant is kept, for all processes that share it.
type Keep interface {
	// Load returns the grant, zero where there is none.
	Load(ctx context.Context) (Grant, error)
	// Replace keeps what next makes of the grant of the moment. Nobody else is between the two,
	// in whatever process. An error of next keeps what there was.
	Replace(ctx context.Context, next func(current Grant) (Grant, error)) error
}

// betweenGrants is how often HeadHunter lets an application ask for a token.
const betweenGrants = 5 * time.Minute

// Application is what the token of an application is asked for with.
type Application struct {
	Upstream   *upstream.Client
	API        string // "" is HeadHunter's own
	ID, Secret string
	Keep       Keep
	Now        func() time.Time
}

// Token asks for the application's token once, when none is kept: neither a start nor a refusal
// is a reason for another, since it would end the one that other processes work with.
func (a Application) Token(ctx context.Context) (string, error) {
	kept, err := a.Keep.Load(ctx)
	if err != nil {
		return "", fmt.Errorf("hh: kept token: %w", err)
	}
	if kept.Client == a.ID && kept.Token != "" {
		return kept.Token, nil
	}
	token := ""
	var failed error // of asking: that it was asked is kept
	err = a.Keep.Replace(ctx, func(current Grant) (Grant, error) {
		if current.Client != a.ID {
			current = Grant{}
		}
		token = current.Token
		if token != "" {
			return current, nil // asked by another process meanwhile
		}
		if wait := betweenGrants - a.Now().Sub(current.AskedAt); wait > 0 && wait <= betweenGrants {
			return current, tooSoon(wait)
		}
		token, failed = a.ask(ctx)
		return Grant{Client: a.ID, Token: token, AskedAt: a.Now()}, nil
	})
	if err != nil {
		return "", fmt.Errorf("hh: token: %w", err)
	}
	return token, failed
}

func tooSoon(wait time.Duration) error {
	return fault.E(fault.Limited, fault.Say("HeadHunter gives an application a token once in five minutes (%s)",
		"HeadHunter выдаёт приложению токен не чаще раза в пять минут (%s)", TooMany), &Error{Code: TooMany}).After(wait).
		WithHint(fault.Say("Wait; the last attempt failed, and the server's log says why.", "Подождите; прошлая попытка не удалась, причина в журнале сервера."))
}

// ask asks for a token, which ends the one before it.
func (a Application) ask(ctx context.Context) (string, error) {
	res, err := a.Upstream.Submit(ctx, host.Base(a.API, API)+"/token", url.Values{
		"grant_type": {"client_credentials"}, "client_id": {a.ID}, "client_secret": {a.Secret},
	})
	if err != nil {
		if told := refused(res, false, err); CodeOf(told) == AuthRequired {
			return "", say(&Error{Code: BadClient, Status: res.Status, Err: err})
		}
		return "", refused(res, false, err)
	}
	var given struct {
		Token string `json:"access_token"`
	}
	if err := json.Unmarshal(res.Body, &given); err != nil {
		return "", say(&Error{Code: NotJSON, Status: res.Status, Err: err})
	}
	if given.Token == "" || strings.ContainsFunc(given.Token, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return "", say(&Error{Code: Changed, Status: res.Status})
	}
	return given.Token, nil
}
