package sdamgia

import (
	"net/url"
	"strings"

	"kadry/internal/fault"
)

// Base says where the site is reached: at its own address when it is zero, else at a
// mirror. Addresses in problems stay those of the site, for they are the source that is
// named; only requests go elsewhere.
type Base struct{ template string }

// ParseBase reads a template with {host} ("http://127.0.0.1:1234/{host}") or with
// {subject} and {exam} ("https://{subject}-{exam}.example.org"). {host} stands for the
// site's own host name, {subject} for the code of the course inside its exam. Where the
// host of the mirror is such a template, all hosts under its domain may be asked. An empty
// template is the site itself. Anything else is fault.Invalid.
func ParseBase(template string) (Base, error) {
	b := Base{template: strings.TrimRight(template, "/")}
	if template == "" {
		return b, nil
	}
	whole := strings.Contains(template, "{host}") || strings.Contains(template, "{subject}") && strings.Contains(template, "{exam}")
	host := b.hostTemplate()
	domain := host[strings.LastIndexByte(host, '}')+1:]
	under := b.named() || host == "{host}" || strings.Count(domain, ".") > 1 && domain[0] == '.' && !strings.Contains(domain, ":")
	at, err := url.Parse(b.fill("math-ege"+russian, "math", "ege"))
	if err != nil || !whole || !under || (at.Scheme != "http" && at.Scheme != "https") || at.Host == "" || at.RawQuery != "" || at.Fragment != "" || at.User != nil {
		return Base{}, fault.E(fault.Invalid, fault.Say("%q cannot be the address of the exam site.", "«%s» не может быть адресом сайта экзаменов.", shortened(template)), err).
			WithHint(fault.Say("Write a template such as http://127.0.0.1:8081/{host} or https://{subject}-{exam}.example.org.",
				"Задайте шаблон вида http://127.0.0.1:8081/{host} или https://{subject}-{exam}.example.org."))
	}
	return b, nil
}

// Route turns an address of the site into the one to ask at.
func (b Base) Route(address string) (string, error) {
	if b.template == "" {
		return address, nil
	}
	at, err := url.Parse(address)
	if err != nil {
		return "", fault.E(fault.Invalid, fault.Say("%q is no address.", "«%s» — не адрес.", shortened(address)), err)
	}
	course, ok := courseAt(at.Host)
	if !ok && !strings.Contains(b.template, "{host}") {
		return "", fault.E(fault.Invalid, fault.Say("The mirror of the exam site has no host for %q.", "У зеркала сайта экзаменов нет узла для «%s».", shortened(address)), nil)
	}
	return b.fill(at.Host, course.Code(), string(course.Exam)) + at.RequestURI(), nil
}

func (b Base) fill(host, subject, family string) string {
	return strings.NewReplacer("{host}", host, "{subject}", subject, "{exam}", family).Replace(b.template)
}
