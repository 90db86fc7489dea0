// Package config reads kadry.toml and the environment once, at start, into one plain
// struct whose parts are handed to the packages that own them. Nothing else reads the
// environment. The environment wins over the file; keys nobody knows are errors.
package config

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/sethvargo/go-envconfig"
)

// Config is every setting, with the key in the file, the variable in the environment and
// one line that says what it is. The configuration table of the README is made from it.
type Config struct {
	Addr         string        `toml:"addr" env:"KADRY_ADDR" doc:"Address to listen on. Off loopback the server needs tokens."`
	Data         string        `toml:"data" env:"KADRY_DATA" doc:"Folder for the embedded database and the tokens file."`
	DatabaseURL  Secret        `toml:"database_url" env:"KADRY_DATABASE_URL" doc:"PostgreSQL URL; empty keeps everything in SQLite inside the data folder."`
	TokensFile   string        `toml:"tokens_file" env:"KADRY_TOKENS_FILE" doc:"Access tokens, kept as digests; empty is tokens.toml in the data folder."`
	Toolsets     []string      `toml:"toolsets" env:"KADRY_TOOLSETS" doc:"Toolsets to serve; empty is all."`
	Tools        []string      `toml:"tools" env:"KADRY_TOOLS" doc:"Single operations to serve, beside the toolsets."`
	ExcludeTools []string      `toml:"exclude_tools" env:"KADRY_EXCLUDE_TOOLS" doc:"Operations to leave out, whatever else is said."`
	ReadOnly     bool          `toml:"read_only" env:"KADRY_READ_ONLY" doc:"Serve only operations that change nothing."`
	AllowedHosts []string      `toml:"allowed_hosts" env:"KADRY_ALLOWED_HOSTS" doc:"Host names to answer to behind a proxy; empty guards loopback against DNS rebinding."`
	Origins      []string      `toml:"allowed_origins" env:"KADRY_ALLOWED_ORIGINS" doc:"Web origins whose pages may call from a browser, like https://ats.example.org."`
	StateKey     Secret        `toml:"state_key" env:"KADRY_STATE_KEY" doc:"Secret that seals confirmations; replicas share one, empty makes one for each start."`
	IngestRoot   string        `toml:"ingest_root" env:"KADRY_INGEST_ROOT" doc:"Folder whose CVs remote callers may ingest by path; empty lets only local callers name paths."`
	Profiles     string        `toml:"profiles" env:"KADRY_PROFILES" doc:"YAML file with your own role profiles, beside the built-in ones."`
	Offline      bool          `toml:"offline" env:"KADRY_OFFLINE" doc:"Never ask other systems; answer from what is kept here."`
	CacheMB      int64         `toml:"cache_mb" env:"KADRY_CACHE_MB" doc:"Disk for copies of foreign pages, in MB, in the data folder."`
	SdamgiaURL   string        `toml:"sdamgia_base_url" env:"KADRY_SDAMGIA_BASE_URL" doc:"Where the exam site answers, with {host} for its own host name; empty is the site itself."`
	SdamgiaDaily int           `toml:"sdamgia_daily_requests" env:"KADRY_SDAMGIA_DAILY_REQUESTS" doc:"Requests a day to the exam site at most."`
	PublicURL    string        `toml:"public_url" env:"KADRY_PUBLIC_URL" doc:"Address under which this server is reached from outside, like https://kadry.example.org."`
	WebhookKey   Secret        `toml:"webhook_secret" env:"KADRY_WEBHOOK_SECRET" doc:"Secret that signs the webhooks of tenants without one of their own; 24 bytes at least."`
	WebhookHosts []string      `toml:"webhook_hosts" env:"KADRY_WEBHOOK_HOSTS" doc:"The only hosts webhooks go to, like .example.org; empty is every public one."`
	WebhookInner []string      `toml:"webhook_private_hosts" env:"KADRY_WEBHOOK_PRIVATE_HOSTS" doc:"Receivers inside your network, each as host:port, that webhooks may go to besides."`
	WebhookPlain bool          `toml:"webhook_plain_http" env:"KADRY_WEBHOOK_PLAIN_HTTP" doc:"Send webhooks over http as well as https."`
	WebhookBare  bool          `toml:"webhook_unsigned" env:"KADRY_WEBHOOK_UNSIGNED" doc:"Send webhooks of tenants without a secret unsigned; only on loopback."`
	SealKey      Secret        `toml:"seal_key" env:"KADRY_SEAL_KEY" doc:"Secret that seals webhook secrets in the database; processes share one, empty keeps one in the data folder."`
	Days         int           `toml:"interview_days" env:"KADRY_INTERVIEW_DAYS" doc:"Days an interview is kept after its end, where its tenant does not say otherwise; 0 keeps it."`
	Workers      int           `toml:"workers" env:"KADRY_WORKERS" doc:"Interviews that one process moves on at once, deliveries beside them; 0 is one a processor, with a model eight."`
	ModelURL     string        `toml:"llm_url" env:"KADRY_LLM_URL" doc:"Endpoint that speaks OpenAI's chat completions, like http://127.0.0.1:11434/v1; empty works without a model."`
	Model        string        `toml:"llm_model" env:"KADRY_LLM_MODEL" doc:"Name of the model there."`
	ModelKey     Secret        `toml:"llm_api_key" env:"KADRY_LLM_API_KEY" doc:"Key of the endpoint."`
	ModelPhrases bool          `toml:"llm_phrases" env:"KADRY_LLM_PHRASES" doc:"Let the model put a courteous sentence before a question; the question itself stays as it is."`
	RatePerMin   int           `toml:"rate_per_minute" env:"KADRY_RATE_PER_MINUTE" doc:"Calls a minute one caller may make; 0 is unlimited."`
	MemoryLimit  int64         `toml:"memory_limit_mb" env:"KADRY_MEMORY_LIMIT_MB" doc:"Soft memory limit in MB; the collector works harder near it."`
	SessionIdle  time.Duration `toml:"session_idle" env:"KADRY_SESSION_IDLE" doc:"When an idle MCP session of the older protocol ends."`
	LogLevel     string        `toml:"log_level" env:"KADRY_LOG_LEVEL" doc:"debug, info, warn or error. MCP_LOG_LEVEL is read too."`
	Lang         string        `toml:"lang" env:"KADRY_LANG" doc:"Language of the command line: ru or en; empty follows LANG."`
}

