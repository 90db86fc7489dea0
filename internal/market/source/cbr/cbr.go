// Package cbr asks the Bank of Russia for the rates of a day. It brings the file as it is: what
// the rates are, and how an amount is converted, is said by the package that converts.
package cbr

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/source/host"
	"kadry/internal/upstream"
)

// Site is the bank's own address.
const Site = "https://www.cbr.ru"

const (
	pastKind  upstream.Kind = "cbr-past" // of a day that is over: it never changes
	todayKind upstream.Kind = "cbr-today"
)

// earliest is the day of the bank's first file.
var earliest = time.Date(1992, time.July, 1, 0, 0, 0, 0, time.UTC)

// moscow is the zone of the bank's days; it has kept no summer time since 2014.
var moscow = time.FixedZone("MSK", 3*60*60)

// Client asks the bank. It is safe for concurrent use.
type Client struct {
	from *upstream.Client
	site string
	now  func() time.Time
}

// New makes a client over one that has a Policy for the address, "" is the bank's own.
func New(from *upstream.Client, site string, now func() time.Time) *Client {
	return &Client{from: from, site: host.Base(site, Site), now: now}
}

// Policy says how the bank is asked: one request a second is plenty for a file a day. Rates of
// past days keep for ever, those of today, which may be of tomorrow after noon, for three hours.
func Policy(site string) upstream.Policy {
	return host.At(upstream.Policy{
		Name: "cbr", PerSecond: 1, AtOnce: 2, Attempts: 4, Backoff: time.Second, Timeout: 15 * time.Second,
		LongestWait: 20 * time.Second, MaxBytes: 1 << 20,
		Lifetimes: map[upstream.Kind]time.Duration{pastKind: upstream.Forever, todayKind: 3 * time.Hour},
	}, site, Site)
}

// Daily is the file of rates in force on the day of a moment in Moscow, XML in windows-1251. The
// file names its own day, an earlier one after a holiday.
func (c *Client) Daily(ctx context.Context, at time.Time) ([]byte, error) {
	day, today := at.In(moscow), c.now().In(moscow)
	if day.Before(earliest) || day.After(today.AddDate(0, 0, 1)) {
		return nil, fault.Wrong("date", fault.Say("the Bank of Russia has rates from 01.07.1992 to tomorrow", "у Банка России есть курсы с 01.07.1992 по завтрашний день"))
	}
	kind := pastKind
	if day.Format(time.DateOnly) >= today.Format(time.DateOnly) {
		kind = todayKind
	}
	res, err := c.from.Get(ctx, upstream.Request{
		URL: c.site + "/scripts/XML_daily.asp?date_req=" + day.Format("02/01/2006"), Kind: kind,
		Accept: func(r upstream.Response) error {
			if !bytes.Contains(r.Body[:min(len(r.Body), 1024)], []byte("<ValCurs")) || !bytes.Contains(r.Body, []byte("<Valute")) {
				return fault.E(fault.Upstream, fault.Say("The Bank of Russia sent something else than rates.", "Банк России прислал не курсы валют."), nil).
					WithHint(fault.Say("Try again later; until then the rates of HeadHunter or the bundled ones are used.", "Повторите позже; пока берутся курсы HeadHunter или встроенные."))
			}
			return nil
		},
	})
	if err != nil {
		return nil, fmt.Errorf("cbr: %w", err)
	}
	return res.Body, nil
}
