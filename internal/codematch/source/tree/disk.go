package tree

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

// Disk makes a file in a folder, "" is the system's for temporary ones, and what gives it back.
// A process that is killed leaves none behind where the system lets go of open files.
func Disk(folder string) (*os.File, func() error, error) {
	disk, err := os.CreateTemp(folder, "kadry-code-*")
	if err != nil {
		return nil, nil, fmt.Errorf("tree: disk: %w", err)
	}
	gone := runtime.GOOS != "windows" && os.Remove(disk.Name()) == nil
	release := func() error {
		err := disk.Close()
		if !gone { // a second time the name may be somebody else's
			err = errors.Join(err, os.Remove(disk.Name()))
		}
		if err != nil {
			return fmt.Errorf("tree: disk: %w", err)
		}
		return nil
	}
	return disk, release, nil
}
