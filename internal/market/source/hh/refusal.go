package hh

import (
	"bytes"
	"cmp"
	"errors"
	"net/http"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/hhjson"
	"kadry/internal/upstream"
)

// Code says why HeadHunter did not answer.
type Code string

// The codes.
const (
	AuthRequired Code = "hh_auth_required" // searches need the token of an application
	Forbidden    Code = "hh_forbidden"     // a token that may not ask this
	BadToken     Code = "hh_bad_token"     //nolint:gosec // the name of a refusal: no token of theirs
	TokenExpired Code = "hh_token_expired"
	TokenRevoked Code = "hh_token_revoked"
	BadClient    Code = "hh_bad_client"       // the application's id or secret
	Captcha      Code = "hh_captcha_required" // a person is wanted
	BadAgent     Code = "hh_bad_user_agent"   // the name we give
	BadArgument  Code = "hh_bad_argument"     // Error.Value names it
	NotFound     Code = "hh_not_found"
	TooMany      Code = "hh_rate_limited"
	NotJSON      Code = "hh_not_json"    // a web page, of a guard as a rule
	Changed      Code = "hh_changed"     // JSON of another shape
	Down         Code = "hh_unavailable" // out of order or of reach
	TooDeep      Code = "hh_too_deep"    // more vacancies in a moment than may be read
	Broken       Code = "hh_broken_items"
	Old          Code = "hh_old_copy"
	Late         Code = "hh_out_of_time"
)

// Error is the cause inside the fault of a refusal.
type Error struct {
	Code    Code
	Value   string // what the refusal is about, in HeadHunter's words
	Request string // the id of the request, for their support
	Status  int
	Err     error
}

