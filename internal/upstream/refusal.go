package upstream

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"time"

	"kadry/internal/fault"
)

// verdict makes the error of an exchange that no further try will better: nil for 2xx and
// 304 with something to confirm, a fault for the rest, the error of ctx for a caller who left.
func (s *site) verdict(ctx context.Context, got answer, err error) error {
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("upstream: %w", ctx.Err())
	case final(err):
		return err
	case err != nil:
		return s.silent(err)
	case got.status >= 200 && got.status < 300, got.status == http.StatusNotModified && got.confirms:
		return nil
	case got.status == http.StatusNotFound, got.status == http.StatusGone:
		return s.notFound(got.status)
	case got.asked.limited:
		return s.limited(got)
	case got.status == http.StatusServiceUnavailable:
		return s.unwell(got)
	}
	return s.badStatus(got.status)
}

func (s *site) notFound(status int) *fault.Error {
	return fault.E(fault.NotFound, fault.Say("%[1]s has no such page.", "На %[1]s такой страницы нет.", s.Name), statusError(status))
}

func (s *site) limited(got answer) *fault.Error {
	return fault.E(fault.Limited, fault.Say("%[1]s asks to come back later: too many requests.",
		"%[1]s просит обратиться позже: слишком много запросов.", s.Name), statusError(got.status)).After(got.asked.wait)
}

func (s *site) unwell(got answer) *fault.Error {
	return fault.E(fault.Unavailable, fault.Say("%[1]s is not available at the moment.",
		"%[1]s сейчас недоступен.", s.Name), statusError(got.status)).After(got.asked.wait)
}

func (s *site) badStatus(status int) *fault.Error {
	return fault.E(fault.Upstream, fault.Say("%[1]s answered with status %[2]d.", "%[1]s ответил кодом %[2]d.", s.Name, status), statusError(status))
}

func statusError(status int) error { return fmt.Errorf("upstream: status %d", status) }

// silent is a side that cannot be reached, broke off or took too long.
func (s *site) silent(err error) *fault.Error {
	return fault.E(fault.Unavailable, s.silence(err), err).
		WithHint(fault.Say("Try again in a few minutes.", "Повторите через несколько минут."))
}

// silence says why there was no answer, as far as the error of the connection tells.
func (s *site) silence(err error) fault.Text {
	if unresolved, ok := errors.AsType[*net.DNSError](err); ok {
		return fault.Say("%[1]s cannot be reached: the name %[2]s does not resolve.",
			"Не удаётся связаться с %[1]s: имя %[2]s не находится в DNS.", s.Name, unresolved.Name)
	}
	late, ok := errors.AsType[net.Error](err)
	switch {
	case errors.Is(err, context.DeadlineExceeded), ok && late.Timeout():
		return fault.Say("%[1]s did not answer in time.", "%[1]s не ответил вовремя.", s.Name)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fault.Say("%[1]s cannot be reached: the connection is refused.", "Не удаётся связаться с %[1]s: в соединении отказано.", s.Name)
	case encryption(err):
		return fault.Say("%[1]s cannot be reached: the encrypted connection (TLS) fails.",
			"Не удаётся связаться с %[1]s: не устанавливается шифрованное соединение (TLS).", s.Name)
	}
	return fault.Say("%[1]s cannot be reached.", "Не удаётся связаться с %[1]s.", s.Name)
}

// encryption reports a handshake that failed: a certificate nobody vouches for, an answer that
// is no TLS, or an alert of either side.
func encryption(err error) bool {
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	_, plain := errors.AsType[tls.RecordHeaderError](err)
	alert, ok := errors.AsType[*net.OpError](err)
	return untrusted || plain || ok && (alert.Op == "remote error" || alert.Op == "local error")
}

func (s *site) offline() *fault.Error {
	return fault.E(fault.Unavailable, fault.Say("The server works offline and has no copy of this page of %[1]s.",
		"Сервер работает без сети, а копии этой страницы %[1]s у него нет.", s.Name), nil).
		WithHint(fault.Say("Only what was fetched earlier is there; the operator can turn offline mode off.",
			"Доступно только загруженное раньше; отключить автономный режим может администратор."))
}

