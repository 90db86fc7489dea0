package app

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"kadry/internal/config"
	"kadry/internal/fault"
	"kadry/internal/seal"
)

// sealFile holds the key of a server that was given none, beside the tokens file.
const sealFile = "seal.key"

// openSeal makes the vault that the secrets in the database are sealed with.
func openSeal(cfg *config.Loaded) (*seal.Vault, error) {
	key, err := sealKey(cfg)
	if err != nil {
		return nil, err
	}
	return seal.New(key)
}

// sealKey is what secrets are sealed with in the database: the configured secret, of
// any length, else a key that the first process on this data folder made.
func sealKey(cfg *config.Loaded) ([]byte, error) {
	if cfg.SealKey != "" {
		key := sha256.Sum256([]byte(cfg.SealKey.Reveal()))
		return key[:], nil
	}
	path := filepath.Join(cfg.Data, sealFile)
	key, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeSealKey(path); err != nil {
			return nil, err
		}
		key, err = os.ReadFile(path) // another process may have been first
	}
	if err != nil {
		return nil, fmt.Errorf("app: seal key: %w", err)
	}
	if len(key) != sha256.Size {
		return nil, fault.E(fault.Internal, fault.Say("The file %s holds no key.", "В файле %s нет ключа.", path), nil).
			WithHint(fault.Say("Restore it from a backup; without it sealed secrets have to be made anew.",
				"Восстановите его из резервной копии; без него запечатанные секреты придётся создать заново."))
	}
	return key, nil
}

// makeSealKey writes a new key whole or not at all, unless there is one by then.
func makeSealKey(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("app: seal key: %w", err)
	}
	next, err := os.CreateTemp(filepath.Dir(path), ".seal-*")
	if err != nil {
		return fmt.Errorf("app: seal key: %w", err)
	}
	defer os.Remove(next.Name())
	key := make([]byte, sha256.Size)
	_, _ = rand.Read(key) // never fails
	_, err = next.Write(key)
	if err := errors.Join(err, next.Sync(), next.Close()); err != nil {
		return fmt.Errorf("app: seal key: %w", err)
	}
	if err := os.Link(next.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("app: seal key: %w", err)
	}
	return nil
}
