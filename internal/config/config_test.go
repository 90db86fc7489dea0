package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/config"
)

func env(pairs map[string]string) func(string) (string, bool) {
	return func(key string) (string, bool) { v, ok := pairs[key]; return v, ok }
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "kadry.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoad_environmentWinsOverFile(t *testing.T) {
	t.Parallel()
	path := write(t, "addr = '127.0.0.1:1'\ndata = '/srv/kadry'\nread_only = true\nsession_idle = '5m'\n")
	got, err := config.Load(t.Context(), path, env(map[string]string{
		"KADRY_ADDR": "127.0.0.1:2", "KADRY_TOOLSETS": "talent,hr", "MCP_LOG_LEVEL": "DEBUG", "KADRY_DATABASE_URL": "postgres://me:secret@db/kadry",
		"KADRY_REDIS_URL": "rediss://me:secret@redis/1", "KADRY_MEMORY_CACHE_MB": "16",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if got.Addr != "127.0.0.1:2" || got.Data != "/srv/kadry" || !got.ReadOnly || got.SessionIdle != 5*time.Minute || got.LogLevel != "debug" {
		t.Errorf("got %+v", got.Config)
	}
	if diff := cmp.Diff([]string{"talent", "hr"}, got.Toolsets); diff != "" {
		t.Error(diff)
	}
	origins := map[string]config.Origin{}
	for _, s := range got.Settings() {
		origins[s.Key] = s.Origin
		if strings.Contains(s.Value, "secret") {
			t.Errorf("%s shows a secret", s.Key)
		}
	}
	want := map[string]config.Origin{"addr": config.FromEnv, "data": config.FromFile, "log_level": config.FromEnv, "lang": config.FromDefault}
	for key, origin := range want {
		if origins[key] != origin {
			t.Errorf("%s comes from %s, want %s", key, origins[key], origin)
		}
	}
	if got.DatabaseURL.Reveal() != "postgres://me:secret@db/kadry" {
		t.Error("the URL is lost")
	}
	if got.RedisURL.Reveal() != "rediss://me:secret@redis/1" || got.MemoryCache != 16 {
		t.Errorf("the cache is %q with %d MB", got.RedisURL.Reveal(), got.MemoryCache)
	}
}

func TestLoad_refuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file string
		env  map[string]string
		want string
	}{
		"unknown key":    {"adress = 'x'", nil, "unknown key adress"}, //nolint:misspell // the slip is the case
		"wrong type":     {"read_only = 'maybe'", nil, "read"},
		"not TOML":       {"addr = ", nil, "read"},
		"wrong variable": {"", map[string]string{"KADRY_READ_ONLY": "maybe"}, "environment"},
		"log level":      {"log_level = 'loud'", nil, "log_level"},
		"language":       {"lang = 'de'", nil, "lang"},
		"negative":       {"rate_per_minute = -1", nil, "negative"},
		"no model":       {"embed_url = \"http://h/v1\"", nil, "embed_model"},
		"no such length": {"embed_dimensions = -1", nil, "embed_dimensions"},
		"no data folder": {"data = ''", nil, "data"},
		"no memory":      {"memory_cache_mb = 0", nil, "memory_cache_mb"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := config.Load(t.Context(), write(t, c.file), env(c.env))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want something about %q", err, c.want)
			}
		})
	}
	if _, err := config.Load(t.Context(), filepath.Join(t.TempDir(), "absent.toml"), env(nil)); err == nil {
		t.Error("a named file that is absent is no error")
	}
}

type kitchen struct {
	Plates int    `toml:"plates" env:"KADRY_PLATES" doc:"How many plates."`
	Cook   string `toml:"cook" env:"KADRY_COOK" doc:"Who cooks."`
}

func (k *kitchen) Validate() error {
	if k.Plates < 0 {
		return errors.New("plates cannot be negative")
	}
	return nil
}

func TestLoad_fillsSections(t *testing.T) {
	t.Parallel()
	got := kitchen{Plates: 4, Cook: "nobody"}
	path := write(t, "addr = '127.0.0.1:1'\nplates = 5\n")
	loaded, err := config.Load(t.Context(), path, env(map[string]string{"KADRY_COOK": "Nina"}), config.Section{Name: "kitchen", Into: &got})
	if err != nil {
		t.Fatal(err)
	}
	if want := (kitchen{5, "Nina"}); got != want || loaded.Addr != "127.0.0.1:1" {
		t.Errorf("got %+v, want %+v", got, want)
	}
	list := loaded.Settings()
	want := []config.Setting{
		{Key: "plates", Env: "KADRY_PLATES", Value: "5", Doc: "How many plates.", Origin: config.FromFile},
		{Key: "cook", Env: "KADRY_COOK", Value: "Nina", Doc: "Who cooks.", Origin: config.FromEnv},
	}
	if diff := cmp.Diff(want, list[len(list)-2:]); diff != "" {
		t.Error(diff)
	}
}

func TestLoad_refusesSections(t *testing.T) {
	t.Parallel()
	type twin struct {
		Plates int `toml:"plates" env:"KADRY_OTHER" doc:"Again."`
	}
	type sameVariable struct {
		Addr string `toml:"address" env:"KADRY_ADDR" doc:"Again."`
	}
	for name, c := range map[string]struct {
		file     string
		sections []config.Section
		want     []string
	}{
		"two bring a key":      {"", []config.Section{{Name: "kitchen", Into: &kitchen{}}, {Name: "cellar", Into: &twin{}}}, []string{"kitchen", "cellar", "plates"}},
		"two bring a variable": {"", []config.Section{{Name: "cellar", Into: &sameVariable{}}}, []string{"kadry", "cellar", "KADRY_ADDR"}},
		"unknown to all":       {"forks = 1", []config.Section{{Name: "kitchen", Into: &kitchen{}}}, []string{"unknown key forks"}},
		"wrong value":          {"plates = -1", []config.Section{{Name: "kitchen", Into: &kitchen{}}}, []string{"plates cannot be negative"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := config.Load(t.Context(), write(t, c.file), env(nil), c.sections...)
			for _, want := range c.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want something about %q", err, want)
				}
			}
		})
	}
}

func TestSettings_hideWhoSignsIn(t *testing.T) {
	t.Parallel()
	loaded, err := config.Load(t.Context(), "", env(map[string]string{
		"KADRY_LLM_URL": "https://who:s3cret@models.example/v1?a=b@c", "KADRY_LLM_MODEL": "small", "KADRY_PUBLIC_URL": "https://s3cret@kadry.example",
	}))
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{}
	for _, s := range loaded.Settings() {
		shown[s.Key] = s.Value
	}
	if got := shown["llm_url"]; got != "https://***@models.example/v1?a=b@c" {
		t.Errorf("llm_url is shown as %q", got)
	}
	if got := shown["public_url"]; got != "https://***@kadry.example" {
		t.Errorf("public_url is shown as %q", got)
	}
}
