package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/fault"
)

// Names of the headers, as they are documented; names of headers have no case.
const (
	HeaderID           = "webhook-id"
	HeaderTimestamp    = "webhook-timestamp"
	HeaderSignature    = "webhook-signature"
	HeaderSignature256 = "X-Webhook-Signature-256"
)

// Tolerance is how far webhook-timestamp may lie from the verifier's clock, either way.
const Tolerance = 5 * time.Minute

const (
	scheme           = "v1,"     // HMAC-SHA256 in webhook-signature
	scheme256        = "sha256=" // in X-Webhook-Signature-256
	mostSignatures   = 16        // looked at in one header
	mostKeys         = 4         // of one receiver at a time
	longestSignature = 4 << 10
)

// Stamp is the signed headers of one attempt.
type Stamp struct {
	ID           string // the event's, the same on every attempt
	Timestamp    string // of the attempt, Unix seconds
	Signature    string // "v1,<base64>" for each key, separated by spaces
	Signature256 string // "sha256=<hex>" of the body alone, by the first key
}

// Header returns the stamp as headers by name.
func (s Stamp) Header() map[string]string {
	return map[string]string{
		HeaderID: s.ID, HeaderTimestamp: s.Timestamp, HeaderSignature: s.Signature, HeaderSignature256: s.Signature256,
	}
}

// Sign stamps an attempt to deliver a body. The keys are one as a rule, the new one first
// and the old one behind it while a key is rotated; Signature256 has room for the first alone.
func Sign(id string, at time.Time, body []byte, keys ...Secret) (Stamp, error) {
	switch {
	case !plainID.MatchString(id):
		return Stamp{}, unfit("id")
	case at.Unix() <= 0:
		return Stamp{}, unfit("timestamp")
	case len(keys) == 0 || len(keys) > mostKeys:
		return Stamp{}, errors.New("webhook: no key to sign with, or more than four")
	}
	s := Stamp{ID: id, Timestamp: strconv.FormatInt(at.Unix(), 10)}
	signatures := make([]string, len(keys))
	for i, k := range keys {
		if k.material == nil {
			return Stamp{}, errors.New("webhook: an empty key")
		}
		signatures[i] = k.sign(s.ID, s.Timestamp, body)
	}
	s.Signature = strings.Join(signatures, " ")
	s.Signature256 = keys[0].sign256(body)
	return s, nil
}

func (s Secret) sign(id, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(s.key))
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	return scheme + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func (s Secret) sign256(body []byte) string {
	mac := hmac.New(sha256.New, []byte(s.key))
	mac.Write(body)
	return scheme256 + hex.EncodeToString(mac.Sum(nil))
}

// Verify tells whether the stamp was made over this body with one of the keys, not longer
// than Tolerance ago. X-Webhook-Signature-256 is not looked at. Every signature is compared
// with every key in constant time. The error is fault.Unauthenticated.
func Verify(s Stamp, body []byte, now time.Time, keys ...Secret) error {
	if s.ID == "" || s.Timestamp == "" || s.Signature == "" {
		return unproven(fault.Say("A signature header is missing: webhook-id, webhook-timestamp and webhook-signature are needed.",
			"Не хватает заголовка подписи: нужны webhook-id, webhook-timestamp и webhook-signature."))
	}
	at, err := strconv.ParseUint(s.Timestamp, 10, 62)
	if err != nil || !plainID.MatchString(s.ID) || len(s.Signature) > longestSignature {
		return unproven(fault.Say("A signature header cannot be read.", "Заголовок подписи не читается."))
	}
	if age := now.Unix() - int64(at); age > int64(Tolerance/time.Second) || -age > int64(Tolerance/time.Second) {
		return unproven(fault.Say("The signature was made more than 5 minutes from now: it is replayed, or a clock is wrong.",
			"Подпись сделана больше чем за 5 минут от текущего времени: сообщение повторено или часы неверны."))
	}
	keys = set(keys)
	proven := false
	for i, given := range strings.Fields(s.Signature) {
		if i >= mostSignatures {
			break
		}
		for _, k := range keys {
			same := hmac.Equal([]byte(given), []byte(k.sign(s.ID, s.Timestamp, body)))
			proven = proven || same
		}
	}
	if !proven {
		return unproven(fault.Say("The signature does not fit the message.", "Подпись не подходит к сообщению."))
	}
	return nil
}

// Verify256 tells whether X-Webhook-Signature-256 was made over this body with one of the
// keys. It proves nothing of when, so whoever has seen the message can send it again.
func Verify256(header string, body []byte, keys ...Secret) error {
	proven := false
	for _, k := range set(keys) {
		same := hmac.Equal([]byte(header), []byte(k.sign256(body)))
		proven = proven || same
	}
	if !proven {
		return unproven(fault.Say("The signature does not fit the message.", "Подпись не подходит к сообщению."))
	}
	return nil
}

// set leaves out zero secrets, whose empty key anybody could sign with.
func set(keys []Secret) []Secret {
	return slices.DeleteFunc(slices.Clone(keys), func(k Secret) bool { return k.material == nil })
}

func unproven(text fault.Text) *fault.Error { return fault.E(fault.Unauthenticated, text, nil) }
