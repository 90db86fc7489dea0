package seal_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/seal"
)

var testKey = bytes.Repeat([]byte{0x4b}, 32)

func vault(t testing.TB, key []byte) *seal.Vault {
	t.Helper()
	v, err := seal.New(key)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Rows that were sealed while sealing was the outbox's own still open.
func TestOpen_whatEarlierVersionsSealed(t *testing.T) {
	t.Parallel()
	sealed, err := hex.DecodeString("0107ece5975b33b02a61086ce52d3837f673d4069e2cd216b589b68882440d6e" +
		"f15a2c0bd99efae247249c8d7eb52888517bbcd07f75ca69b610ea968f837b894c9ee9817094e3")
	if err != nil {
		t.Fatal(err)
	}
	got, err := vault(t, testKey).Open("acme", sealed)
	if err != nil || string(got) != "a fictional secret for receivers 1" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestNew_refusesKeysOfAnotherSize(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 16, 31, 33, 64} {
		if v, err := seal.New(make([]byte, size)); err == nil || v != nil {
			t.Errorf("%d bytes make a key", size)
		}
	}
}

func TestVault_opensWhatItSealed(t *testing.T) {
	t.Parallel()
	v, again := vault(t, testKey), vault(t, testKey)
	rapid.Check(t, func(t *rapid.T) {
		owner, secret := rapid.String().Draw(t, "owner"), rapid.SliceOf(rapid.Byte()).Draw(t, "secret")
		sealed := v.Seal(owner, secret)
		if got, err := again.Open(owner, sealed); err != nil || !bytes.Equal(got, secret) {
			t.Fatalf("%q, %v", got, err)
		}
		if len(secret) > 3 && bytes.Contains(sealed, secret) {
			t.Fatal("the secret can be read")
		}
		if bytes.Equal(sealed, v.Seal(owner, secret)) {
			t.Fatal("two seals of one secret are equal")
		}
		if _, err := v.Open(owner+"x", sealed); !errors.Is(err, seal.ErrAltered) {
			t.Fatalf("another owner: %v", err)
		}
		at := rapid.IntRange(0, len(sealed)-1).Draw(t, "at")
		sealed[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		if got, err := v.Open(owner, sealed); err == nil {
			t.Fatalf("altered at %d it opens: %q", at, got)
		}
	})
}

func TestOpen_saysWhyNot(t *testing.T) {
	t.Parallel()
	v := vault(t, testKey)
	sealed := v.Seal("acme", []byte("secret"))
	unknown := bytes.Clone(sealed)
	unknown[0] = 2
	for name, c := range map[string]struct {
		sealed []byte
		want   error
	}{
		"nothing":      {nil, seal.ErrForm},
		"form alone":   {[]byte{1}, seal.ErrForm},
		"unknown form": {unknown, seal.ErrForm},
		"other key":    {vault(t, make([]byte, 32)).Seal("acme", []byte("secret")), seal.ErrKey},
		"cut":          {sealed[:len(sealed)-1], seal.ErrAltered},
		"head alone":   {sealed[:21], seal.ErrAltered},
		"lengthened":   {append(bytes.Clone(sealed), 0), seal.ErrAltered},
	} {
		if got, err := v.Open("acme", c.sealed); !errors.Is(err, c.want) || got != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestVault_isNotPrinted(t *testing.T) {
	t.Parallel()
	v := vault(t, testKey)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		if got := fmt.Sprintf(verb, v); got != "seal.Vault" {
			t.Errorf("%s prints %s", verb, got)
		}
	}
}

func FuzzOpen(f *testing.F) {
	v := vault(f, testKey)
	f.Add("acme", v.Seal("acme", []byte("secret")))
	f.Add("", []byte{1})
	f.Fuzz(func(t *testing.T, owner string, sealed []byte) {
		secret, err := v.Open(owner, sealed)
		if err != nil && secret != nil || err == nil && secret == nil && len(sealed) != 37 { // nothing sealed has 37 bytes
			t.Errorf("%q with %v", secret, err)
		}
	})
}
