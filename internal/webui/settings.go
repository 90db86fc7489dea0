package webui

import (
	"net/http"
	"net/url"
	"strings"

	"kadry/internal/webui/kit"
)

// client is one assistant and how it is told where kadry is.
type client struct {
	id, name, file, text string
}

func (w *Front) settings(s *kit.Screen) error {
	return s.Show(http.StatusOK, settingsPage(s, w.Version, clients(s)))
}

// choose keeps the language or the theme a person chose and goes back where they were.
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
	s.Redirect(s.Back("/settings"))
	return nil
}

// clients are the settings of assistants, with the address this page was asked at.
func clients(s *kit.Screen) []client {
	scheme := "http"
	if s.Secure() {
		scheme = "https"
	}
	endpoint := (&url.URL{Scheme: scheme, Host: s.Request.Host, Path: "/mcp"}).String()
	header, cli := "", ""
	if s.Guarded() {
		header = `,
      "headers": { "Authorization": "Bearer ` + s.T("connect.token") + `" }`
		cli = ` --header "Authorization: Bearer ` + s.T("connect.token") + `"`
	}
	fill := strings.NewReplacer("{url}", endpoint, "{header}", header, "{cli}", cli).Replace
	return []client{
		{"claude-code", "Claude Code", s.T("connect.terminal"), fill(`claude mcp add --transport http kadry {url}{cli}`)},
		{"claude-desktop", "Claude Desktop", "claude_desktop_config.json", `{
  "mcpServers": {
    "kadry": {
      "command": "kadry",
      "args": ["mcp"]
    }
  }
}`},
		{"cursor", "Cursor", ".cursor/mcp.json", fill(`{
  "mcpServers": {
    "kadry": {
      "url": "{url}"{header}
    }
  }
}`)},
		{"vscode", "VS Code", ".vscode/mcp.json", fill(`{
  "servers": {
    "kadry": {
      "type": "http",
      "url": "{url}"{header}
    }
  }
}`)},
		{"open-webui", "Open WebUI", s.T("connect.openWebUI"), endpoint},
	}
}