func (e *Error) Error() string {
	text := "hh: " + string(e.Code)
	if e.Value != "" {
		text += " (" + e.Value + ")"
	}
	if e.Request != "" {
		text += ", request " + e.Request
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// Refusal gives programs the code of the refusal.
func (e *Error) Refusal() (code string, members map[string]string) { return string(e.Code), nil }

// CodeOf is the code of a refusal, "" where an error is none.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// untilCalm is how long to stay away when HeadHunter suspects a machine: public clients report
// blocks of hours.
const untilCalm = time.Hour

// unreadable makes a fault of an answer under the status of a success that is not what was asked.
func unreadable(res upstream.Response, authorized bool, err error) error {
	if err == nil {
		return nil
	}
	if told, ok := hhjson.Refused(res.Body); ok {
		return fromRefusal(told, res.Status, authorized, err)
	}
	if isJSON(res.Body) && errors.Is(err, hhjson.ErrShape) {
		return say(&Error{Code: Changed, Status: res.Status, Err: err})
	}
	return say(&Error{Code: NotJSON, Status: res.Status, Err: err})
}

func isJSON(body []byte) bool {
	body = bytes.TrimSpace(body)
	return len(body) > 0 && (body[0] == '{' || body[0] == '[')
}

// refused makes a fault of what upstream returned beside an error.
func refused(res upstream.Response, authorized bool, err error) error {
	if CodeOf(err) != "" {
		return err // of Accept
	}
	told, ok := hhjson.Refused(res.Body)
	switch {
	case res.FromCache && res.Status == http.StatusNotFound:
		return say(&Error{Code: NotFound, Status: res.Status, Err: err})
	case ok:
		return after(fromRefusal(told, res.Status, authorized, err), err)
	case res.Status == 0:
		return err // nobody answered: upstream says why
	}
	e := &Error{Status: res.Status, Err: err}
	switch {
	case res.Status == http.StatusNotFound || res.Status == http.StatusGone:
		e.Code = NotFound
	case res.Status == http.StatusTooManyRequests:
		e.Code = TooMany
	case res.Status == http.StatusUnauthorized || res.Status == http.StatusForbidden:
		e.Code = byToken(authorized)
	case res.Status >= http.StatusInternalServerError:
		e.Code = Down
	default:
		e.Code = NotJSON
	}
	return after(say(e), err)
}

// after keeps how long upstream was asked to wait.
func after(f *fault.Error, cause error) error {
	if wait := fault.From(cause).RetryAfter; wait > 0 {
		f.RetryAfter = wait
	}
	return f
}

// byToken is a refusal without a reason.
func byToken(authorized bool) Code {
	if authorized {
		return Forbidden
	}
	return AuthRequired
}

// fromRefusal makes a fault of HeadHunter's own words.
func fromRefusal(told hhjson.Refusal, status int, authorized bool, cause error) *fault.Error {
	e := &Error{Value: told.Value, Request: told.Request, Status: status, Err: cause}
	switch told.Type {
	case "captcha_required":
		e.Code = Captcha
	case "bad_user_agent":
		e.Code = BadAgent
	case "bad_argument", "bad_arguments":
		e.Code = BadArgument
	case "not_found":
		e.Code = NotFound
	case "forbidden":
		e.Code = byToken(authorized)
	case "oauth", "bad_authorization", "token_expired", "token_revoked":
		e.Code = ofToken(cmp.Or(told.Value, told.Type), authorized)
	case "too_many_requests", "limit_exceeded":
		e.Code = TooMany
	default:
		e.Value = cmp.Or(told.Value, told.Type)
		switch {
		case status >= http.StatusInternalServerError:
			e.Code = Down
		case status == http.StatusTooManyRequests:
			e.Code = TooMany
		default:
			e.Code = Forbidden
		}
	}
	return say(e)
}

func ofToken(value string, authorized bool) Code {
	switch {
	case value == "token_expired" || value == "token-expired":
		return TokenExpired
	case value == "token_revoked" || value == "token-revoked":
		return TokenRevoked
	case value == "invalid_client" || value == "application_not_found" || value == "bad_client":
		return BadClient
	case authorized:
		return BadToken
	}
	return AuthRequired
}

// otherWays are what works without HeadHunter's consent.
var otherWays = fault.Say(" Without it the source trudvsem and imported snapshots work.",
	" Без него работают источник trudvsem и загруженные снимки вакансий.")

// say puts a refusal into words, with the next step.
func say(e *Error) *fault.Error {
	words, ok := phrases[e.Code]
	if !ok {
		words = phrases[Down]
	}
	of := func(t fault.Text) fault.Text {
		return fault.Text{EN: t.EN + " (" + string(e.Code) + ")", RU: t.RU + " (" + string(e.Code) + ")"}
	}
	text := words.text
	if e.Code == BadArgument && e.Value != "" {
		value := fault.Clip(e.Value)
		text = fault.Text{EN: text.EN + ": " + value, RU: text.RU + ": " + value}
	}
	return fault.E(words.kind, of(text), e).WithHint(words.hint).After(words.wait)
}

// phrase is what is said of a code.
type phrase struct {
	kind       fault.Kind
	text, hint fault.Text
	wait       time.Duration
}

var phrases = map[Code]phrase{
	AuthRequired: {
		kind: fault.Unavailable,
		text: fault.Say("HeadHunter shows vacancies only to registered applications", "HeadHunter показывает вакансии только зарегистрированным приложениям"),
		hint: fault.Text{
			EN: "The operator registers an application at dev.hh.ru and sets HH_TOKEN, or HH_CLIENT_ID and HH_CLIENT_SECRET." + otherWays.EN,
			RU: "Администратору нужно зарегистрировать приложение на dev.hh.ru и задать HH_TOKEN или HH_CLIENT_ID и HH_CLIENT_SECRET." + otherWays.RU,
		},
	},
	Forbidden: {
		kind: fault.Unavailable,
		text: fault.Say("HeadHunter refuses this to the application", "HeadHunter не разрешает это приложению"),
		hint: fault.Say("Try again in an hour; if it stays so, the operator looks at the state of the application at dev.hh.ru.",
			"Повторите через час; если отказ останется, администратору нужно проверить состояние приложения на dev.hh.ru."), wait: untilCalm,
	},
	BadToken: {
		kind: fault.Unavailable,
		text: fault.Say("HeadHunter does not accept this server's token", "HeadHunter не принимает токен этого сервера"),
		hint: fault.Say("The operator checks HH_TOKEN, or drops the token that is kept so that a new one is asked for.",
			"Администратору нужно проверить HH_TOKEN или удалить сохранённый токен, чтобы запросить новый."),
	},
	TokenExpired: {
		kind: fault.Unavailable,
		text: fault.Say("The token for HeadHunter has run out", "Срок токена HeadHunter истёк"),
		hint: fault.Say("The operator sets a new HH_TOKEN, or drops the token that is kept; that of an application does not run out.",
			"Администратору нужно задать новый HH_TOKEN или удалить сохранённый; токен приложения срока не имеет."),
	},
	TokenRevoked: {
		kind: fault.Unavailable,
		text: fault.Say("The token for HeadHunter was revoked", "Токен HeadHunter отозван"),
		hint: fault.Say("Each new token of an application ends the one before it: the operator sets the newest as HH_TOKEN, or drops the one that is kept.",
			"Каждый новый токен приложения отменяет прежний: администратору нужно задать последний в HH_TOKEN или удалить сохранённый."),
	},
	BadClient: {
		kind: fault.Unavailable,
		text: fault.Say("HeadHunter does not know this application", "HeadHunter не знает такого приложения"),
		hint: fault.Say("The operator checks HH_CLIENT_ID and HH_CLIENT_SECRET against dev.hh.ru.",
			"Администратору нужно сверить HH_CLIENT_ID и HH_CLIENT_SECRET с dev.hh.ru."),
	},
	Captcha: {
		kind: fault.Upstream,
		text: fault.Say("HeadHunter asks for a captcha", "HeadHunter просит ввести капчу"),
		hint: fault.Text{
			EN: "It is not asked of applications: the operator sets HH_TOKEN or registers at dev.hh.ru. Else try again in an hour." + otherWays.EN,
			RU: "У приложений её не спрашивают: администратору нужно задать HH_TOKEN, зарегистрировавшись на dev.hh.ru. Иначе повторите через час." + otherWays.RU,
		}, wait: untilCalm,
	},
	BadAgent: {
		kind: fault.Unavailable,
		text: fault.Say("HeadHunter does not accept the name of this client", "HeadHunter не принимает имя этого клиента"),
		hint: fault.Say("The operator sets HH_USER_AGENT to the name of the application and an e-mail: App/1.0 (mail@example.org).",
			"Администратору нужно указать в HH_USER_AGENT имя приложения и почту: App/1.0 (mail@example.org)."),
	},
	BadArgument: {
		kind: fault.Invalid,
		text: fault.Say("HeadHunter does not accept a parameter", "HeadHunter не принимает параметр"),
		hint: fault.Say("Change or leave out this part of the query.", "Измените или уберите эту часть запроса."),
	},
	NotFound: {
		kind: fault.NotFound,
		text: fault.Say("HeadHunter has no such vacancy", "На HeadHunter такой вакансии нет"),
		hint: fault.Say("It may be closed or hidden; search again.", "Она могла быть закрыта или скрыта; повторите поиск."),
	},
	TooMany: {
		kind: fault.Limited,
		text: fault.Say("HeadHunter asks to come back later: too many requests", "HeadHunter просит обратиться позже: слишком много запросов"),
		hint: fault.Say("Wait and try again; fewer pages and details ask less.", "Подождите и повторите: чем меньше страниц и подробностей, тем меньше запросов."), wait: time.Minute,
	},
	NotJSON: {
		kind: fault.Upstream,
		text: fault.Say("HeadHunter sent a web page instead of data", "HeadHunter прислал веб-страницу вместо данных"),
		hint: fault.Say("As a rule this is its protection: try again in an hour, or from another network. HH_API_BASE_URL must be the address of the API.",
			"Обычно это защита сайта: повторите через час или из другой сети. В HH_API_BASE_URL должен быть адрес API."), wait: untilCalm,
	},
	Changed: {
		kind: fault.Upstream,
		text: fault.Say("HeadHunter's answer has another shape than expected", "Ответ HeadHunter устроен не так, как ожидалось"),
		hint: fault.Say("The API may have changed; look for a newer version of kadry.", "Возможно, API изменился; проверьте, нет ли новой версии kadry."),
	},
	Down: {
		kind: fault.Unavailable,
		text: fault.Say("HeadHunter is out of order", "HeadHunter сейчас не работает"),
		hint: fault.Say("Try again in a few minutes.", "Повторите через несколько минут."), wait: time.Minute,
	},
}
