// Package config reads kadry.toml and the environment once, at start, into one plain
// struct whose parts are handed to the packages that own them. Nothing else reads the
// environment. The environment wins over the file; keys nobody knows are errors.
package config

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
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
	RedisURL     Secret        `toml:"redis_url" env:"KADRY_REDIS_URL" doc:"Redis in which processes share answers for a while, like redis://user:password@host:6379/0; empty keeps them in memory."`
	MemoryCache  int64         `toml:"memory_cache_mb" env:"KADRY_MEMORY_CACHE_MB" doc:"Memory for answers kept for a while, in MB; with Redis only while that is away."`
	TokensFile   string        `toml:"tokens_file" env:"KADRY_TOKENS_FILE" doc:"Access tokens, kept as digests; empty is tokens.toml in the data folder."`
	Toolsets     []string      `toml:"toolsets" env:"KADRY_TOOLSETS" doc:"Toolsets to serve; empty is all."`
	Tools        []string      `toml:"tools" env:"KADRY_TOOLS" doc:"Single operations to serve, beside the toolsets."`
	ExcludeTools []string      `toml:"exclude_tools" env:"KADRY_EXCLUDE_TOOLS" doc:"Operations to leave out, whatever else is said."`
	ReadOnly     bool          `toml:"read_only" env:"KADRY_READ_ONLY" doc:"Serve only operations that change nothing."`
	AllowedHosts []string      `toml:"allowed_hosts" env:"KADRY_ALLOWED_HOSTS" doc:"Host names to answer to behind a proxy, for callers with a token; empty guards loopback against DNS rebinding."`
	Proxies      []string      `toml:"trusted_proxies" env:"KADRY_TRUSTED_PROXIES" doc:"Proxies, each an address or a network like 10.0.0.0/8, whose X-Forwarded-For is believed when guesses are counted; one on this machine always is."`
	Origins      []string      `toml:"allowed_origins" env:"KADRY_ALLOWED_ORIGINS" doc:"Web origins whose pages may call from a browser, like https://ats.example.org."`
	StateKey     Secret        `toml:"state_key" env:"KADRY_STATE_KEY" doc:"Secret that seals confirmations; replicas share one, empty makes one for each start."`
	Offline      bool          `toml:"offline" env:"KADRY_OFFLINE" doc:"Never ask other systems; answer from what is kept here."`
	CacheMB      int64         `toml:"cache_mb" env:"KADRY_CACHE_MB" doc:"Disk for copies of foreign pages, in MB, in the data folder."`
	PublicURL    string        `toml:"public_url" env:"KADRY_PUBLIC_URL" doc:"Address under which this server is reached from outside, like https://kadry.example.org."`
	WebhookKey   Secret        `toml:"webhook_secret" env:"KADRY_WEBHOOK_SECRET" doc:"Secret that signs the webhooks of tenants without one of their own; 24 bytes at least."`
	WebhookHosts []string      `toml:"webhook_hosts" env:"KADRY_WEBHOOK_HOSTS" doc:"The only hosts webhooks go to, like .example.org; empty is every public one."`
	WebhookInner []string      `toml:"webhook_private_hosts" env:"KADRY_WEBHOOK_PRIVATE_HOSTS" doc:"Receivers inside your network, each as host:port, that webhooks may go to besides."`
	WebhookPlain bool          `toml:"webhook_plain_http" env:"KADRY_WEBHOOK_PLAIN_HTTP" doc:"Send webhooks over http as well as https."`
	WebhookBare  bool          `toml:"webhook_unsigned" env:"KADRY_WEBHOOK_UNSIGNED" doc:"Send webhooks of tenants without a secret unsigned; only on loopback."`
	SealKey      Secret        `toml:"seal_key" env:"KADRY_SEAL_KEY" doc:"Secret that seals the secrets in the database; processes share one, empty keeps one in the data folder."`
	Workers      int           `toml:"workers" env:"KADRY_WORKERS" doc:"Interviews that one process moves on at once, deliveries beside them; 0 is one a processor, with a model eight."`
	ModelURL     string        `toml:"llm_url" env:"KADRY_LLM_URL" doc:"Endpoint that speaks OpenAI's chat completions, like http://127.0.0.1:11434/v1; empty works without a model."`
	Model        string        `toml:"llm_model" env:"KADRY_LLM_MODEL" doc:"Name of the model there."`
	ModelKey     Secret        `toml:"llm_api_key" env:"KADRY_LLM_API_KEY" doc:"Key of the endpoint."`
	EmbedURL     string        `toml:"embed_url" env:"KADRY_EMBED_URL" doc:"Endpoint that speaks OpenAI's embeddings, like http://127.0.0.1:11434/v1; empty works without dense vectors."`
	EmbedModel   string        `toml:"embed_model" env:"KADRY_EMBED_MODEL" doc:"Name of the embedding model there."`
	EmbedKey     Secret        `toml:"embed_api_key" env:"KADRY_EMBED_API_KEY" doc:"Key of the embedding endpoint."`
	EmbedQuery   string        `toml:"embed_query_prefix" env:"KADRY_EMBED_QUERY_PREFIX" doc:"What the model wants before a text that is looked for."`
	EmbedText    string        `toml:"embed_document_prefix" env:"KADRY_EMBED_DOCUMENT_PREFIX" doc:"What the model wants before a text that is looked through."`
	EmbedSize    int           `toml:"embed_dimensions" env:"KADRY_EMBED_DIMENSIONS" doc:"Length of vectors to ask of a model that can shorten them; 0 takes what comes."`
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