// Secret is a value that never shows itself.
type Secret string

const hidden = "***"

// String hides a secret wherever it is printed.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return hidden
}

// MarshalText hides a secret wherever it is encoded.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Reveal returns the value for the one place that needs it.
func (s Secret) Reveal() string { return string(s) }

// Origin says where the effective value of a key came from.
type Origin string

// The origins, weakest first.
const (
	FromDefault Origin = "default"
	FromFile    Origin = "file"
	FromEnv     Origin = "environment"
	FromFlag    Origin = "flag"
)

// Setting is one key with its effective value, for `kadry config` and the README.
type Setting struct {
	Key, Env, Value, Doc string
	Origin               Origin
}

// Loaded is a configuration together with where each value came from.
type Loaded struct {
	Config
	origins map[string]Origin
}

// defaults are the settings of a server nobody configured.
func defaults(home string) Config {
	return Config{
		Addr:         "127.0.0.1:8080",
		Data:         filepath.Join(home, ".kadry"),
		CacheMB:      512,
		SdamgiaDaily: 5000,
		Days:         365,
		RatePerMin:   6000,
		MemoryLimit:  768,
		SessionIdle:  30 * time.Minute,
		LogLevel:     "info",
	}
}

// Load reads the file at path, or kadry.toml in the working folder when path is empty and
// there is one, and then the environment through lookup.
func Load(ctx context.Context, path string, lookup func(string) (string, bool)) (*Loaded, error) {
	home, _ := lookup("HOME")
	loaded := &Loaded{Config: defaults(home), origins: map[string]Origin{}}
	if err := loaded.readFile(path); err != nil {
		return nil, err
	}
	if err := loaded.readEnv(ctx, lookup); err != nil {
		return nil, err
	}
	return loaded, loaded.validate()
}

