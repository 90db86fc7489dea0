package webui

import (
	"net/http"
	"net/url"
	"strings"
)

// client is one assistant and how it is told where kadry is.
type client struct {
	id, name, file, text string
}

func (w *site) settings(s *screen) error {
	return s.show(http.StatusOK, settingsPage(s, s.clients()))
}

// choose keeps the language or the theme a person chose and goes back where they were.
func (w *site) choose(s *screen) error {
	if lang := s.r.PostFormValue("lang"); lang == "ru" || lang == "en" {
		s.keep(langCookie, lang, choiceAge)
	}
	switch theme := s.r.PostFormValue("theme"); theme {
	case "light", "dark":
		s.keep(themeCookie, theme, choiceAge)
	case "system":
		s.keep(themeCookie, "", -1)
	}
	s.redirect(s.back("/settings"))
	return nil
}

// clients are the settings of assistants, with the address this page was asked at.
func (s *screen) clients() []client {
	scheme := "http"
	if s.secure() {
		scheme = "https"
	}
	endpoint := (&url.URL{Scheme: scheme, Host: s.r.Host, Path: "/mcp"}).String()
	header, cli := "", ""
	if s.site.guarded() {
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
