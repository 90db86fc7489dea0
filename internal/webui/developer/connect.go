package developer

import (
	"net/http"
	"strings"

	"kadry/internal/webui/kit"
)

// client is one assistant and how it is told where kadry is.
type client struct {
	id, name, file, text string
}

func (w *web) connect(s *kit.Screen) error {
	return s.Show(http.StatusOK, connectPage(s, clients(s), w.served.Toolsets()))
}

// clients are the settings of assistants, with the address this page was asked at.
func clients(s *kit.Screen) []client {
	endpoint := here(s).JoinPath("/mcp").String()
	header, cli := "", ""
	if s.Guarded() {
		header = `,
      "headers": { "Authorization": "Bearer ` + s.T("connect.yourToken") + `" }`
		cli = ` --header "Authorization: Bearer ` + s.T("connect.yourToken") + `"`
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