func (l *Loaded) readFile(path string) error {
	optional := path == ""
	if optional {
		path = "kadry.toml"
	}
	meta, err := toml.DecodeFile(path, &l.Config)
	if optional && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("config: read %s: %w", path, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return fmt.Errorf("config: read %s: unknown key %s", path, unknown[0])
	}
	for _, key := range meta.Keys() {
		l.origins[key.String()] = FromFile
	}
	return nil
}

// lookuper lets the environment of the caller, not of the process, be read.
type lookuper func(string) (string, bool)

// Lookup implements envconfig.Lookuper. An empty variable is an unset one.
func (l lookuper) Lookup(key string) (string, bool) {
	value, ok := l(key)
	return value, ok && value != ""
}

func (l *Loaded) readEnv(ctx context.Context, lookup lookuper) error {
	if level, ok := lookup.Lookup("MCP_LOG_LEVEL"); ok {
		l.LogLevel, l.origins["log_level"] = strings.ToLower(level), FromEnv
	}
	err := envconfig.ProcessWith(ctx, &envconfig.Config{Target: &l.Config, Lookuper: lookup, DefaultOverwrite: true})
	if err != nil {
		return fmt.Errorf("config: environment: %w", err)
	}
	for f := range fields() {
		if _, ok := lookup.Lookup(f.Tag.Get("env")); ok {
			l.origins[f.Tag.Get("toml")] = FromEnv
		}
	}
	return nil
}

func (l *Loaded) validate() error {
	switch strings.ToLower(l.LogLevel) {
	case "debug", "info", "warn", "error":
	default:
		return fmt.Errorf("config: log_level %q is not debug, info, warn or error", l.LogLevel)
	}
	switch l.Lang {
	case "", "ru", "en":
	default:
		return fmt.Errorf("config: lang %q is not ru or en", l.Lang)
	}
	if l.RatePerMin < 0 || l.MemoryLimit < 0 || l.SessionIdle < 0 || l.CacheMB < 0 || l.Days < 0 || l.Workers < 0 || l.SdamgiaDaily < 1 {
		return errors.New("config: rates, limits, sizes and times cannot be negative, sdamgia_daily_requests not below 1")
	}
	if (l.ModelURL == "") != (l.Model == "") {
		return errors.New("config: llm_url and llm_model belong together")
	}
	if l.Data == "" {
		return errors.New("config: data names no folder")
	}
	return nil
}

// Override sets the origin of a key that a command-line flag replaced.
func (l *Loaded) Override(key string) { l.origins[key] = FromFlag }

// Tokens returns the path of the tokens file.
func (c Config) Tokens() string {
	if c.TokensFile != "" {
		return c.TokensFile
	}
	return filepath.Join(c.Data, "tokens.toml")
}

// Settings lists every key with its effective value, secrets hidden.
func (l *Loaded) Settings() []Setting {
	value := reflect.ValueOf(l.Config)
	var list []Setting
	for f := range fields() {
		key := f.Tag.Get("toml")
		origin := l.origins[key]
		if origin == "" {
			origin = FromDefault
		}
		shown := withoutUser(fmt.Sprint(value.FieldByIndex(f.Index).Interface()))
		if names, ok := reflect.TypeAssert[[]string](value.FieldByIndex(f.Index)); ok {
			shown = strings.Join(names, ",")
		}
		list = append(list, Setting{Key: key, Env: f.Tag.Get("env"), Value: shown, Doc: f.Tag.Get("doc"), Origin: origin})
	}
	return list
}

// withoutUser hides the user and the password of an address, either of which may be a secret.
func withoutUser(value string) string {
	scheme, rest, ok := strings.Cut(value, "://")
	if !ok {
		return value
	}
	authority := rest
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		authority = rest[:end]
	}
	at := strings.LastIndexByte(authority, '@')
	if at < 0 {
		return value
	}
	return scheme + "://" + hidden + rest[at:]
}

func fields() func(yield func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for _, f := range reflect.VisibleFields(reflect.TypeFor[Config]()) {
			if !yield(f) {
				return
			}
		}
	}
}

// Defaults lists every key with the value of a server nobody configured.
func Defaults() []Setting {
	return (&Loaded{Config: defaults("~"), origins: map[string]Origin{}}).Settings()
}