// Section is the settings that a part of the program brings beside Config: a pointer to a
// struct whose fields have the tags toml, env and doc, filled with the defaults. Its keys
// stand beside those of Config in the same file.
type Section struct {
	Name string
	Into any
}

// checked is a section that can say that its values do not go together.
type checked interface{ Validate() error }

// Loaded is a configuration together with where each value came from.
type Loaded struct {
	Config
	sections []Section
	origins  map[string]Origin
}

// defaults are the settings of a server nobody configured.
func defaults(home string) Config {
	return Config{
		Addr:        "127.0.0.1:8080",
		Data:        filepath.Join(home, ".kadry"),
		MemoryCache: 64,
		CacheMB:     512,
		RatePerMin:  6000,
		MemoryLimit: 768,
		SessionIdle: 30 * time.Minute,
		LogLevel:    "info",
	}
}

// Load reads the file at path, or kadry.toml in the working folder when path is empty and
// there is one, and then the environment through lookup, into Config and the sections. A
// key or variable that two of them bring is an error that names both.
func Load(ctx context.Context, path string, lookup func(string) (string, bool), sections ...Section) (*Loaded, error) {
	home, _ := lookup("HOME")
	loaded, err := prepare(defaults(home), sections)
	if err != nil {
		return nil, err
	}
	if err := loaded.readFile(path); err != nil {
		return nil, err
	}
	if err := loaded.readEnv(ctx, lookup); err != nil {
		return nil, err
	}
	return loaded, loaded.validate()
}

func prepare(c Config, sections []Section) (*Loaded, error) {
	l := &Loaded{Config: c, sections: sections, origins: map[string]Origin{}}
	owners := map[string]string{}
	for _, s := range l.all() {
		for f := range s.fields() {
			for _, name := range []string{f.Tag.Get("toml"), f.Tag.Get("env")} {
				if other, taken := owners[name]; taken {
					return nil, fmt.Errorf("config: both %s and %s bring the setting %s", other, s.Name, name)
				}
				owners[name] = s.Name
			}
		}
	}
	return l, nil
}

// all is Config and the sections, in the order in which they are shown.
func (l *Loaded) all() []Section {
	return append([]Section{{Name: "kadry", Into: &l.Config}}, l.sections...)
}

func (l *Loaded) readFile(path string) error {
	optional := path == ""
	if optional {
		path = "kadry.toml"
	}
	text, err := os.ReadFile(path)
	if optional && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("config: read: %w", err)
	}
	unknown := map[string]int{}
	for _, s := range l.all() {
		meta, err := toml.Decode(string(text), s.Into)
		if err != nil {
			return fmt.Errorf("config: read %s: %w", path, err)
		}
		for _, key := range meta.Undecoded() {
			unknown[key.String()]++
		}
		for _, key := range meta.Keys() {
			l.origins[key.String()] = FromFile
		}
	}
	for _, key := range slices.Sorted(maps.Keys(unknown)) {
		if unknown[key] == len(l.all()) {
			return fmt.Errorf("config: read %s: unknown key %s", path, key)
		}
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
	for _, section := range l.all() {
		err := envconfig.ProcessWith(ctx, &envconfig.Config{Target: section.Into, Lookuper: lookup, DefaultOverwrite: true})
		if err != nil {
			return fmt.Errorf("config: environment: %w", err)
		}
		for f := range section.fields() {
			if _, ok := lookup.Lookup(f.Tag.Get("env")); ok {
				l.origins[f.Tag.Get("toml")] = FromEnv
			}
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
	if l.RatePerMin < 0 || l.MemoryLimit < 0 || l.SessionIdle < 0 || l.CacheMB < 0 || l.Workers < 0 {
		return errors.New("config: rates, limits, sizes and times cannot be negative")
	}
	if l.MemoryCache < 1 {
		return errors.New("config: memory_cache_mb must be above 0")
	}
	if (l.ModelURL == "") != (l.Model == "") {
		return errors.New("config: llm_url and llm_model belong together")
	}
	if (l.EmbedURL == "") != (l.EmbedModel == "") {
		return errors.New("config: embed_url and embed_model belong together")
	}
	if l.EmbedSize < 0 {
		return errors.New("config: embed_dimensions cannot be negative")
	}
	if l.Data == "" {
		return errors.New("config: data names no folder")
	}
	for _, s := range l.sections {
		if c, ok := s.Into.(checked); ok {
			if err := c.Validate(); err != nil {
				return fmt.Errorf("config: %w", err)
			}
		}
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
	var list []Setting
	for _, s := range l.all() {
		value := reflect.ValueOf(s.Into).Elem()
		for f := range s.fields() {
			key := f.Tag.Get("toml")
			shown := withoutUser(fmt.Sprint(value.FieldByIndex(f.Index).Interface()))
			if names, ok := reflect.TypeAssert[[]string](value.FieldByIndex(f.Index)); ok {
				shown = strings.Join(names, ",")
			}
			list = append(list, Setting{
				Key: key, Env: f.Tag.Get("env"), Value: shown, Doc: f.Tag.Get("doc"), Origin: cmp.Or(l.origins[key], FromDefault),
			})
		}
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

func (s Section) fields() iter.Seq[reflect.StructField] {
	return slices.Values(reflect.VisibleFields(reflect.TypeOf(s.Into).Elem()))
}

// Defaults lists every key with the value of a server nobody configured.
func Defaults(sections ...Section) ([]Setting, error) {
	l, err := prepare(defaults("~"), sections)
	if err != nil {
		return nil, err
	}
	return l.Settings(), nil
}
