// Package seal keeps secrets that the server has to read again, such as keys that sign
// webhooks or open foreign systems, unreadable wherever they are stored. It knows neither what
// a secret is for nor where the sealed bytes lie; the key comes from the configuration.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
)

// A sealed secret is, in this order: the form, the id of the key, the nonce, the ciphertext of
// AES-256-GCM with its tag. The owner is the additional data.
const (
	form      = 1
	keyIDSize = 8
	keySize   = 32
)

// keyDomain is hashed before a key to make its id. Stored secrets carry ids made this way,
// from when only the outbox sealed any, so it must stay.
const keyDomain = "kadry outbox key id\x00"

// Why a sealed secret does not open.
var (
	ErrForm    = errors.New("seal: not the form of a sealed secret")
	ErrKey     = errors.New("seal: sealed with another key")
	ErrAltered = errors.New("seal: altered, or sealed for another owner")
)

// Vault seals and opens secrets with one key. It is safe for concurrent use.
type Vault struct {
	aead cipher.AEAD
	id   [keyIDSize]byte // tells keys apart without giving them away
}

// New returns the vault of a key of 32 bytes.
func New(key []byte) (*Vault, error) {
	if len(key) != keySize {
		return nil, fmt.Errorf("seal: the key has %d bytes, not %d", len(key), keySize)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("seal: key: %w", err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("seal: key: %w", err)
	}
	v := &Vault{aead: aead}
	digest := sha256.Sum256(append([]byte(keyDomain), key...))
	copy(v.id[:], digest[:])
	return v, nil
}

// Seal seals a secret for an owner. A row copied to another owner does not open, so owner says
// whose the secret is, and what it is for where one owner has secrets of several kinds.
func (v *Vault) Seal(owner string, secret []byte) []byte {
	sealed := append([]byte{form}, v.id[:]...)
	nonce := make([]byte, v.aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return v.aead.Seal(append(sealed, nonce...), nonce, secret, []byte(owner))
}

// Open returns the secret that was sealed for the owner. The error is ErrForm, ErrKey or
// ErrAltered and holds nothing of the secret.
func (v *Vault) Open(owner string, sealed []byte) ([]byte, error) {
	head, nonce := 1+keyIDSize, v.aead.NonceSize()
	if len(sealed) < head+nonce || sealed[0] != form {
		return nil, ErrForm
	}
	if subtle.ConstantTimeCompare(sealed[1:head], v.id[:]) == 0 {
		return nil, ErrKey
	}
	secret, err := v.aead.Open(nil, sealed[head:head+nonce], sealed[head+nonce:], []byte(owner))
	if err != nil {
		return nil, ErrAltered
	}
	return secret, nil
}

// String keeps the key's schedule out of messages, whose verbs would print every field.
func (v *Vault) String() string { return "seal.Vault" }

// GoString keeps it out of %#v.
func (v *Vault) GoString() string { return "seal.Vault" }
