// Package currency holds the rates of a day and converts to roubles with them. It reads the
// daily file of the Bank of Russia and the dictionary of HeadHunter; fetching them is the
// adapters'. A currency without a rate is told as such and never taken for roubles.
package currency

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"
)

// RUB is the currency that everything is converted to.
const RUB = "RUB"

// Source is who published rates.
type Source string

// The sources, best first.
const (
	CBR     Source = "cbr"     // the Bank of Russia
	HH      Source = "hh"      // HeadHunter's dictionary
	Bundled Source = "bundled" // those this program was built with
)

// Rates are roubles for one unit of each currency.
type Rates struct {
	Date   time.Time // the day they are for
	Source Source
	Stale  bool // better ones could not be had
	rub    map[string]float64
}

// ToRUB converts an amount; false where there is no rate.
func (r Rates) ToRUB(amount float64, code string) (float64, bool) {
	if code == RUB {
		return amount, true
	}
	rate, ok := r.rub[code]
	return amount * rate, ok
}

// FromRUB converts roubles; false where there is no rate.
func (r Rates) FromRUB(amount float64, code string) (float64, bool) {
	if code == RUB {
		return amount, true
	}
	rate, ok := r.rub[code]
	if !ok {
		return 0, false
	}
	return amount / rate, true
}

// Codes lists the currencies that can be converted, roubles among them.
func (r Rates) Codes() []string {
	codes := []string{RUB}
	for code := range r.rub {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	return codes
}

// ISO is the code of ISO 4217 for one that a source uses: HeadHunter and old files of the
// Bank of Russia name currencies that were replaced.
func ISO(code string) string {
	code = strings.ToUpper(strings.TrimSpace(code))
	switch code {
	case "RUR":
		return RUB
	case "BYR":
		return "BYN"
	}
	return code
}

var errNoRates = errors.New("currency: no rates in it")

// take keeps a rate that can be one.
func (r *Rates) take(code string, rub float64) {
	if code = ISO(code); len(code) == 3 && code != RUB && rub > 0 && !math.IsInf(rub, 0) {
		r.rub[code] = rub
	}
}

func (r Rates) checked() (Rates, error) {
	if len(r.rub) == 0 {
		return Rates{}, errNoRates
	}
	return r, nil
}

// largest is over the daily file by a hundred times.
const largest = 1 << 20

// ParseCBR reads the daily file of the Bank of Russia: windows-1251, decimal commas, rates for
// Nominal units (https://www.cbr.ru/development/SXML/).
func ParseCBR(file io.Reader) (Rates, error) {
	var day struct {
		Date  string `xml:"Date,attr"`
		Rates []struct {
			Code    string `xml:"CharCode"`
			Nominal string `xml:"Nominal"`
			Value   string `xml:"Value"`
		} `xml:"Valute"`
	}
	decoder := xml.NewDecoder(io.LimitReader(file, largest))
	decoder.CharsetReader = func(charset string, input io.Reader) (io.Reader, error) {
		if strings.EqualFold(charset, "windows-1251") {
			return charmap.Windows1251.NewDecoder().Reader(input), nil
		}
		return nil, fmt.Errorf("currency: charset %q", charset)
	}
	if err := decoder.Decode(&day); err != nil {
		return Rates{}, fmt.Errorf("currency: daily file: %w", err)
	}
	date, err := time.Parse("02.01.2006", day.Date)
	if err != nil {
		return Rates{}, fmt.Errorf("currency: daily file: %w", err)
	}
	r := Rates{Date: date, Source: CBR, rub: map[string]float64{}}
	for _, line := range day.Rates {
		if nominal := number(line.Nominal); nominal > 0 {
			r.take(line.Code, number(line.Value)/nominal)
		}
	}
	return r.checked()
}

// number reads a positive decimal with a comma or a point; 0 is none.
func number(text string) float64 {
	v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(text), ",", "."), 64)
	if err != nil || !(v > 0) {
		return 0
	}
	return v
}

// ParseHH reads the dictionaries of HeadHunter, whose rates are units for one rouble.
func ParseHH(body []byte, day time.Time) (Rates, error) {
	var dictionaries struct {
		Currency []struct {
			Code string  `json:"code"`
			Rate float64 `json:"rate"`
		} `json:"currency"`
	}
	if err := json.Unmarshal(body, &dictionaries); err != nil {
		return Rates{}, fmt.Errorf("currency: dictionaries: %w", err)
	}
	r := Rates{Date: day, Source: HH, rub: map[string]float64{}}
	for _, c := range dictionaries.Currency {
		if c.Rate > 0 {
			r.take(c.Code, 1/c.Rate)
		}
	}
	return r.checked()
}

// Fallback are the rates this program was built with, for a server that can ask nobody. They
// only place a foreign salary in the right order of magnitude, and say that they are old.
func Fallback() Rates {
	return Rates{
		Date: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), Source: Bundled, Stale: true,
		rub: map[string]float64{
			"USD": 80, "EUR": 92, "CNY": 11, "KZT": 0.155, "BYN": 26, "UZS": 0.0064, "KGS": 0.92, "GEL": 29, "AZN": 47, "UAH": 1.9, "AMD": 0.2,
		},
	}
}