// broken is a side that is left alone, with what its last failure was.
func (s *site) broken() *fault.Error {
	text := fault.Say("%[1]s failed several times in a row; it is left alone for a while.",
		"%[1]s несколько раз подряд не ответил; пока к нему не обращаемся.", s.Name)
	if last := s.failure.Load(); last != nil {
		text = fault.Text{EN: text.EN + " " + last.EN, RU: text.RU + " " + last.RU}
	}
	return fault.E(fault.Unavailable, text, nil).After(openFor).
		WithHint(fault.Say("Try again in half a minute; what was fetched earlier is still there.",
			"Повторите через полминуты; загруженное раньше доступно и сейчас."))
}

func (s *site) spent() *fault.Error {
	return fault.E(fault.Limited, fault.Say("Today's %[2]d requests to %[1]s are used up.",
		"Дневной запас запросов к %[1]s (%[2]d) исчерпан.", s.Name, s.Daily), nil).After(untilTomorrow(s.now())).
		WithHint(fault.Say("What was fetched earlier is still there; the count starts anew at midnight UTC.",
			"Загруженное раньше доступно; счёт начнётся заново в полночь по UTC."))
}

func (s *site) busy(full crowded) *fault.Error {
	if full.paused { // the kind is that of the answer which asked for the pause
		kind := fault.Unavailable
		if full.limits {
			kind = fault.Limited
		}
		return fault.E(kind, fault.Say("%[1]s asked not to be disturbed for a while.",
			"%[1]s просил какое-то время к нему не обращаться.", s.Name), full).After(full.wait)
	}
	return fault.E(fault.Limited, fault.Say("Requests to %[1]s are made one after another, and the queue is too long now.",
		"Запросы к %[1]s идут по очереди, и сейчас она слишком длинна.", s.Name), full).After(full.wait)
}

func (s *site) tooLarge() *fault.Error {
	return fault.E(fault.Upstream, fault.Say("%[1]s sent a page larger than %[2]d kB.",
		"%[1]s прислал страницу больше %[2]d кБ.", s.Name, s.MaxBytes>>10), nil)
}

func (s *site) unusable(err error) *fault.Error {
	return fault.E(fault.Upstream, fault.Say("%[1]s sent an answer that cannot be read.",
		"%[1]s прислал ответ, который не удаётся прочесть.", s.Name), err)
}

func (s *site) redirectOff(target string, err error) *fault.Error {
	return fault.E(fault.Upstream, fault.Say("%[1]s redirects to %[2]q, which is not on its list of hosts.",
		"%[1]s перенаправляет на %[2]q, а этого узла нет в его списке.", s.Name, target), err)
}

func (s *site) redirectsTooOften() *fault.Error {
	return fault.E(fault.Upstream, fault.Say("%[1]s redirects more than %[2]d times in a row.",
		"%[1]s перенаправляет больше %[2]d раз подряд.", s.Name, longestRedirects), nil)
}

func (s *site) privateAddress(host string, err error) *fault.Error {
	return fault.E(fault.Denied, fault.Say("The host %[1]s has an address inside a private network and is not asked.",
		"Адрес узла %[1]s лежит во внутренней сети, обращаться к нему нельзя.", host), err)
}

func (s *site) robotsForbid(host string) *fault.Error {
	return fault.E(fault.Denied, fault.Say("The robots.txt of %[1]s forbids this page to programs.",
		"Файл robots.txt узла %[1]s запрещает программам эту страницу.", host), nil)
}

// robotsUnknown is a host whose file cannot be had. Where the host gave no answer at all, that
// is what there is to say, and not which file was asked for.
func (s *site) robotsUnknown(host string, again time.Duration, r rules) *fault.Error {
	if !r.answered {
		told := *fault.From(r.trouble)
		return told.After(again)
	}
	return fault.E(fault.Unavailable, fault.Say("The robots.txt of %[1]s cannot be read, so nothing is asked of the host for now.",
		"Файл robots.txt узла %[1]s не читается, поэтому к узлу пока не обращаемся.", host), r.trouble).After(again)
}
