package webhook_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/webhook"
)

// Published and computed vectors: GitHub's documentation, Standard Webhooks, and two made
// for this project with OpenSSL.
func TestSign_vectors(t *testing.T) {
	t.Parallel()
	own := []byte(`{"session_id":"00000000-0000-4000-8000-000000000001","type":"error","message":"сбой"}`)
	if len(own) != 89 {
		t.Fatalf("the body of the vector is %d bytes", len(own))
	}
	for name, row := range map[string]struct {
		key, id   string
		at        int64
		body      []byte
		signature string
		short     string
	}{
		"GitHub": {
			key: "It's a Secret to Everybody", id: "x", at: 1, body: []byte("Hello, World!"),
			short: "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
		},
		"Standard Webhooks": {
			key: decoded(t, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: 1614265330, body: []byte(`{"test": 2432232314}`),
			signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
		},
		"own, short key": {
			key: "kadry-test-secret", id: "x", at: 1, body: own,
			short: "sha256=e1ae6fbbc7fb1c7bed95e3658d5571b0f4cebcb76053aa9b084d83c44483b9cd",
		},
		"own": {
			key: "kadry-test-secret-kadry-test-secret", id: "msg_1", at: 1700000000, body: own,
			signature: "v1,WCCVgPT1LqhTrvumGSyE+pZC9skP/76qHwtxRNpiJmI=",
		},
	} {
		key := webhook.Weak(row.key)
		s, err := webhook.Sign(row.id, time.Unix(row.at, 0), row.body, key)
		if err != nil {
			t.Fatal(err)
		}
		if row.signature != "" && s.Signature != row.signature || row.short != "" && s.Signature256 != row.short {
			t.Errorf("%s: %+v", name, s)
		}
		if s.ID != row.id || s.Timestamp != strconv.FormatInt(row.at, 10) {
			t.Errorf("%s: %+v", name, s)
		}
		if err := webhook.Verify(s, row.body, time.Unix(row.at, 0), key); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := webhook.Verify256(s.Signature256, row.body, key); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// decoded returns the key of a secret that may be a published one.
func decoded(t *testing.T, secret string) string {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		t.Fatal(err)
	}
	return string(key)
}

func secret(tb testing.TB) webhook.Secret {
	tb.Helper()
	s, err := webhook.NewSecret()
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestVerify_refusesWhatWasAltered(t *testing.T) {
	t.Parallel()
	key, other := secret(t), secret(t)
	now, body := time.Unix(1_800_000_000, 0), []byte(`{"seq":1}`)
	good, err := webhook.Sign("msg_1", now, body, key)
	if err != nil {
		t.Fatal(err)
	}
	if err := webhook.Verify(good, body, now, key); err != nil {
		t.Fatal(err)
	}
	for name, alter := range map[string]func(s *webhook.Stamp, body *[]byte, now *time.Time, key *webhook.Secret){
		"body":             func(_ *webhook.Stamp, body *[]byte, _ *time.Time, _ *webhook.Secret) { *body = []byte(`{"seq":2}`) },
		"a space":          func(_ *webhook.Stamp, body *[]byte, _ *time.Time, _ *webhook.Secret) { *body = []byte(`{"seq": 1}`) },
		"no body":          func(_ *webhook.Stamp, body *[]byte, _ *time.Time, _ *webhook.Secret) { *body = nil },
		"id":               func(s *webhook.Stamp, _ *[]byte, _ *time.Time, _ *webhook.Secret) { s.ID = "msg_2" },
		"id and time":      func(s *webhook.Stamp, _ *[]byte, _ *time.Time, _ *webhook.Secret) { s.ID = "msg_1." + s.Timestamp },
		"time":             func(s *webhook.Stamp, _ *[]byte, _ *time.Time, _ *webhook.Secret) { s.Timestamp = "1800000001" },
		"time with a plus": func(s *webhook.Stamp, _ *[]byte, _ *time.Time, _ *webhook.Secret) { s.Timestamp = "+1800000000" },
		"huge time": func(s *webhook.Stamp, _ *[]byte, _ *time.Time, _ *webhook.Secret) {
			s.Timestamp = "9223372036854775807"
		},
		"no time":      func(s *webhook.Stamp, _ *[]byte, _ *time.Time, _ *webhook.Secret) { s.Timestamp = "" },
		"no id":        func(s *webhook.Stamp, _ *[]byte, _ *time.Time, _ *webhook.Secret) { s.ID = "" },
		"no signature": func(s *webhook.Stamp, _ *[]byte, _ *time.Time, _ *webhook.Secret) { s.Signature = "" },
		"another scheme": func(s *webhook.Stamp, _ *[]byte, _ *time.Time, _ *webhook.Secret) {
			s.Signature = "v1a" + s.Signature[2:]
		},
		"no scheme":      func(s *webhook.Stamp, _ *[]byte, _ *time.Time, _ *webhook.Secret) { s.Signature = s.Signature[3:] },
		"cut short":      func(s *webhook.Stamp, _ *[]byte, _ *time.Time, _ *webhook.Secret) { s.Signature = s.Signature[:20] },
		"the short form": func(s *webhook.Stamp, _ *[]byte, _ *time.Time, _ *webhook.Secret) { s.Signature = s.Signature256 },
		"very long": func(s *webhook.Stamp, _ *[]byte, _ *time.Time, _ *webhook.Secret) {
			s.Signature = strings.Repeat("v1, ", 9000) + s.Signature
		},
		"far down": func(s *webhook.Stamp, _ *[]byte, _ *time.Time, _ *webhook.Secret) {
			s.Signature = strings.Repeat("v1, ", 16) + s.Signature
		},
		"another key": func(_ *webhook.Stamp, _ *[]byte, _ *time.Time, key *webhook.Secret) { *key = other },
		"a zero key":  func(_ *webhook.Stamp, _ *[]byte, _ *time.Time, key *webhook.Secret) { *key = webhook.Secret{} },
		"too late": func(_ *webhook.Stamp, _ *[]byte, now *time.Time, _ *webhook.Secret) {
			*now = now.Add(301 * time.Second)
		},
		"too early": func(_ *webhook.Stamp, _ *[]byte, now *time.Time, _ *webhook.Secret) {
			*now = now.Add(-301 * time.Second)
		},
	} {
		s, body, at, with := good, body, now, key
		alter(&s, &body, &at, &with)
		err := webhook.Verify(s, body, at, with)
		if f := fault.From(err); fault.KindOf(err) != fault.Unauthenticated || f.Text.RU == "" || strings.Contains(err.Error(), key.Reveal()) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, off := range []time.Duration{-5 * time.Minute, -time.Second, time.Second, 5 * time.Minute} {
		if err := webhook.Verify(good, body, now.Add(off), key); err != nil {
			t.Errorf("%s off: %v", off, err)
		}
	}
	if webhook.Verify(good, body, now) == nil || webhook.Verify256(good.Signature256, body) == nil || webhook.Verify256("", body, key) == nil ||
		webhook.Verify256(good.Signature256, []byte("{}"), key) == nil || webhook.Verify256(good.Signature256, body, webhook.Secret{}) == nil {
		t.Error("verified without a fitting key")
	}
}

func TestSign_whileAKeyIsRotated(t *testing.T) {
	t.Parallel()
	fresh, old, stranger := secret(t), secret(t), secret(t)
	now, body := time.Unix(1_800_000_000, 0), []byte("{}")
	s, err := webhook.Sign("msg_1", now, body, fresh, old)
	if err != nil {
		t.Fatal(err)
	}
	for _, keys := range [][]webhook.Secret{{fresh}, {old}, {stranger, old}, {fresh, old}} {
		if err := webhook.Verify(s, body, now, keys...); err != nil {
			t.Errorf("%v", err)
		}
	}
	if webhook.Verify(s, body, now, stranger) == nil {
		t.Error("a stranger's key fits")
	}
	if webhook.Verify256(s.Signature256, body, fresh) != nil || webhook.Verify256(s.Signature256, body, old) == nil {
		t.Error("the short form is not by the first key alone")
	}
}

func TestSign_refusesWhatCannotBeSigned(t *testing.T) {
	t.Parallel()
	key, now := secret(t), time.Unix(1_800_000_000, 0)
	for _, id := range []string{"", "a.b", "a b", "a\r\nX: y", "ё", strings.Repeat("a", 129)} {
		if _, err := webhook.Sign(id, now, nil, key); err == nil {
			t.Errorf("id %q passed", id)
		}
	}
	for name, keys := range map[string][]webhook.Secret{"none": {}, "zero": {{}}, "five": {key, key, key, key, key}} {
		if _, err := webhook.Sign("a", now, nil, keys...); err == nil {
			t.Errorf("%s passed", name)
		}
	}
	if _, err := webhook.Sign("a", time.Time{}, nil, key); err == nil {
		t.Error("the zero time passed")
	}
}

func TestSecret_whatIsOne(t *testing.T) {
	t.Parallel()
	key := make([]byte, 65)
	for i := range key {
		key[i] = byte(i * 7)
	}
	encoded := func(n int) string { return "whsec_" + base64.StdEncoding.EncodeToString(key[:n]) }
	for text, fits := range map[string]bool{
		encoded(24):                    true,
		encoded(64):                    true,
		"correct horse battery staple": true,
		"пароль-из-двадцати-букв": true,
		encoded(23):                         false,
		encoded(65):                         false,
		"":                                  false,
		"whsec_":                            false,
		"whsec_" + strings.Repeat("!", 32):  false,
		strings.TrimRight(encoded(25), "="): false,
		encoded(24)[:20] + "\n" + encoded(24)[20:]: false,
		"twenty-three-characters":                  false,
		strings.Repeat("ab", 20):                   false,
		strings.Repeat("abcdefghijklm", 20):        false,
		"change-me-in-dot-env-file":                false,
		"please CHANGE-ME before you start it":     false,
		"ваш_секретный_токен":                      false,
		"It's a Secret to Everybody":               false,
		"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw":   false,
		"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw":         false,
		"kadry-test-secret-kadry-test-secret":      false,
	} {
		s, err := webhook.ParseSecret(text)
		if (err == nil) != fits {
			t.Errorf("%q: %v", text, err)
		}
		if err == nil && s.Reveal() != text {
			t.Errorf("%q: reveals %q", text, s.Reveal())
		}
		if err != nil && (fault.KindOf(err) != fault.Invalid || len(text) > 8 && strings.Contains(err.Error(), text)) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestSecret_isNeverPrinted(t *testing.T) {
	t.Parallel()
	key := secret(t)
	type config struct {
		Key    webhook.Secret
		hidden webhook.Secret
	}
	c := config{key, key}
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "key", key, "config", c)
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	printed := fmt.Sprintf("%v %+v %#v %s %q %x | %v %+v %#v", key, key, key, key, key, key, c, c, c) + log.String() + string(text)
	if strings.Contains(printed, key.Reveal()[6:20]) || !strings.Contains(printed, "***") {
		t.Error(printed)
	}
	if again, err := webhook.ParseSecret(key.Reveal()); err != nil || again.Reveal() != key.Reveal() {
		t.Errorf("what was made does not parse: %v", err)
	}
	if (webhook.Secret{}).Reveal() != "" || secret(t).Reveal() == key.Reveal() {
		t.Error("not random, or zero is not empty")
	}
}

func FuzzVerify(f *testing.F) {
	key := webhook.Weak("kadry-test-secret-kadry-test-secret")
	f.Add("msg_1", "1700000000", "v1,WCCVgPT1LqhTrvumGSyE+pZC9skP/76qHwtxRNpiJmI=",
		[]byte(`{"session_id":"00000000-0000-4000-8000-000000000001","type":"error","message":"сбой"}`))
	f.Add("a.b", "-1", "v1, v1a,x sha256=00", []byte{0xff})
	f.Fuzz(func(t *testing.T, id, timestamp, signature string, body []byte) {
		now := time.Unix(1_700_000_000, 0)
		err := webhook.Verify(webhook.Stamp{ID: id, Timestamp: timestamp, Signature: signature}, body, now, key)
		at, _ := strconv.ParseInt(timestamp, 10, 64)
		right, signErr := webhook.Sign(id, time.Unix(at, 0), body, key)
		genuine := signErr == nil && strings.Contains(signature, right.Signature)
		if err == nil && !genuine {
			t.Errorf("verified: %q %q %q", id, timestamp, signature)
		}
		if signErr != nil {
			return
		}
		good, err := webhook.Sign(id, now, body, key)
		if err != nil {
			t.Fatal(err)
		}
		good.Signature = strings.ReplaceAll(signature, "\x00", "")
		if len(good.Signature) > 2000 || len(strings.Fields(good.Signature)) > 15 {
			return
		}
		fresh, _ := webhook.Sign(id, now, body, key)
		good.Signature += " " + fresh.Signature
		if err := webhook.Verify(good, body, now, key); err != nil {
			t.Errorf("a genuine signature behind %q: %v", signature, err)
		}
	})
}
