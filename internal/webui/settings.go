package webui

import (
	"net/http"

	"kadry/internal/webui/kit"
)

func (w *Front) settings(s *kit.Screen) error {
	return s.Show(http.StatusOK, settingsPage(s, w.Version))
}

// choose keeps the language, the theme, the clock or the role a person chose and goes where the form says,
// else back where they were.
func (w *Front) choose(s *kit.Screen) error {
	if lang := s.Request.PostFormValue("lang"); lang == "ru" || lang == "en" {
		s.Keep(kit.LangCookie, lang, kit.ChoiceAge)
	}
	switch theme := s.Request.PostFormValue("theme"); theme {
	case "light", "dark":
		s.Keep(kit.ThemeCookie, theme, kit.ChoiceAge)
	case "system":
		s.Keep(kit.ThemeCookie, "", -1)
	}
	switch s.Request.PostFormValue("zone") {
	case "UTC":
		s.Keep(kit.ZoneCookie, "UTC", kit.ChoiceAge)
	case "browser":
		s.Keep(kit.ZoneCookie, "", -1)
	}
	if role := s.Request.PostFormValue("role"); kit.KnownRole(role) {
		s.Keep(kit.RoleCookie, role, kit.ChoiceAge)
	}
	s.Redirect(kit.Local(s.Request.PostFormValue("next"), s.Back("/settings")))
	return nil
}

// zoneChoice is whose clock the person chose for times.
func zoneChoice(s *kit.Screen) string {
	if s.ZoneName() == "UTC" {
		return "UTC"
	}
	return "browser"
}
