package outbox

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"

	"kadry/internal/fault"
	"kadry/internal/webhook"
)

// A sealed secret is, in this order: the form, the id of the key, the nonce, the ciphertext
// of AES-256-GCM with its tag. The tenant is bound in, so that a row copied to another tenant
// does not open.
const (
	sealForm  = 1
	keyIDSize = 8
	keySize   = 32
)

// vault seals the secrets of tenants and opens them.
type vault struct {
	aead cipher.AEAD
	id   [keyIDSize]byte // tells keys apart without giving them away
}

func newVault(key []byte) (vault, error) {
	if len(key) != keySize {
		return vault{}, fmt.Errorf("outbox: the key that seals secrets has %d bytes, not %d", len(key), keySize)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return vault{}, wrap("key", err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return vault{}, wrap("key", err)
	}
	v := vault{aead: aead}
	digest := sha256.Sum256(append([]byte("kadry outbox key id\x00"), key...))
	copy(v.id[:], digest[:])
	return v, nil
}

func (v vault) seal(tenant string, s webhook.Secret) ([]byte, error) {
	sealed := append([]byte{sealForm}, v.id[:]...)
	nonce := make([]byte, v.aead.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return nil, wrap("random bytes", err)
	}
	return v.aead.Seal(append(sealed, nonce...), nonce, []byte(s.Reveal()), []byte(tenant)), nil
}

// open returns the zero Secret for an empty seal.
func (v vault) open(tenant string, sealed []byte) (webhook.Secret, error) {
	if len(sealed) == 0 {
		return webhook.Secret{}, nil
	}
	head, nonce := 1+keyIDSize, v.aead.NonceSize()
	if len(sealed) < head+nonce || sealed[0] != sealForm {
		return webhook.Secret{}, unreadable(errors.New("outbox: a sealed secret has an unknown form"))
	}
	if subtle.ConstantTimeCompare(sealed[1:head], v.id[:]) == 0 {
		return webhook.Secret{}, unreadable(ErrKey)
	}
	text, err := v.aead.Open(nil, sealed[head:head+nonce], sealed[head+nonce:], []byte(tenant))
	if err != nil {
		return webhook.Secret{}, unreadable(errors.New("outbox: a sealed secret was altered"))
	}
	return webhook.ParseSecret(string(text))
}

func unreadable(cause error) error {
	return fault.E(fault.Unavailable, fault.Say(
		"The secret that signs webhooks cannot be read: it was sealed with another key than this server has, or was altered.",
		"Секрет, которым подписываются вебхуки, не читается: он запечатан другим ключом, не тем, что у этого сервера, или изменён."), cause).
		WithHint(fault.Say(
			"Start the server with the key the secret was sealed with, or make a new secret without overlap: `kadry webhook secret`.",
			"Запустите сервер с ключом, которым секрет запечатан, или создайте новый секрет без перехода: `kadry webhook secret`."))
}
