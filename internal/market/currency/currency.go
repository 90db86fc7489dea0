// Package currency turns amounts of money into roubles and back by the rates of one day. It reads
// the two tables of rates that the market room gets; who asks for them is an adapter's business. A
// currency without a rate is refused, never taken for the rouble.
package currency

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"
)

// Rouble is the unit of all rates.
const Rouble = "RUB"

// Limits of what is read; the genuine tables hold some fifty currencies.
const (
	mostBytes = 1 << 20
	mostRates = 500
)

// A rate outside of these is none of any currency in use.
const (
	leastRate = 1e-9
	mostRate  = 1e9
)

// Origin is where rates are from.
type Origin string

// The origins, the best one first.
const (
	CBR     Origin = "cbr"     // the official rates of the Bank of Russia
	HH      Origin = "hh"      // the dictionary of HeadHunter
	Bundled Origin = "bundled" // the table of this package
)

// ErrShape says that a text is no table of rates.
var ErrShape = errors.New("currency: no table of rates")

// Rates are roubles per unit of each currency, by ISO 4217.
type Rates struct {
	Date   time.Time          `json:"date,omitzero"` // the day they hold for
	Origin Origin             `json:"source"`
	Stale  bool               `json:"stale,omitzero"` // of another time than now, for want of others
	Units  map[string]float64 `json:"rates"`          // roubles for one unit
}

// Last are rates for when no others can be had: those of a public copy of HeadHunter's dictionary.
// The day in the first half of 2024 it was made is not known; the first of the year stands for it.
func Last() Rates {
	return Rates{
		Date: time.Date(2024, time.January, 1, 0, 0, 0, 0, time.UTC), Origin: Bundled, Stale: true,
		Units: map[string]float64{
			"AZN": 54.56, "BYN": 28.49, "EUR": 100.7, "GEL": 34.64, "KGS": 1.041, "KZT": 0.208,
			"UAH": 2.379, "USD": 92.75, "UZS": 0.00732,
		},
	}
}

// Roubles is an amount of a currency in roubles; not ok for a currency without a rate.
func (r Rates) Roubles(amount float64, code string) (roubles float64, ok bool) {
	rate, ok := r.Rate(code)
	return amount * rate, ok
}

// Rate is how many roubles a unit of a currency is worth.
func (r Rates) Rate(code string) (float64, bool) {
	code = ISO(code)
	if code == Rouble {
		return 1, true
	}
	rate, ok := r.Units[code]
	return rate, ok
}

// Only are the rates of some currencies, for an answer that rests on no others.
func (r Rates) Only(codes []string) Rates {
	r.Units = maps.Clone(r.Units)
	maps.DeleteFunc(r.Units, func(code string, _ float64) bool { return !slices.Contains(codes, code) })
	return r
}

// ISO is the code of ISO 4217 for one that a source uses: the rouble was RUR until 1998, the
// Belarusian one BYR until 2016, and both live on in programs.
func ISO(code string) string {
	switch code = strings.ToUpper(strings.TrimSpace(code)); code {
	case "RUR":
		return Rouble
	case "BYR":
		return "BYN"
	}
	return code
}

// daily is the file of the Bank of Russia for one day, https://www.cbr.ru/development/SXML/.
type daily struct {
	XMLName xml.Name `xml:"ValCurs"`
	Date    string   `xml:"Date,attr"`
	Valute  []struct {
		Code    string `xml:"CharCode"`
		Nominal string `xml:"Nominal"`
		Value   string `xml:"Value"` // of Nominal units
		Unit    string `xml:"VunitRate"`
	} `xml:"Valute"`
}

// ReadCBR reads the daily file of the Bank of Russia.
func ReadCBR(in io.Reader) (Rates, error) {
	decoder := xml.NewDecoder(io.LimitReader(in, mostBytes))
	decoder.CharsetReader = func(name string, in io.Reader) (io.Reader, error) {
		if !strings.EqualFold(name, "windows-1251") {
			return nil, fmt.Errorf("%w: in %q", ErrShape, name)
		}
		return charmap.Windows1251.NewDecoder().Reader(in), nil
	}
	var file daily
	if err := decoder.Decode(&file); err != nil {
		return Rates{}, fmt.Errorf("%w: %w", ErrShape, err)
	}
	date, err := time.Parse("02.01.2006", file.Date)
	if err != nil {
		return Rates{}, fmt.Errorf("%w: of no day: %w", ErrShape, err)
	}
	r := Rates{Date: date, Origin: CBR, Units: map[string]float64{}}
	for _, v := range file.Valute {
		// The rate of one unit has more digits than that of Nominal units; older files lack it.
		rate, nominal := decimal(v.Unit), 1.0
		if rate == 0 {
			rate, nominal = decimal(v.Value), decimal(v.Nominal)
		}
		r.add(v.Code, rate/nominal)
	}
	return r.filled()
}

// decimal reads a number with a decimal comma, 0 where it is none.
func decimal(text string) float64 {
	number, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), ",", ".", 1), 64)
	if err != nil {
		return 0
	}
	return number
}

// ReadHH reads the currencies of HeadHunter's dictionaries, which do not tell their day: they hold
// for the day they were asked for.
func ReadHH(in io.Reader, asked time.Time) (Rates, error) {
	var file struct {
		Currency []struct {
			Code string  `json:"code"`
			Rate float64 `json:"rate"` // units for one rouble
		} `json:"currency"`
	}
	if err := json.NewDecoder(io.LimitReader(in, mostBytes)).Decode(&file); err != nil {
		return Rates{}, fmt.Errorf("%w: %w", ErrShape, err)
	}
	r := Rates{Date: asked, Origin: HH, Units: map[string]float64{}}
	for _, c := range file.Currency {
		r.add(c.Code, 1/c.Rate)
	}
	return r.filled()
}

// add takes a rate that can be one. The first of a currency counts.
func (r Rates) add(code string, rate float64) {
	code = ISO(code)
	isCode := len(code) == 3 && strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	if _, known := r.Units[code]; known || !isCode || code == Rouble || len(r.Units) >= mostRates {
		return
	}
	if rate >= leastRate && rate <= mostRate && !math.IsNaN(rate) {
		r.Units[code] = rate
	}
}

// filled refuses rates that are none.
func (r Rates) filled() (Rates, error) {
	if len(r.Units) == 0 {
		return Rates{}, fmt.Errorf("%w: it is empty", ErrShape)
	}
	return r, nil
}
